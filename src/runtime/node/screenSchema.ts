import type { ISchema } from '@formily/react';
import type { AnyNode } from '../../grammar/nodes.ts';

/** The schema of a node as the renderer reads it: the component that shows it, and whether it holds a value. */
export interface RenderedSchema extends Pick<ISchema, 'type'> {
  'x-component': string;
}

const known = new WeakMap<object, RenderedSchema>();

/** A node of a screen outside of any form (list, detail, to-do, shell, sign-in) is a void node of the same schema. */
export function screenSchema(node: AnyNode | { tag: string }): RenderedSchema {
  const found = known.get(node);
  if (found) return found;
  const schema = { type: 'void', 'x-component': node.tag };
  known.set(node, schema);
  return schema;
}
