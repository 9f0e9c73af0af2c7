import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ColumnTable } from '../../../src/designer/excel/ColumnTable.tsx';
import { guessFromTitle, type GuessedColumn } from '../../../src/designer/excel/guessColumn.ts';
import type { Cell } from '../../../src/designer/excel/sheetTable.ts';

/** The column after its kind was changed in the table. */
function corrected(column: Partial<GuessedColumn>, option: string, cells: Cell[] = []): GuessedColumn | undefined {
  const before = { ...guessFromTitle('车辆'), ...column };
  const onChange = vi.fn<(columns: GuessedColumn[]) => void>();
  const table = {
    name: '表',
    titles: ['车辆'],
    rows: cells.map((cell) => [cell]),
    rowNumbers: cells.map((_cell, index) => index + 2),
    headingRow: 1,
  };
  const form = { table, id: 'a', formKey: 'a', formName: '表', columns: [before], isLeftOut: false };
  const { unmount } = render(<ColumnTable form={form} otherForms={[]} onChange={onChange} />);
  const box = screen.getByRole('combobox', { name: '车辆的类型' });
  fireEvent.mouseDown(box);
  const list = document.querySelector<HTMLElement>('.ant-select-dropdown') as HTMLElement;
  fireEvent.click(within(list).getByText(option, { selector: '.ant-select-item-option-content' }));
  unmount();
  return onChange.mock.calls[0]?.[0][0];
}
const OPTIONS = ['轿车', '货车'];

it('a column loses “不重复” with a kind that cannot have it', () => {
  expect(corrected({ kind: 'text', isUnique: true }, '多行文本')).toMatchObject({ kind: 'textarea', isUnique: false });
  expect(corrected({ kind: 'text', isUnique: true }, '电话')).toMatchObject({ kind: 'phone', isUnique: true });
});

it('options that were read or typed stay; without any they are the values of the column', () => {
  expect(corrected({ kind: 'select', options: OPTIONS }, '单选', ['面包车'])?.options).toEqual(OPTIONS);
  expect(corrected({ kind: 'yesNo', options: ['是', '否'] }, '下拉选择')?.options).toEqual(['是', '否']);
  expect(corrected({ kind: 'text', options: [] }, '下拉选择', ['面包车', '轿车', '面包车'])?.options).toEqual([
    '面包车',
    '轿车',
  ]);
});
