import type { Plugin } from '../kernel/index.ts';
import type { Faces } from '../runtime/node/faces.ts';
import { signInPlugin } from '../shell/signInPlugin.ts';
import { widget as page } from '../widgets/page/index.ts';
import { widget as result } from '../widgets/result/index.ts';
import { widget as text } from '../widgets/text/index.ts';

/** The few blocks that public pages (sign-in, 401 ...) may contain. */
const publicBlocks: Plugin<Faces> = {
  name: 'openBlocks',
  install: ({ registerWidget }) => {
    for (const widget of [page, result, text]) registerWidget(widget);
  },
};

/** Plugins of the pages before sign-in. Kept small, because they determine how fast the sign-in page loads. */
export const publicPlugins: readonly Plugin<Faces>[] = [publicBlocks, signInPlugin];
