import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Opened on phones alone, which have no keyboard to lose. */
const ON_PHONES = ['src/designer/menu/MenuManager.tsx'];

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => `src/${name}`);

test('every dialog that is taken out of the tree when it closes gives the keyboard back to where it was', () => {
  // `open` without a value: the dialog is there only while it is open
  const always = sources.filter((file) => /<(Modal|Drawer)\s+open\s(?!=)/.test(readFileSync(file, 'utf8')));
  expect(always.length).toBeGreaterThan(15);
  expect(
    always.filter((file) => !readFileSync(file, 'utf8').includes('useReturnedFocus()') && !ON_PHONES.includes(file)),
  ).toEqual([]);
});
