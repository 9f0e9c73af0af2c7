import type { Plugin } from '../kernel/index.ts';
import type { Faces } from '../runtime/node/faces.ts';
import { signIn } from '../shell/signInPlugin.ts';
import { widget as page } from '../widgets/page/index.ts';
import { widget as result } from '../widgets/result/index.ts';
import { widget as text } from '../widgets/text/index.ts';

/** The few blocks that sign-in, 401 and their like may be made of. */
const openBlocks: Plugin<Faces> = {
  name: 'openBlocks',
  install: ({ registerWidget }) => {
    for (const widget of [page, result, text]) registerWidget(widget);
  },
};

/** Vocabulary of the pages before sign-in. Short on purpose: it decides how soon a person can sign in. */
export const openPlugins: readonly Plugin<Faces>[] = [openBlocks, signIn];
