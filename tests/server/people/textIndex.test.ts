import { expect, it } from 'vitest';
import fc from '../../support/fc.ts';
import { indexTexts } from '../../../src/server/system/textIndex.ts';

it('finds the texts that hold or begin with a part, each once, in their order, as looking through them one by one does', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '张', '伟'), maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 12 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '张'), maxLength: 3 }),
      (texts, part) => {
        const places = (is: (one: string) => boolean): number[] => texts.flatMap((one, at) => (is(one) ? [at] : []));
        const index = indexTexts(texts);
        expect(index.find(part)).toEqual(places((one) => one.includes(part)));
        expect(index.find(part, true)).toEqual(places((one) => one.startsWith(part)));
      },
    ),
  );
});

it('finds nothing across the border of two texts', () => {
  expect(indexTexts(['ab', 'cd']).find('b\nc')).toEqual([]);
  expect(indexTexts([]).find('a')).toEqual([]);
});

it('finds everything by nothing', () => {
  expect([indexTexts(['ab', '', 'cd']).find(''), indexTexts(['ab', '', 'cd']).find('', true)]).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ]);
});
