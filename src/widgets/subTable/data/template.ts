import type { CompiledColumn, Option } from '../../../kernel/index.ts';
import { failureText, notice } from '../../../runtime/host/notice.ts';
import { columnWidth } from '../columns.ts';
import type { TableModel } from '../model.ts';
import { saveBook, type BookCell } from './book.ts';

const PIXELS_PER_CHARACTER = 8;
const MAX_OPTIONS = 300;

const fillingHint = ({ node, definition }: CompiledColumn): string => definition.sheet?.hint?.(node as never) ?? '文字';

/** Returns the labels of the options without children, each with the labels of its parents before it. */
const labelsOf = (options: readonly Option[], prefix = ''): string[] =>
  options.flatMap(({ label, children }) => [
    ...(children?.length ? labelsOf(children, `${prefix}${label}/`) : [`${prefix}${label}`]),
  ]);

/** Returns the columns that this person may fill by an import. */
export const importableColumns = ({ layout, actions }: Pick<TableModel, 'layout' | 'actions'>): CompiledColumn[] => {
  const blankRow = actions.newRow();
  return layout
    .map(({ column }) => column)
    .filter((column) => column.definition.sheet?.refusal === undefined && actions.mayFill(column, blankRow));
};

/** Downloads the template (下载模板): a sheet with the column names, and a sheet with instructions and allowed values. */
export async function downloadTemplate(model: TableModel): Promise<void> {
  const { table, actions } = model;
  const columns = importableColumns(model);
  const isRequired = (column: CompiledColumn): boolean => column.node.required === true;
  const headings = columns.map((column) => `${column.node.label ?? column.key}${isRequired(column) ? '*' : ''}`);
  const helpRows: BookCell[][] = [
    ['列名', '是否必填', '填写方式', '可选值'],
    ...columns.map((column): BookCell[] => {
      const labels = labelsOf(actions.options(column.key) ?? []);
      return [
        column.node.label ?? column.key,
        isRequired(column) ? '必填' : '',
        fillingHint(column),
        `${labels.slice(0, MAX_OPTIONS).join('、')}${labels.length > MAX_OPTIONS ? ' 等' : ''}`,
      ];
    }),
  ];
  const name = table.node.label || table.key;
  try {
    await saveBook(`${name}导入模板`, [
      {
        name,
        rows: [headings],
        widths: columns.map((column) => Math.ceil(columnWidth(column) / PIXELS_PER_CHARACTER)),
      },
      { name: '填写说明', rows: helpRows, widths: [18, 10, 32, 60] },
    ]);
  } catch (error) {
    notice('warning', `模板生成失败：${failureText(error)}`);
  }
}
