import { textOfDayFraction } from '../shared/text/serialDates.ts';
import dayjs from 'dayjs';
import { productTimeText } from '../../domain/dates.ts';
import { toHalfWidth } from '../../domain/halfWidth.ts';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';
import { parseTime, timeFormats } from './timeFormats.ts';
import { asText } from '../shared/values.ts';

type Node = NodeByTag['el-time-picker'];

/** Returns the times of a range without the missing ones. */
const filledTimes = (value: readonly unknown[]): unknown[] =>
  value.filter((time) => time !== null && time !== undefined && time !== '');

/** Returns the initial value of a field with `isToday` (FK-013): the current time in China in the stored format. */
function nowOf(node: Node): string | string[] | undefined {
  if (node.isToday !== '1') return undefined;
  const now = dayjs(productTimeText()).format(node['value-format'] ?? node.format ?? 'HH:mm:ss');
  return node['is-range'] === true ? [now, now] : now;
}

/** Time field (FT-004). The value is a time as text; with `is-range`, `[start, end]`. */
export const definition: WidgetDefinition<Node> = {
  tag: 'el-time-picker',
  kind: 'field',
  valueType: (node) => (node['is-range'] === true ? 'list' : 'string'),
  initialValue: nowOf,
  // a clock that differs by up to a day may show any time of day, so every value is accepted
  isInitialValue: (_value, node) => node.isToday === '1',
  comparedAs: (node) => (node['is-range'] === true ? 'span' : undefined),
  filter: () => ({ op: 'range', control: { kind: 'time' } }),
  column: { width: 130, keys: { controls: (node) => (node['is-range'] === true ? 'range' : 'one') } },
  sheet: {
    hint: (node) => (node['is-range'] === true ? '起止时间，如 08:30 至 17:30' : '时间，如 08:30'),
    readNumber: ({ number }) => (number >= 0 && number < 1 ? { text: textOfDayFraction(number) } : undefined),
    readMoment: (dateTime) => dateTime.slice(11),
  },
  isEmpty: (value) =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && filledTimes(value).length === 0),
  validate(value, node) {
    const isRange = node['is-range'] === true;
    if (Array.isArray(value) !== isRange) return isRange ? '应为起止两个时间' : '应为一个时间';
    const enteredTimes = Array.isArray(value) ? filledTimes(value) : [value];
    if (isRange && enteredTimes.length === 1) return '请把起止时间填完整';
    const times = enteredTimes.map((enteredTime) => parseTime(enteredTime, node));
    if (times.some((time) => time === null)) return '时间格式不正确';
    const [start, end] = times;
    return start && end && start.isAfter(end) ? '开始时间不能晚于结束时间' : null;
  },
  text(value, node) {
    const timeText = (time: unknown): string => parseTime(time, node)?.format(timeFormats(node).format) ?? asText(time);
    return Array.isArray(value) ? filledTimes(value).map(timeText).join(' 至 ') : timeText(value);
  },
  fromText(text, node) {
    const isRange = node['is-range'] === true;
    if (text.trim() === '') return { ok: true, value: isRange ? [] : '' };
    const times = (isRange ? text.split(/\s*(?:至|~|～|〜|到|—|–|-|－)\s*/) : [text]).map((part) =>
      parseTime(toHalfWidth(part).trim(), node),
    );
    if (times.some((time) => time === null) || (isRange && times.length !== 2))
      return { ok: false, message: `“${text.trim()}”不是时间` };
    const storedTimes = times.map((time) => time?.format(timeFormats(node).valueFormat));
    return { ok: true, value: isRange ? storedTimes : storedTimes[0] };
  },
};
