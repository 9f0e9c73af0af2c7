import { expect, it } from 'vitest';
import type { Db } from '../../../src/server/store/database.ts';
import { rowsOfSheet } from '../../../src/server/imports/rows.ts';
import { parseFormDefinition } from '../../../src/importer/parse.ts';
import { compileForm } from '../../../src/kernel/compile.ts';
import { createVocabulary } from '../../../src/kernel/registry.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';

const choice = (key: string, label: string, options: object[], more: object = {}): object => ({
  tag: 'el-select',
  __vModel__: key,
  label,
  __slot__: { options },
  ...more,
});
const columns = [
  choice(
    'grade',
    '牌号',
    [
      { label: '其他', value: 'a9', parent: 'A' },
      { label: '其他', value: 'b9', parent: 'B' },
    ],
    { dependKey: 'kind' },
  ),
  choice('kind', '类别', [
    { label: '钢筋', value: 'A' },
    { label: '水泥', value: 'B' },
  ]),
];

it('a choice is read among the options of what its row depends on, whichever column comes first', async () => {
  const vocabulary = createVocabulary(definitions);
  const items = { tag: 'subTable', __vModel__: 'items', label: '明细', children: columns };
  const parsed = parseFormDefinition({ formKey: 'test', formName: '测试', fields: [items] }, vocabulary);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const table = compileForm(parsed.value, vocabulary).tables.get('items');
  const sheet = {
    name: '明细',
    firstRowNumber: 1,
    rows: [
      ['牌号', '类别'],
      ['其他', '钢筋'],
      ['其他', '水泥'],
    ],
  };
  // nothing of it needs the database
  const { rows, badCells } = await rowsOfSheet({} as Db, {
    sheet,
    rowIndex: 0,
    columns: table?.columns ?? [],
    unmatchedHeadings: [],
  });
  expect(badCells).toEqual([]);
  expect(rows.map(({ grade }) => grade)).toEqual(['a9', 'b9']);
});
