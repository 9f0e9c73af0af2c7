import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = 'node_modules/pdfjs-dist';
/** What a PDF may leave to its reader: character maps of Chinese encodings, the 14 standard fonts, JPEG 2000 pictures without WebAssembly. */
const PARTS = [
  ['cmaps', /\.bcmap$/],
  ['standard_fonts', /\.(pfb|ttf)$/],
  ['wasm', /_nowasm_fallback\.js$/],
] as const;

/** Puts the files that the PDF reader fetches by name beside the page, under `assets/pdf`. */
export function pdfFiles(): Plugin {
  let isServer = false;
  return {
    name: 'pdf-files',
    apply: 'build',
    configResolved(config) {
      isServer = Boolean(config.build.ssr);
    },
    generateBundle() {
      if (isServer) return;
      for (const [folder, names] of PARTS) {
        for (const name of readdirSync(join(PACKAGE, folder)).filter((file) => names.test(file))) {
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdf/${folder}/${name}`,
            source: readFileSync(join(PACKAGE, folder, name)),
          });
        }
      }
    },
  };
}
