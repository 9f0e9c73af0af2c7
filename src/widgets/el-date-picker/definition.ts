import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';
import { parseDate, rangeSplits } from '../shared/text/dates.ts';
import { asText } from '../shared/values.ts';
import { dateKind, toStoredText, type DateKind } from './kinds.ts';
import {
  DATE_FORMATS_BY_LENGTH,
  serialOfText,
  isPlausibleSerial,
  isYear,
  SERIAL_LIMIT,
  textOfSerial,
} from '../shared/text/serialDates.ts';
import { isPlausibleToday, todayOf } from './today.ts';
import { COMPACT_MONTH, parseAnyDate } from './typedDate.ts';

type Node = NodeByTag['el-date-picker'];

/**
 * Returns the text of a stored date (VL-007). With a format such as `YYYY-MM-DD` the stored text is cut to the length
 * of the format; with any other format the date is parsed and formatted.
 */
function formatDate(value: unknown, kind: DateKind): string {
  const text = asText(value);
  if (/^YYYY(-MM(-DD( HH:mm(:ss)?)?)?)?$/.test(kind.format) && /^\d{4}-/.test(text))
    return text.replace('T', ' ').slice(0, kind.format.length);
  return parseDate(value, kind.valueFormat)?.format(kind.format) ?? text;
}

const notDateError = (text: string): { ok: false; message: string } => ({
  ok: false,
  message: `“${text.trim()}”不是日期`,
});

/** Returns the dates of a range without the missing ones. */
const filledDates = (value: readonly unknown[]): unknown[] =>
  value.filter((end) => end !== null && end !== undefined && end !== '');

/** Returns the column width in px. Two dates, or a date with a time, need more space than one date. */
function widthOf(node: Node): number {
  const { isRange, hasTime, picker } = dateKind(node);
  if (!isRange) return hasTime ? 190 : 150;
  if (hasTime) return 340;
  return picker === 'month' ? 200 : 250;
}

/** Date field (FT-006). The value is a text in the field's value format, or `[start, end]`. */
export const definition: WidgetDefinition<Node> = {
  tag: 'el-date-picker',
  kind: 'field',
  valueType: (node) => (dateKind(node).isRange ? 'list' : 'string'),
  initialValue: todayOf,
  isInitialValue: isPlausibleToday,
  dateFormat: (node) => dateKind(node).valueFormat,
  comparedAs: (node) => (dateKind(node).isRange ? 'span' : undefined),
  filter(node) {
    const { picker, hasTime } = dateKind(node);
    return { op: 'range', control: { kind: 'date', picker, hasTime } };
  },
  column: {
    width: widthOf,
    canFill: true,
    keys: { controls: (node) => (dateKind(node).isRange ? 'range' : 'one') },
  },
  sheet: {
    hint(node) {
      const { isRange, picker } = dateKind(node);
      const example = { date: '2026-03-05', week: '2026-03-05', month: '2026-03', year: '2026' }[picker];
      return isRange ? `起止日期，如 ${example} 至 ${example}` : `日期，如 ${example}`;
    },
    // A number in a sheet is read as text if it is a year (field for years), has the form 202603 (field for months), or
    // lies outside of the serial dates of spreadsheets, as 20260305. Any other number must be a plausible serial date.
    readNumber({ number, text }, node) {
      const { picker } = dateKind(node);
      const isYearOrMonth =
        (picker === 'year' && isYear(number)) || (picker === 'month' && COMPACT_MONTH.test(String(number)));
      if (isYearOrMonth) return { text: String(number) };
      if (number < 1 || number >= SERIAL_LIMIT) return { text: text ?? String(number) };
      return isPlausibleSerial(number) ? { text: textOfSerial(number) } : notDateError(text ?? String(number));
    },
    write(_value, _node, text) {
      const day = serialOfText(text);
      return day === null ? null : { number: day, format: DATE_FORMATS_BY_LENGTH[text.length] ?? 'yyyy-mm-dd' };
    },
  },
  isEmpty: (value) =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && filledDates(value).length === 0),
  validate(value, node) {
    const kind = dateKind(node);
    if (Array.isArray(value) !== kind.isRange) return kind.isRange ? '应为起止两个日期' : '应为一个日期';
    const enteredDates = Array.isArray(value) ? filledDates(value) : [value];
    if (kind.isRange && enteredDates.length === 1) return '请把起止日期填完整';
    const dates = enteredDates.map((end) => parseDate(end, kind.valueFormat));
    if (dates.some((date) => date === null)) return '日期格式不正确';
    const [start, end] = dates;
    return start && end && start.isAfter(end) ? '开始日期不能晚于结束日期' : null;
  },
  text(value, node) {
    const kind = dateKind(node);
    if (!Array.isArray(value)) return formatDate(value, kind);
    return filledDates(value).length === 0
      ? ''
      : value.map((end) => formatDate(end, kind)).join(` ${node['range-separator'] ?? '至'} `);
  },
  fromText(text, node) {
    const kind = dateKind(node);
    if (text.trim() === '') return { ok: true, value: kind.isRange ? [] : '' };
    for (const parts of kind.isRange ? rangeSplits(text, node['range-separator']) : [[text]]) {
      const dates = parts.map((part) => parseAnyDate(part, kind));
      if (dates.includes(null)) continue;
      const values = dates.map((date) => date && toStoredText(date, kind));
      return { ok: true, value: kind.isRange ? values : values[0] };
    }
    return notDateError(text);
  },
};
