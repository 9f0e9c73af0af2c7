import type { Plugin } from '../kernel/registry.ts';
import type { Faces } from '../runtime/faces.ts';
import { block } from './block.ts';
import { SignIn } from './signIn/signIn.tsx';

/** The sign-in page alone: it is downloaded before anything else. */
export const signIn: Plugin<Faces> = {
  name: 'signIn',
  install: ({ registerWidget }) => registerWidget(block('signIn', SignIn)),
};
