import { expect, test } from 'vitest';
import { isPictureFile, previewKind } from '../../src/domain/fileValue.ts';

test('a file whose extension is the name of a property of every object is only downloaded', () => {
  const file = { id: 'f1', fileExt: 'constructor', fileName: '附件.constructor' };
  expect([previewKind(file), isPictureFile(file)]).toEqual(['none', false]);
  expect([previewKind({ ...file, fileExt: 'PNG' }), isPictureFile({ ...file, fileExt: 'PNG' })]).toEqual([
    'window',
    true,
  ]);
});
