import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
