import type { Registered } from '../../kernel/index.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { definition } from './definition.ts';
import { View } from './view.tsx';

export const widget: Registered<Faces> = {
  definition,
  faces: { edit: lazyFace(async () => (await import('./edit.tsx')).Edit), view: View },
};
