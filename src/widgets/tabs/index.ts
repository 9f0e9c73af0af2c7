import type { Registered } from '../../kernel/registry.ts';
import type { Faces } from '../../runtime/faces.ts';
import { lazyFace } from '../../runtime/lazyFace.tsx';
import { definition } from './definition.ts';

export const widget: Registered<Faces> = {
  definition,
  faces: { block: lazyFace(async () => (await import('./block.tsx')).BlockTabs) },
};
