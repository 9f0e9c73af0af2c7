import dayjs from 'dayjs';
import { toDateFormat } from '../../domain/dates.ts';
import type { Adapted } from './adapt.ts';
import { firstText, textOf, valueOf, type Source } from '../source.ts';

const TYPES: Readonly<Record<string, string>> = {
  dates: 'date',
  time: 'datetime',
  dateRange: 'daterange',
  'date-range': 'daterange',
  datetimeRange: 'datetimerange',
  monthRange: 'monthrange',
  years: 'year',
  months: 'month',
};
const KNOWN: ReadonlySet<string> = new Set([
  'date',
  'month',
  'year',
  'week',
  'datetime',
  'daterange',
  'monthrange',
  'datetimerange',
]);

const hasClock = (format: string): boolean => /[Hhms]/.test(format);

function typeOf(source: Source): string | undefined {
  const type = firstText(source, 'type', 'dateType', 'tempType');
  if (KNOWN.has(type)) return textOf(source, 'tempType') === type ? type : undefined;
  const hasTime =
    valueOf(source, 'show-time') === true || valueOf(source, 'showTime') === true || hasClock(textOf(source, 'format'));
  if (Object.hasOwn(TYPES, type)) return TYPES[type];
  if (textOf(source, 'tagIcon') === 'date-range' || valueOf(source, 'range') === true)
    return hasTime ? 'datetimerange' : 'daterange';
  if (type === '' && /range|duration/i.test(source.as ?? textOf(source, 'tag')))
    return hasTime ? 'datetimerange' : undefined;
  // `primary` of a button and the like: a type that is none
  return hasTime ? 'datetime' : type === '' ? undefined : 'date';
}

/** Milliseconds, or a text of them, as the text that our dates are stored as. */
function dateText(value: unknown, format: string): unknown {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{13}$/.test(value)
        ? Number(value)
        : Number.NaN;
  if (Number.isNaN(number)) return value;
  const date = dayjs(number);
  return date.isValid() ? date.format(format) : undefined;
}

function adaptDefault(source: Source, type: string): Adapted[] {
  const value = valueOf(source, 'defaultValue');
  const isStamp = (one: unknown): boolean =>
    (typeof one === 'number' && one > 0) || (typeof one === 'string' && /^\d{13}$/.test(one));
  if (!(Array.isArray(value) ? value : [value]).some(isStamp)) return [];
  const written = firstText(source, 'value-format', 'valueFormat', 'format');
  const format =
    written !== '' && !/^(?:timestamp|x)$/i.test(written)
      ? toDateFormat(written)
      : type.startsWith('datetime')
        ? 'YYYY-MM-DD HH:mm:ss'
        : 'YYYY-MM-DD';
  const texts = Array.isArray(value) ? value.map((one) => dateText(one, format)) : dateText(value, format);
  return [{ key: 'defaultValue', value: texts, origin: 'defaultValue' }];
}

/** Types of other date pickers, and initial values in milliseconds. */
export function adaptDate(source: Source): Adapted[] {
  const type = typeOf(source);
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

export const adaptTime = (source: Source): Adapted[] =>
  textOf(source, 'tagIcon') === 'time-range' && valueOf(source, 'is-range') === undefined
    ? [{ key: 'is-range', value: true, origin: 'tagIcon' }]
    : [];
