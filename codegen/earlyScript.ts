import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { PAGES_WITHOUT_LAYOUT } from '../src/app/routes/fixedRoutes.ts';
import { HIDDEN_PAGES } from '../src/app/routes/hiddenPages.ts';

const SOURCE = 'src/app/boot/early.js';

/** Puts the script that decides the first picture into the head: a file, because the page's policy takes no other, and a classic one, because modules run after the first picture. */
export function earlyScript(): Plugin {
  let isServer = false;
  const source = readFileSync(SOURCE, 'utf8')
    .replace(/^\/\*[\s\S]*?\*\/\n/, '')
    .replace('__LONE__', [...PAGES_WITHOUT_LAYOUT, ...HIDDEN_PAGES].map(({ path }) => path).join(' '));
  const fileName = `assets/early-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
  return {
    name: 'early-script',
    apply: 'build',
    configResolved(config) {
      isServer = Boolean(config.build.ssr);
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: `./${fileName}` }, injectTo: 'head' }],
    },
    generateBundle() {
      if (!isServer) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
