import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STORE_FILES } from '../server/storeFiles.ts';
import { OWN_MODULES } from '../support/ownModules.ts';

const TESTS = join(import.meta.dirname, '..');
const COMPONENT_ROOMS = ['app', 'designer', 'properties', 'runtime', 'screens', 'shell', 'widgets'];

/** The test files of these rooms that call `vi` so: others of their worker would meet what they left. */
function calling(pattern: RegExp, rooms: readonly string[]): string[] {
  const files = rooms.flatMap((room) =>
    readdirSync(join(TESTS, room), { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
  );
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file));
  expect(tests.length).toBeGreaterThan(50);
  const source = (file: string): string => readFileSync(join(TESTS, file), 'utf8');
  return tests.filter((file) => pattern.test(source(file))).map((file) => `tests/${file}`);
}

test('no server test replaces a module', () => {
  expect(calling(/\bvi\s*\.\s*(?:do)?[mM]ock\(/, ['server'])).toEqual([]);
});

test('component tests that replace or reload a module have modules of their own', () => {
  const found = calling(/\bvi\s*\.\s*(?:(?:do)?[mM]ock|resetModules)\(/, COMPONENT_ROOMS);
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter((file) => !OWN_MODULES.includes(file))).toEqual([]);
});

test('every file and folder that is listed for both stores is there', () => {
  expect(Object.keys(STORE_FILES).filter((path) => !existsSync(path))).toEqual([]);
});
