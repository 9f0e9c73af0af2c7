/** Which test files belong to the files that changed against main. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const lines = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

/** The commit that the work began from: where this branch left main; in a clone without main, the last commit. */
function base(): string {
  for (const main of ['main', 'origin/main'])
    try {
      return lines('merge-base', 'HEAD', main)[0] ?? 'HEAD';
    } catch {
      /* there is no such branch */
    }
  return 'HEAD';
}

/** Paths that differ from the base in commits or in the working tree, new ones among them; removed ones, too. */
export const changedFiles = (): string[] =>
  [
    ...new Set([...lines('diff', '--name-only', base()), ...lines('ls-files', '--others', '--exclude-standard')]),
  ].sort();

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const isInBrowser = (path: string): boolean => path.startsWith('tests/e2e/');

const testFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter(isTest);

/** The tests that lie in the folder of `tests` which mirrors the folder of a source file, or in the next one above. */
function mirrored(source: string): string[] {
  for (let folder = dirname(source); folder !== 'src' && folder !== '.'; folder = dirname(folder)) {
    const mirror = folder.replace(/^src/, 'tests');
    const own = existsSync(mirror) ? readdirSync(mirror).filter(isTest) : [];
    if (own.length > 0) return own.map((file) => join(mirror, file));
  }
  return [];
}

/** For each file that a test imports by a relative path: the tests that import it. */
function importers(tests: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const test of tests)
    for (const [, path] of readFileSync(test, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const target = normalize(join(dirname(test), path ?? ''));
      found.set(target, [...(found.get(target) ?? []), test]);
    }
  return found;
}

/** Documents are read by these, besides the check of generated files. */
const OF_DOCUMENTS = [
  'tests/kernel/documents.test.ts',
  'tests/shell/platform.test.ts',
  'tests/server/seed/seed.test.ts',
];

/**
 * The tests of a change: the changed tests themselves, those that mirror the folder of a changed source file, those
 * that import a changed file directly (doors excepted: half of the tests import them), and always `tests/house`.
 * Browser tests are told apart, for they need a build.
 */
export function testsOf(changed: readonly string[]): { files: string[]; inBrowser: string[] } {
  const all = testFiles('tests');
  const importing = importers(all);
  const chosen = new Set(testFiles('tests/house'));
  for (const path of changed) {
    if (isTest(path) && existsSync(path)) chosen.add(path);
    if (path.startsWith('src/')) for (const test of mirrored(path)) chosen.add(test);
    if (path.startsWith('schemas/')) for (const test of OF_DOCUMENTS) chosen.add(test);
    if (!path.endsWith('/index.ts') && path !== 'tests/server/support.ts')
      for (const test of importing.get(path) ?? []) chosen.add(test);
  }
  const sorted = [...chosen].filter((path) => existsSync(path)).sort();
  return { files: sorted.filter((path) => !isInBrowser(path)), inBrowser: sorted.filter(isInBrowser) };
}
