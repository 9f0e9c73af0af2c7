import type { SheetCell, SheetColumn } from '../archive/index.ts';
import type { DatasetAnswer } from './askDatasets.ts';
import type { Figure } from './datasetQuestion.ts';
import type { LinesAnswer } from './ledgerLines.ts';

/** Returns the column title of a figure, with its unit. */
export function titleOf({ label, unit, format }: Figure): string {
  if (unit) return `${label}（${unit}）`;
  return format === 'percent' ? `${label}（%）` : label;
}

/**
 * Converts the value of a figure to a spreadsheet cell. A fraction in percent format is multiplied by 100. A number
 * with more digits than a double can represent stays a text.
 */
export function cellOf(value: string | null, { format }: Figure): SheetCell {
  if (value === null) return null;
  const number = Number(value);
  if (!Number.isFinite(number) || value.replace(/\D/g, '').length > 15) return value;
  return format === 'percent' ? Number((number * 100).toFixed(6)) : number;
}

/**
 * Converts an answer into a sheet: first the columns of the groups, then those of the figures. If the answer does not
 * contain all groups, the last row states this.
 */
export function sheetOf({ groups, figures, rows, total }: DatasetAnswer): {
  columns: SheetColumn[];
  rows: SheetCell[][];
} {
  return {
    columns: [
      ...groups.map(({ label }) => ({ title: label, width: 24 })),
      ...figures.map((figure) => ({ title: titleOf(figure), width: 18 })),
    ],
    rows: [
      ...rows.map(({ labels, values }) => [
        ...labels,
        ...figures.map((figure, index) => cellOf(values[index] ?? null, figure)),
      ]),
      ...(total > rows.length ? [[`前 ${rows.length} 组，共 ${total} 组`]] : []),
    ],
  };
}

/**
 * Converts a ledger into a sheet. After its rows, a row contains the sums over all rows of the dataset. If the
 * dataset's `limit` cuts rows off, a further row states this. `shownKeys`: keys of the columns in the reader's order;
 * null: all columns.
 */
export function sheetOfLines(
  { heads, figures, rows, sums, page, ofAll }: LinesAnswer,
  shownKeys: readonly string[] | null,
): { columns: SheetColumn[]; rows: SheetCell[][] } {
  type Line = LinesAnswer['rows'][number] | null;
  const allColumns = [
    ...heads.map(({ key, label, isNumber }, index) => ({
      key,
      title: label,
      width: 20,
      cell: (line: Line): SheetCell => {
        const cell = line?.cells[index];
        return isNumber ? cellOf(cell?.value ?? null, { key, label, isMeasure: false }) : (cell?.text ?? null);
      },
    })),
    ...figures.map((figure, index) => ({
      key: figure.key,
      title: titleOf(figure),
      width: 16,
      cell: (line: Line): SheetCell => cellOf((line ? line.values : sums)[index] ?? null, figure),
    })),
  ];
  const columns = shownKeys
    ? shownKeys.flatMap((key) => allColumns.filter((column) => column.key === key))
    : allColumns;
  const firstHead = columns.find(({ key }) => heads.some((head) => head.key === key));
  const sumRow = columns.map((column) => (column === firstHead ? '合计' : column.cell(null)));
  return {
    columns: columns.map(({ title, width }) => ({ title, width })),
    rows: [
      ...rows.map((row) => columns.map(({ cell }) => cell(row))),
      // without a column for its label, the row of sums would look like one more row
      ...(rows.length > 0 && !firstHead ? [['合计']] : []),
      ...(rows.length > 0 ? [sumRow] : []),
      ...(rows.length > 0 && ofAll !== null ? [[`前 ${page.total} 行，共 ${ofAll} 行；合计为全部行`]] : []),
    ],
  };
}
