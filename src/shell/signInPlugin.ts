import type { Plugin } from '../kernel/index.ts';
import type { Faces } from '../runtime/node/faces.ts';
import { shellWidget } from './block.ts';
import { SignIn } from './signIn/SignIn.tsx';

/** The plugin with only the sign-in page, kept small because it is downloaded first. */
export const signInPlugin: Plugin<Faces> = {
  name: 'signIn',
  install: ({ registerWidget }) => registerWidget(shellWidget('signIn', SignIn)),
};
