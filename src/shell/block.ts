import type { ComponentType } from 'react';
import type { NodeByTag } from '../grammar/nodes.ts';
import type { Registered } from '../kernel/index.ts';
import type { BlockProps, Faces } from '../runtime/node/faces.ts';

/**
 * Builds the registry entry of a shell widget: a block without a value. The grammar of the tag defines its properties.
 */
export const shellWidget = <T extends keyof NodeByTag>(
  tag: T,
  face: ComponentType<BlockProps<NodeByTag[T]>>,
  kind: 'block' | 'container' = 'block',
): Registered<Faces> => ({ definition: { tag, kind }, faces: { block: face as ComponentType<BlockProps<never>> } });
