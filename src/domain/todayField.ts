import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import type { FieldNode, NodeByTag } from '../grammar/nodes.ts';
import { mondayOf, toDateFormat } from './dates.ts';

dayjs.extend(customParseFormat);

type DateNode = NodeByTag['el-date-picker'];

const STORED: Readonly<Record<string, string>> = { month: 'YYYY-MM', year: 'YYYY', datetime: 'YYYY-MM-DD HH:mm:ss' };
const typeOf = (node: DateNode): string => node.type ?? node.dateType ?? (node.format === 'YYYY-MM' ? 'month' : 'date');
/** How a date field stores its value. */
export const storedDateFormat = (node: DateNode): string =>
  toDateFormat(node['value-format'] ?? STORED[typeOf(node).replace('range', '')] ?? 'YYYY-MM-DD');

const textAt = (node: DateNode, at: Dayjs): string =>
  (typeOf(node) === 'week' ? mondayOf(at) : at).format(storedDateFormat(node));

/** FK-013: now, as the date field stores it; a range is from today to today. */
export function todayFor(node: DateNode): string | string[] {
  const now = textAt(node, dayjs());
  return typeOf(node).endsWith('range') ? [now, now] : now;
}

/** FK-013: the time of day, as the time field stores it. */
export function nowFor(node: NodeByTag['el-time-picker']): string | string[] {
  const now = dayjs().format(node['value-format'] ?? node.format ?? 'HH:mm:ss');
  return node['is-range'] === true ? [now, now] : now;
}

const DAY = 24 * 60 * 60 * 1000;

/** A text that now, or a moment up to a day away, is stored as: a day, a week or a month by its text, hours and seconds by how far they are off. */
function isAboutNow(node: DateNode, text: string): boolean {
  const now = dayjs();
  if ([-1, 0, 1].some((days) => textAt(node, now.add(days, 'day')) === text)) return true;
  const strict = dayjs(text, storedDateFormat(node), true);
  const age = now.valueOf() - (strict.isValid() ? strict : dayjs(text)).valueOf();
  // as old as a form may have been open
  return age <= 2 * DAY && -age <= DAY;
}

/** FK-013: the sender's clock set a “today” field when the form was opened; the server's runs on. A day apart is the same today. */
export function isTodayHonest(node: FieldNode, value: unknown): boolean {
  // any time of day is within a day of now
  if (node.tag === 'el-time-picker') return node.isToday === '1';
  if (node.tag !== 'el-date-picker' || node.isToday !== '1') return false;
  return (Array.isArray(value) ? value : [value]).every(
    (one: unknown) => typeof one === 'string' && isAboutNow(node, one),
  );
}
