import type { Plugin } from '../kernel/registry.ts';
import type { Faces } from '../runtime/faces.ts';
import { signIn } from '../shell/signInPlugin.ts';

/** Vocabulary of the pages before sign-in. Short on purpose: it decides how soon a person can sign in. */
export const openPlugins: readonly Plugin<Faces>[] = [signIn];
