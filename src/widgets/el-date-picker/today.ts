import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { productTimeText } from '../../domain/dates.ts';
import { dateKind, toStoredText } from './kinds.ts';

dayjs.extend(customParseFormat);

type Node = NodeByTag['el-date-picker'];

const DAY_MS = 24 * 60 * 60 * 1000;

const storedTextOf = (node: Node, date: Dayjs): string => toStoredText(date, dateKind(node));

/**
 * Returns the initial value of a field with `isToday` (FK-013): the current time in China in the field's stored format,
 * regardless of the browser's time zone. A range is from today to today. Undefined for fields without `isToday`.
 */
export function todayOf(node: Node): string | string[] | undefined {
  if (node.isToday !== '1') return undefined;
  const now = storedTextOf(node, dayjs(productTimeText()));
  return dateKind(node).isRange ? [now, now] : now;
}

/**
 * Returns true if the stored text is close to the current time: the stored text of yesterday, today or tomorrow (days,
 * weeks, months), or at most two days in the past or one day in the future (times).
 */
function isCloseToNow(node: Node, text: string): boolean {
  const now = dayjs();
  if ([-1, 0, 1].some((days) => storedTextOf(node, now.add(days, 'day')) === text)) return true;
  const strictDate = dayjs(text, dateKind(node).valueFormat, true);
  const ageMs = now.valueOf() - (strictDate.isValid() ? strictDate : dayjs(text)).valueOf();
  // a form may have been open for up to two days
  return ageMs <= 2 * DAY_MS && -ageMs <= DAY_MS;
}

/**
 * Returns true if the value may be the initial value of a field with `isToday` (FK-013). The browser set the value when
 * the form was opened, and the server checks it later with its own clock, so `isCloseToNow` allows a tolerance.
 */
export function isPlausibleToday(value: unknown, node: Node): boolean {
  if (node.isToday !== '1') return false;
  return (Array.isArray(value) ? value : [value]).every(
    (end: unknown) => typeof end === 'string' && isCloseToNow(node, end),
  );
}
