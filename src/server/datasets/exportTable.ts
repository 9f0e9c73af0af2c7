import type { SheetCell, SheetColumn } from '../archive/index.ts';
import type { DatasetAnswer, Figure } from './ask.ts';

const titleOf = ({ label, unit, format }: Figure): string =>
  unit ? `${label}（${unit}）` : format === 'percent' ? `${label}（%）` : label;

/** A figure as a spreadsheet takes it: a share in percent; what is more exact than a double stays a text. */
function cellOf(value: string | null, { format }: Figure): SheetCell {
  if (value === null) return null;
  const number = Number(value);
  if (!Number.isFinite(number) || value.replace(/\D/g, '').length > 15) return value;
  return format === 'percent' ? Number((number * 100).toFixed(6)) : number;
}

/** The rows of an answer as a sheet: its groups, then its figures. */
export function sheetOf({ groups, figures, rows }: DatasetAnswer): { columns: SheetColumn[]; rows: SheetCell[][] } {
  return {
    columns: [
      ...groups.map(({ label }) => ({ title: label, width: 24 })),
      ...figures.map((figure) => ({ title: titleOf(figure), width: 18 })),
    ],
    rows: rows.map(({ labels, values }) => [
      ...labels,
      ...figures.map((figure, index) => cellOf(values[index] ?? null, figure)),
    ]),
  };
}
