import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { chinaTime } from '../../domain/dates.ts';
import { dateKind, stored } from './kinds.ts';

dayjs.extend(customParseFormat);

type Node = NodeByTag['el-date-picker'];

const DAY = 24 * 60 * 60 * 1000;

const textAt = (node: Node, at: Dayjs): string => stored(at, dateKind(node));

/** FK-013: now in China, as the field stores it, wherever the browser stands; a range is from today to today. Undefined where the node does not ask for it. */
export function todayOf(node: Node): string | string[] | undefined {
  if (node.isToday !== '1') return undefined;
  const now = textAt(node, dayjs(chinaTime()));
  return dateKind(node).isRange ? [now, now] : now;
}

/** A text that now, or a moment up to a day away, is stored as: a day, a week or a month by its text, hours and seconds by how far they are off. */
function isAboutNow(node: Node, text: string): boolean {
  const now = dayjs();
  if ([-1, 0, 1].some((days) => textAt(node, now.add(days, 'day')) === text)) return true;
  const strict = dayjs(text, dateKind(node).valueFormat, true);
  const age = now.valueOf() - (strict.isValid() ? strict : dayjs(text)).valueOf();
  // as old as a form may have been open
  return age <= 2 * DAY && -age <= DAY;
}

/** FK-013: the sender's clock set a “today” field when the form was opened; the server's runs on. A day apart is the same today. */
export function isTodayHonest(value: unknown, node: Node): boolean {
  if (node.isToday !== '1') return false;
  return (Array.isArray(value) ? value : [value]).every(
    (one: unknown) => typeof one === 'string' && isAboutNow(node, one),
  );
}
