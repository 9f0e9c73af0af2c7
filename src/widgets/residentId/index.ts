import type { Plugin } from '../../kernel/index.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { definition } from './definition.ts';
import { View } from './view.tsx';

/** 身份证号: example of a plugin, installed by one line in src/app/plugins.ts. */
export const residentIdPlugin: Plugin<Faces> = {
  name: 'residentId',
  install(registrar) {
    registrar.registerWidget({
      definition,
      faces: { edit: lazyFace(async () => (await import('./edit.tsx')).Edit), view: View },
    });
  },
};
