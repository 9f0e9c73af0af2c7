import { act, fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { settle } from '../support.tsx';
import { NAME, press, show, type Shown } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

const choice = (key: string, label: string, options: object[], more: object = {}): object => ({
  tag: 'el-select',
  __vModel__: key,
  label,
  __slot__: { options },
  ...more,
});
const KIND = choice('kind', '类别', [
  { label: '钢筋', value: 'A' },
  { label: '水泥', value: 'B' },
]);
const GRADE = choice(
  'grade',
  '牌号',
  [
    { label: '其他', value: 'a9', parent: 'A' },
    { label: '其他', value: 'b9', parent: 'B' },
    { label: '通用', value: 'x' },
  ],
  { dependKey: 'kind' },
);
const paste = async (table: Shown, text: string): Promise<void> => {
  await act(async () => {
    fireEvent.paste(table.keys(), { clipboardData: { getData: () => text } });
  });
  await settle(50);
};
const choose = async (table: Shown, row: number, label: string): Promise<void> => {
  await table.edit(row, 'kind');
  await table.click(
    [...document.querySelectorAll('.ant-select-item-option')].find((item) => item.textContent === label) as Element,
  );
  await settle(200);
};

test('a pasted text is read as an option of what its row depends on, on whichever side of it that stands', async () => {
  const table = await show({ columns: [GRADE, KIND, NAME], rows: [{ id: 'a', fieldsMap: { kind: 'A' } }] });
  await act(async () => table.keys().focus());
  await paste(table, '其他\n其他\t水泥\n通用\t钢筋');
  expect(table.rows().map(({ fieldsMap: { grade, gradeLabel } }) => [grade, gradeLabel])).toEqual([
    ['a9', '其他'],
    ['b9', '其他'],
    ['x', '通用'],
  ]);
  expect(table.root.querySelectorAll('.st-wrong')).toHaveLength(0);
});

test('a choice that no longer fits is removed with the change it depended on, and comes back with its undo (LNG-009)', async () => {
  const table = await show({
    columns: [KIND, GRADE, NAME],
    rows: [
      { id: 'a', fieldsMap: { kind: 'A', grade: 'a9', gradeLabel: '其他' } },
      { id: 'b', fieldsMap: { kind: 'A', grade: 'x', gradeLabel: '通用' } },
    ],
  });
  await choose(table, 0, '水泥');
  expect(table.rows()[0].fieldsMap).toMatchObject({ kind: 'B', grade: '', gradeLabel: '' });
  await choose(table, 1, '水泥');
  expect(table.rows()[1].fieldsMap).toMatchObject({ kind: 'B', grade: 'x', gradeLabel: '通用' });
  await table.click(table.action('undo') as Element);
  await table.click(table.action('undo') as Element);
  expect(table.rows()[0].fieldsMap).toMatchObject({ kind: 'A', grade: 'a9', gradeLabel: '其他' });
});

test('a column that depends on a removed choice is emptied with it', async () => {
  const detail = choice('detail', '规格', [{ label: '细', value: 'a9-1', parent: 'a9' }], { dependKey: 'grade' });
  const table = await show({
    columns: [KIND, GRADE, detail],
    rows: [{ id: 'a', fieldsMap: { kind: 'A', grade: 'a9', detail: 'a9-1', detailLabel: '细' } }],
  });
  await choose(table, 0, '水泥');
  expect(table.rows()[0].fieldsMap).toMatchObject({ kind: 'B', grade: '', detail: '', detailLabel: '' });
});

test('a paste or a fill of what others depend on removes their choices that no longer fit, as one step', async () => {
  const choice = { grade: 'a9', gradeLabel: '其他' };
  const table = await show({
    columns: [KIND, GRADE, NAME],
    rows: [
      { id: 'a', fieldsMap: { kind: 'B', kindLabel: '水泥' } },
      { id: 'b', fieldsMap: { kind: 'A', ...choice } },
      { id: 'c', fieldsMap: { kind: 'A', ...choice } },
    ],
  });
  const grades = (): unknown[] => table.rows().map(({ fieldsMap: { grade, gradeLabel } }) => [grade, gradeLabel]);
  await act(async () => table.keys().focus());
  await press(table.keys(), 'ArrowDown', { shiftKey: true });
  await press(table.keys(), 'd', { ctrlKey: true });
  await settle(50);
  expect(grades()[1]).toEqual(['', '']);
  await table.click(table.action('undo') as Element);
  expect(grades()[1]).toEqual(['a9', '其他']);
  await paste(table, '水泥\n钢筋\n水泥');
  expect(grades()).toEqual([
    [undefined, undefined],
    ['a9', '其他'],
    ['', ''],
  ]);
});
