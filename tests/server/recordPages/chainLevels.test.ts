import { expect, it } from 'vitest';
import { levelsOf } from '../../../src/server/recordPages/chainLevels.ts';

const levels = (parents: Record<string, string[]>): Record<string, number> =>
  Object.fromEntries(levelsOf(new Map(Object.entries(parents))));

it('a form is one level below the lowest form to which it refers', () => {
  expect(
    levels({ receipt: ['invoice'], invoice: ['contract', 'project'], contract: ['project'], project: [] }),
  ).toEqual({ project: 1, contract: 2, invoice: 3, receipt: 4 });
});

it('forms that refer to each other have the same level, in whatever order they come', () => {
  const expected = { project: 1, order: 2, offer: 2, invoice: 3 };
  expect(levels({ offer: ['order', 'project'], order: ['offer'], invoice: ['order'], project: [] })).toEqual(expected);
  expect(levels({ invoice: ['order'], order: ['offer'], project: [], offer: ['order', 'project'] })).toEqual(expected);
});

it('many forms with many references take no time', () => {
  const keys = Array.from({ length: 60 }, (_none, index) => `form${index}`);
  const parents = Object.fromEntries(keys.map((key, index) => [key, keys.slice(index + 1)]));
  expect(levels(parents)).toMatchObject({ form0: 60, form59: 1 });
});
