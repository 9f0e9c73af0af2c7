import type { Registered } from '../../kernel/index.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { definition } from './definition.ts';

export const widget: Registered<Faces> = {
  definition,
  faces: { block: lazyFace(async () => (await import('./block.tsx')).TableLayout) },
};
