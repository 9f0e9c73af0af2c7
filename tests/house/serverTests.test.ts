import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONG_FILES } from '../longFiles.ts';
import { STORE_FILES } from '../server/storeFiles.ts';

const FOLDER = join(import.meta.dirname, '..', 'server');

test('no server test mocks a module: those of one worker share them, and others would meet the mock', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => /\bvi\s*\.\s*(?:do)?[mM]ock\(/.test(readFileSync(join(FOLDER, file), 'utf8')))).toEqual(
    [],
  );
});

test('every file and folder that is listed for both stores is there', () => {
  expect(Object.keys(STORE_FILES).filter((path) => !existsSync(path))).toEqual([]);
});

test('every long file is there, and so are the shorter tests that npm test runs in its place', () => {
  for (const [long, shorter] of Object.entries(LONG_FILES)) {
    expect([long, existsSync(long)]).toEqual([long, true]);
    expect([long, shorter.filter((path) => !existsSync(path) || path in LONG_FILES)]).toEqual([long, []]);
    expect(shorter.length).toBeGreaterThan(0);
  }
});
