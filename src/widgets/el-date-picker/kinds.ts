import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Dayjs } from 'dayjs';
import { mondayOf, toDateFormat } from '../../domain/dates.ts';

type Node = NodeByTag['el-date-picker'];

export interface DateKind {
  picker: 'date' | 'month' | 'year' | 'week';
  isRange: boolean;
  hasTime: boolean;
  /** Format of the displayed text. */
  format: string;
  /** Format of the stored text. */
  valueFormat: string;
}

const DEFAULTS: Record<string, Pick<DateKind, 'picker' | 'hasTime'> & { format: string; valueFormat?: string }> = {
  date: { picker: 'date', hasTime: false, format: 'YYYY-MM-DD' },
  month: { picker: 'month', hasTime: false, format: 'YYYY-MM' },
  year: { picker: 'year', hasTime: false, format: 'YYYY' },
  // stored as the date of its Monday
  week: { picker: 'week', hasTime: false, format: 'GGGG年第WW周', valueFormat: 'YYYY-MM-DD' },
  datetime: { picker: 'date', hasTime: true, format: 'YYYY-MM-DD HH:mm:ss' },
};

/**
 * Returns picker and formats of a date field (FK-017, FK-037, VL-006, VL-008). A field without a type and with the
 * format YYYY-MM is a month field.
 */
export function dateKind(node: Node): DateKind {
  const type = node.type ?? node.dateType ?? (node.format === 'YYYY-MM' ? 'month' : 'date');
  const isRange = type.endsWith('range');
  const base = DEFAULTS[isRange ? type.slice(0, -'range'.length) : type] ?? DEFAULTS.date;
  return {
    picker: base.picker,
    isRange,
    hasTime: base.hasTime,
    format: toDateFormat(node.format ?? base.format),
    valueFormat: toDateFormat(node['value-format'] ?? base.valueFormat ?? base.format),
  };
}

/** Returns the stored text of a date; for a week picker, the Monday of the week. */
export const toStoredText = (date: Dayjs, { picker, valueFormat }: DateKind): string =>
  (picker === 'week' ? mondayOf(date) : date).format(valueFormat);
