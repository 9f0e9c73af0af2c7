import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { budget } from './codegen/budget.ts';
import { chunkFileNames, chunks } from './codegen/chunks.ts';
import { libraries } from './codegen/componentLibrary.ts';
import { earlyScript } from './codegen/earlyScript.ts';
import { LongFirst } from './codegen/longFirst.ts';
import { mockingTests } from './codegen/mockingTests.ts';
import { phoneCss } from './codegen/phoneCss.ts';
import { pdfFiles } from './codegen/pdfFiles.ts';
import { spokenNames } from './codegen/spokenNames.ts';

const ROUTER = `${import.meta.dirname}/node_modules/react-router/dist/production`;

const web = {
  root: 'src/app',
  base: './',
  publicDir: false as const,
  // the package leads bundlers to its build with warnings for developers
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: `${ROUTER}/index.mjs` },
      { find: /^react-router\/dom$/, replacement: `${ROUTER}/dom-export.mjs` },
    ],
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1500,
    rollupOptions: { output: { codeSplitting: { groups: chunks }, chunkFileNames } },
  },
  css: { postcss: { plugins: [phoneCss()] } },
  worker: { format: 'es' as const },
};

/** The server is bundled too, so that a start needs no TypeScript loader; packages stay outside. */
const server = {
  build: {
    outDir: 'dist/server',
    emptyOutDir: true,
    ssr: true,
    target: 'node20',
    rollupOptions: {
      input: {
        main: 'src/server/main.ts',
        backup: 'src/server/backup/main.ts',
        moveFiles: 'src/server/backup/moveFiles.ts',
        documents: 'src/server/documentFiles/main.ts',
        columns: 'src/server/records/columns/main.ts',
        embedded: 'src/server/store/embedded/child.ts',
        docText: 'src/server/files/doc/child.ts',
        sheets: 'src/server/imports/worker.ts',
        readForm: 'src/server/documents/readForm.worker.ts',
        judge: 'src/server/records/save/judge/judge.worker.ts',
      },
      // shared parts beside the entries: they start processes and threads from files next to them
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
};

const project = (name: string, include: string[], extra: object = {}) => ({
  extends: true as const,
  root: import.meta.dirname,
  test: { name, include, ...extra },
});

const COMPONENT_TESTS = 'tests/{runtime,widgets,screens,shell,app,designer}/**/*.test.{ts,tsx}';
const component = {
  environment: 'happy-dom',
  testTimeout: 30_000,
  expect: { poll: { timeout: 10_000 } },
  alias: libraries,
  globalSetup: ['codegen/componentLibrary.ts'],
  setupFiles: ['tests/setup/component.ts'],
};

/** Each needs modules of its own: those that it replaces may have been loaded by another file. */
const mocking = mockingTests(COMPONENT_TESTS);

export default defineConfig(({ mode }) => ({
  ...(mode === 'server' ? server : web),
  plugins: [react(), budget({ limit: 130_000 }), pdfFiles(), earlyScript(), spokenNames()],
  test: {
    root: import.meta.dirname,
    // not the option --maxWorkers: the projects below take the number from here
    maxWorkers: Number(process.env.TEST_WORKERS ?? 2),
    // megabytes of new objects between two small collections: with 16 these took a tenth of the component tests
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongFirst },
    // a module is transformed once for all workers and stages, not once for each: half of what loading the server costs
    experimental: { fsModuleCache: true },
    projects: [
      project(
        'unit',
        [
          'tests/{grammar,rules,domain,safeRegex,expressions,kernel,requests,relations,effects,references,records,importer,house,api,session,properties}/**/*.test.ts',
        ],
        {
          environment: 'node',
          isolate: false,
          testTimeout: 30_000,
        },
      ),
      // loading a page's modules for each file, and a window, would cost more than most tests
      project('component', [COMPONENT_TESTS, 'tests/properties/**/*.test.tsx'], {
        ...component,
        exclude: mocking,
        isolate: false,
      }),
      project('componentMocking', mocking, component),
      // a server keeps nothing outside itself but what is true for all: its tests share the modules of their worker
      project('server', ['tests/server/**/*.test.ts'], {
        environment: 'node',
        isolate: false,
        testTimeout: 180_000,
        hookTimeout: 180_000,
        globalSetup: ['tests/server/globalSetup.ts'],
      }),
      // a browser is launched once for each worker, whose files follow each other
      project('e2e', ['tests/e2e/**/*.test.ts'], {
        environment: 'node',
        isolate: false,
        testTimeout: 120_000,
        hookTimeout: 240_000,
        expect: { poll: { timeout: 30_000 } },
        globalSetup: ['tests/e2e/globalSetup.ts'],
      }),
    ],
  },
}));
