import type { ComponentType } from 'react';
import type { NodeByTag } from '../grammar/nodes.ts';
import type { Registered } from '../kernel/index.ts';
import type { BlockProps, Faces } from '../runtime/node/faces.ts';

/** A widget of the shell: a block without a value. The tag's grammar says what its node may hold. */
export const block = <T extends keyof NodeByTag>(
  tag: T,
  face: ComponentType<BlockProps<NodeByTag[T]>>,
  kind: 'block' | 'container' = 'block',
): Registered<Faces> => ({ definition: { tag, kind }, faces: { block: face as ComponentType<BlockProps<never>> } });
