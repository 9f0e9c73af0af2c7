import { expect, test } from 'vitest';
import { withDefaultsOfEditable } from '../../src/records/recordValues.ts';
import { compile, nodeRules, situation } from '../kernel/support.ts';

const RECEIVER = {
  tag: 'userSelector',
  __vModel__: 'receiver',
  label: '收样人',
  defaultValue: '${curentUser}',
  defaultWhen: 'editable',
};
const FORM = compile([
  {
    tag: 'subTable',
    __vModel__: 'samples',
    label: '样品',
    children: [{ tag: 'el-input', __vModel__: 'name', label: '名称' }, RECEIVER],
  },
]);
const rows = (fieldsMap: object) => ({ samples: [{ id: 'a', fieldsMap: { name: '一', ...fieldsMap } }] });
const at = (editable: '0' | '1') =>
  situation({ flowState: '1', nodeRules: nodeRules({ tables: { samples: { editable } } }) });
const firstRow = (values: Record<string, unknown>): unknown =>
  (values.samples as { fieldsMap: object }[])[0]?.fieldsMap;

test('an empty column of a row gets its default where the row may be filled in (FK-012)', () => {
  expect(firstRow(withDefaultsOfEditable(FORM, rows({}), at('1')))).toEqual({
    name: '一',
    receiver: 'u1',
    receiverLabel: '王工',
  });
});

test('a filled column, and a table that may not be edited, stay the same objects', () => {
  const filled = rows({ receiver: 'u7', receiverLabel: '李' });
  const empty = rows({});
  expect((withDefaultsOfEditable(FORM, filled, at('1')).samples as object[])[0]).toBe(filled.samples[0]);
  expect((withDefaultsOfEditable(FORM, empty, at('0')).samples as object[])[0]).toBe(empty.samples[0]);
});

test('the rows of other people get no default where a task is for one row', () => {
  const samples = ['a', 'b'].map((id) => ({ id, fieldsMap: { name: id } }));
  const forRowA = { ...at('1'), rowsOfOtherTasks: { table: 'samples', ids: new Set(['b']) } };
  const filled = withDefaultsOfEditable(FORM, { samples }, forRowA).samples as { fieldsMap: Record<string, unknown> }[];
  expect(filled.map(({ fieldsMap }) => fieldsMap.receiver)).toEqual(['u1', undefined]);
});
