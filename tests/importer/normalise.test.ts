import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toTextMap } from '../../src/importer/values.ts';
import { brief, parse } from '../kernel/support.ts';

interface Case {
  title: string;
  input: unknown;
  fields?: unknown[];
  settings?: Record<string, unknown>;
  problems: string[];
}

const folder = 'tests/fixtures/importer/normalise';
const cases = readdirSync(folder).map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Case);

describe('a document of another dialect', () => {
  it.each(cases)('$title', ({ input, fields, settings, problems }) => {
    const before = JSON.stringify(input);
    const { definition, problems: found } = parse(input);
    expect(brief(found).toSorted()).toEqual(problems.toSorted());
    if (fields) expect(definition?.fields).toEqual(fields);
    if (settings) expect(definition).toMatchObject(settings);
    expect(JSON.stringify(input)).toBe(before);
  });

  it.each(cases.filter(({ fields }) => fields))('once canonical stays as it is: $title', ({ input }) => {
    const { definition } = parse(input);
    expect(parse(definition).definition).toEqual(definition);
  });
});

it('names of answers that are numbers become texts, as in a form of other values', () => {
  const pairs = [{ key: 'a', value: 0 }, { name: 1, value: 'x' }, { label: 'b', value: {} }, { value: 'y' }];
  expect(toTextMap(pairs)).toEqual({ a: '0', 1: 'x' });
});
