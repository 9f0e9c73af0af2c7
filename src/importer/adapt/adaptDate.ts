import dayjs from 'dayjs';
import { productTimeText, toDateFormat } from '../../domain/dates.ts';
import type { AdaptedProperty } from './adapt.ts';
import { firstText, textOf, valueOf, type Source } from '../source.ts';

/** Canonical `type` values by the designers' names for them. */
const TYPE_ALIASES: Readonly<Record<string, string>> = {
  dates: 'date',
  time: 'datetime',
  dateRange: 'daterange',
  'date-range': 'daterange',
  datetimeRange: 'datetimerange',
  monthRange: 'monthrange',
  years: 'year',
  months: 'month',
};
const CANONICAL_TYPES: ReadonlySet<string> = new Set([
  'date',
  'month',
  'year',
  'week',
  'datetime',
  'daterange',
  'monthrange',
  'datetimerange',
]);

/** Returns true if a date format contains hours, minutes or seconds. */
const hasTimeOfDay = (format: string): boolean => /[Hhms]/.test(format);

/**
 * Returns the canonical `type` if it must be changed or added; undefined if the source's `type` or `dateType` can stay.
 */
function changedType(source: Source): string | undefined {
  const type = firstText(source, 'type', 'dateType', 'tempType');
  if (CANONICAL_TYPES.has(type)) return textOf(source, 'tempType') === type ? type : undefined;
  const hasTime =
    valueOf(source, 'show-time') === true ||
    valueOf(source, 'showTime') === true ||
    hasTimeOfDay(textOf(source, 'format'));
  if (Object.hasOwn(TYPE_ALIASES, type)) return TYPE_ALIASES[type];
  if (textOf(source, 'tagIcon') === 'date-range' || valueOf(source, 'range') === true)
    return hasTime ? 'datetimerange' : 'daterange';
  if (type === '' && /range|duration/i.test(source.standardTag ?? textOf(source, 'tag')))
    return hasTime ? 'datetimerange' : undefined;
  // here `type` is unknown: it may belong to another kind of element, such as `primary` of a button
  return hasTime ? 'datetime' : type === '' ? undefined : 'date';
}

/**
 * Converts milliseconds, as number or text, to the given format; undefined if they are no valid date. Other values are
 * unchanged.
 */
function dateText(value: unknown, format: string): unknown {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{13}$/.test(value)
        ? Number(value)
        : Number.NaN;
  if (Number.isNaN(number)) return value;
  if (!dayjs(number).isValid()) return undefined;
  // the day in the product's time zone, not in the time zone of the browser in which the form is imported
  return dayjs(productTimeText(number)).format(format);
}

/** Converts a default value in milliseconds to a text in the format of the field. */
function adaptDefault(source: Source, type: string): AdaptedProperty[] {
  const value = valueOf(source, 'defaultValue');
  const isTimestamp = (item: unknown): boolean =>
    (typeof item === 'number' && item > 0) || (typeof item === 'string' && /^\d{13}$/.test(item));
  if (!(Array.isArray(value) ? value : [value]).some(isTimestamp)) return [];
  const originalFormat = firstText(source, 'value-format', 'valueFormat', 'format');
  // `timestamp` and `x` (milliseconds) are no date formats
  const format =
    originalFormat !== '' && !/^(?:timestamp|x)$/i.test(originalFormat)
      ? toDateFormat(originalFormat)
      : type.startsWith('datetime')
        ? 'YYYY-MM-DD HH:mm:ss'
        : 'YYYY-MM-DD';
  const texts = Array.isArray(value) ? value.map((item) => dateText(item, format)) : dateText(value, format);
  return [{ key: 'defaultValue', value: texts, origin: 'defaultValue' }];
}

/** Converts the types of other date pickers, and initial values in milliseconds. */
export function adaptDate(source: Source): AdaptedProperty[] {
  const type = changedType(source);
  return [
    ...(type === undefined
      ? []
      : [
          {
            key: 'type',
            value: type,
            origin: source.entries.has('type') ? 'type' : valueOf(source, 'range') === true ? 'range' : 'show-time',
          },
        ]),
    ...adaptDefault(source, type ?? firstText(source, 'type', 'dateType')),
  ];
}

/** Sets `is-range` for a time picker that another designer marks as a range by `tagIcon`. */
export const adaptTime = (source: Source): AdaptedProperty[] =>
  textOf(source, 'tagIcon') === 'time-range' && valueOf(source, 'is-range') === undefined
    ? [{ key: 'is-range', value: true, origin: 'tagIcon' }]
    : [];
