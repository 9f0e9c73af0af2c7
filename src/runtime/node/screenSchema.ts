import type { ISchema } from '@formily/react';
import type { AnyNode } from '../../grammar/nodes.ts';

/** The keys of a node's schema that the renderer reads. `type` 'void': the node holds no value. */
export interface RenderedSchema extends Pick<ISchema, 'type'> {
  'x-component': string;
}

const cache = new WeakMap<object, RenderedSchema>();

/**
 * Returns the schema of a node outside of forms (list, detail, to-do, shell, sign-in): a void node. Cached per node.
 */
export function screenSchema(node: AnyNode | { tag: string }): RenderedSchema {
  const cached = cache.get(node);
  if (cached) return cached;
  const schema = { type: 'void', 'x-component': node.tag };
  cache.set(node, schema);
  return schema;
}
