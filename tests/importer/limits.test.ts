import { describe, expect, it } from 'vitest';
import { brief, parse } from '../kernel/support.ts';

const nestedLists = '['.repeat(50_000) + ']'.repeat(50_000);
const nestedRows = `${'{"tag":"row","children":['.repeat(20_000)}${']}'.repeat(20_000)}`;
const select = (more: object): object => ({ tag: 'el-select', __vModel__: 'a', label: 'a', ...more });
const many = <T>(item: T): T[] => Array.from({ length: 130_000 }, () => item);

describe('the importer does not throw', () => {
  it.each([
    { key: '__slot__', said: [] },
    { key: 'defaultValue', said: [] },
    { key: 'staticJson', said: ['warning DOC_OPTIONS 0/staticJson'] },
    { key: 'resourseApiParams', said: ['error DOC_SHAPE 0/resourseApiParams'] },
  ])('for a text of 50,000 nested lists under `$key`, and keeps the field', ({ key, said }) => {
    const { definition, problems } = parse([select({ [key]: nestedLists })]);
    expect(definition?.fields).toMatchObject([{ tag: 'el-select', __vModel__: 'a' }]);
    expect(brief(problems)).toEqual(said);
  });

  it('for an element that is a text of 20,000 nested rows, and says that it is too deep', () => {
    const { definition, problems } = parse([select({}), nestedRows]);
    expect(definition?.fields).toMatchObject([{ tag: 'el-select', __vModel__: 'a' }]);
    expect(brief(problems)).toEqual(['error DOC_TOO_DEEP 1']);
  });

  it('for 130,000 rows of a layout table, in either notation', () => {
    const rows = [
      { type: 'table', category: 'container', rows: many({ cols: [] }), options: { name: 't' } },
      { tag: 'tableLayout', tagIcon: 'table', children: many({ tag: 'tr', children: [] }) },
    ];
    for (const table of rows)
      expect(parse([select({}), table]).definition?.fields[0]).toMatchObject({ tag: 'el-select' });
  });

  it('for 130,000 faulty elements in one container of a dialog', () => {
    const { problems } = parse({
      fields: [select({})],
      actions: [{ key: 'a', label: 'a', at: 'page', dialog: [{ tag: 'row', children: many({ tag: 'el-input' }) }] }],
    });
    expect(problems.length).toBeGreaterThanOrEqual(130_000);
  });
});
