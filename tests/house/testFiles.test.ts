import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONG_FILES, LONG_TESTS } from '../longFiles.ts';
import { LONG_STORE_FILES, STORE_FILES } from '../server/storeFiles.ts';

const TESTS = join(import.meta.dirname, '..');
/** Rooms whose tests run in a window of their own, with modules of their own. */
const COMPONENTS = /^(?:runtime|widgets|screens|shell|app|designer)\//;

test('no test mocks a module that the tests of its worker share: others would meet the mock', () => {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.test.ts') && !COMPONENTS.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => /\bvi\s*\.\s*(?:do)?[mM]ock\(/.test(readFileSync(join(TESTS, file), 'utf8')))).toEqual(
    [],
  );
});

test('every file and folder that is listed for both stores is there', () => {
  expect(Object.keys({ ...STORE_FILES, ...LONG_STORE_FILES }).filter((path) => !existsSync(path))).toEqual([]);
});

test('every long file is there, and so are the shorter tests that npm test runs in its place', () => {
  for (const [long, shorter] of Object.entries(LONG_FILES)) {
    expect([long, existsSync(long)]).toEqual([long, true]);
    expect([long, shorter.filter((path) => !existsSync(path) || path in LONG_FILES)]).toEqual([long, []]);
    expect(shorter.length).toBeGreaterThan(0);
  }
});

test('every long test of a file is one, and the shorter tests that stay in its place are there', () => {
  for (const [file, tests] of Object.entries(LONG_TESTS)) {
    const source = readFileSync(file, 'utf8');
    for (const [name, shorter] of Object.entries(tests)) {
      const at = source.indexOf(`'${name}`);
      expect([file, name, /\.runIf\([^)]*isLong\)(?:\.each\(\w+\))?\(\s*$/.test(source.slice(0, at))]).toEqual([
        file,
        name,
        true,
      ]);
      expect(shorter.filter((path) => !existsSync(path) || path in LONG_FILES)).toEqual([]);
      expect(shorter.length).toBeGreaterThan(0);
    }
  }
});

test('every folder with tests is run by a project', () => {
  const included = [...readFileSync('vite.config.ts', 'utf8').matchAll(/'tests\/(?:\{([^}]+)\}|(\w+))\/\*\*/g)].flatMap(
    ([, several, one]) => several?.split(',') ?? [one],
  );
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' });
  const folders = new Set(files.filter((file) => /\.test\.tsx?$/.test(file)).map((file) => file.split(/[/\\]/)[0]));
  expect([...folders].filter((folder) => !included.includes(folder))).toEqual([]);
});
