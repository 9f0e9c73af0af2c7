import dayjs from 'dayjs';
import type { FieldNode, NodeByTag } from '../../grammar/nodes.ts';
import { mondayOf, toDateFormat } from '../format/dates.ts';
import type { Scope } from '../form.ts';
import { fillPlaceholders, sourceOf } from '../placeholders.ts';
import type { WidgetDefinition } from '../widget.ts';

const STORED: Readonly<Record<string, string>> = { month: 'YYYY-MM', year: 'YYYY', datetime: 'YYYY-MM-DD HH:mm:ss' };

/** FK-013: now, as the date field stores it; a range is from today to today. */
function todayFor(node: NodeByTag['el-date-picker']): string | string[] {
  const type = node.type ?? node.dateType ?? (node.format === 'YYYY-MM' ? 'month' : 'date');
  const now = (type === 'week' ? mondayOf(dayjs()) : dayjs()).format(toDateFormat(node['value-format'] ?? STORED[type.replace('range', '')] ?? 'YYYY-MM-DD'));
  return type.endsWith('range') ? [now, now] : now;
}

/** FK-013: the time of day, as the time field stores it. */
function nowFor(node: NodeByTag['el-time-picker']): string | string[] {
  const now = dayjs().format(node['value-format'] ?? node.format ?? 'HH:mm:ss');
  return node['is-range'] === true ? [now, now] : now;
}

/** FK-012, FK-013: value of a field in a new record or row; placeholders are filled from who is looking and from the values around. */
export function initialValue(node: FieldNode, definition: WidgetDefinition, { values, situation, row }: Scope): unknown {
  if ('serial' in node && node.serial) return definition.emptyValue;
  if (node.tag === 'el-date-picker' && node.isToday === '1') return todayFor(node);
  if (node.tag === 'el-time-picker' && node.isToday === '1') return nowFor(node);
  if (node.defaultValue !== undefined) return fillPlaceholders(node.defaultValue as unknown, sourceOf(situation, { ...values, ...row }));
  return definition.emptyValue;
}
