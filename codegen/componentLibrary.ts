/**
 * The component library in one file for the component tests: loading it from its 1,700 files took most of a file's
 * start wherever a test file has modules of its own. The product bundles the same sources.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const ENTRIES = {
  antd: 'antd',
  icons: '@ant-design/icons',
  patch: '@ant-design/v5-patch-for-react-19',
  formilyAntd: '@formily/antd-v5',
  // exports the function that discards the message container (`tests/setup/component.ts`)
  message: 'antd/es/message/index.js',
};
/** Of these there may be one only: the tests and other libraries load them, too. */
const SHARED = [/^react($|\/)/, /^react-dom($|\/)/, /^dayjs$/, /^@formily\/(?!antd-v5|grid)/];
/** One folder for each state of the installed packages. */
const FOLDER = join(
  ROOT,
  'node_modules',
  `.component-library-${createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .update(JSON.stringify(ENTRIES))
    .digest('hex')
    .slice(0, 16)}`,
);

/** Where the tests find the packages. */
export const libraries = Object.entries(ENTRIES).map(([file, name]) => ({
  find: new RegExp(`^${name}$`),
  replacement: join(FOLDER, `${file}.mjs`),
}));

/** Made once for the packages that are installed; runs at the same time may make it twice, and the first one stays. */
export default async function setup(): Promise<void> {
  if (existsSync(FOLDER)) return;
  const made = mkdtempSync(`${FOLDER}-`);
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: made,
      emptyOutDir: false,
      minify: false,
      rollupOptions: {
        input: ENTRIES,
        external: SHARED,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  try {
    renameSync(made, FOLDER);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(FOLDER)) throw error;
  }
}
