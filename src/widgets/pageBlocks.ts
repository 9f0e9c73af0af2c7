import type { Plugin } from '../kernel/registry.ts';
import type { Faces } from '../runtime/faces.ts';
import { widget as page } from './page/index.ts';
import { widget as result } from './result/index.ts';
import { widget as text } from './text/index.ts';

/** The blocks that the small registry of the pages before sign-in needs (401, 404); `builtins` holds them too. */
export const pageBlocks: Plugin<Faces> = {
  name: 'pageBlocks',
  install({ registerWidget }) {
    for (const widget of [page, text, result]) registerWidget(widget);
  },
};
