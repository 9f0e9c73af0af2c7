import type { Plugin } from '../kernel/index.ts';
import type { Faces } from '../runtime/node/faces.ts';
import { block } from './block.ts';
import { SignIn } from './signIn/SignIn.tsx';

/** The sign-in page alone: it is downloaded before anything else. */
export const signIn: Plugin<Faces> = {
  name: 'signIn',
  install: ({ registerWidget }) => registerWidget(block('signIn', SignIn)),
};
