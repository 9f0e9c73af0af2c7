/**
 * The component library in one file for the component tests: loading it from its 1,700 files took most of a file's
 * start wherever a test file has modules of its own. The product bundles the same sources.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

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
/**
 * The tests' components insert no styles: making antd's rules and, in happy-dom, matching each of them against every
 * element whose computed style is asked for took a large part of these tests. What styles do is seen in a browser only.
 */
const STYLE_HOOK = 'export default function useStyleRegister(';
const WITHOUT_STYLES = `export default function useStyleRegister() {
  return (node) => React.createElement(React.Fragment, null, React.createElement(Empty), node);
}
function insertsStyles(`;
const withoutStyles: Plugin = {
  name: 'component-library-without-styles',
  transform(code, id) {
    if (!id.endsWith('/cssinjs/es/hooks/useStyleRegister.js')) return undefined;
    if (!code.includes(STYLE_HOOK)) this.error(`expected "${STYLE_HOOK}" in ${id}`);
    return code.replace(STYLE_HOOK, () => WITHOUT_STYLES);
  },
};
/** One folder for each state of the installed packages. */
const FOLDER = join(
  ROOT,
  'node_modules',
  `.component-library-${createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .update(JSON.stringify(ENTRIES) + WITHOUT_STYLES)
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
    plugins: [withoutStyles],
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
