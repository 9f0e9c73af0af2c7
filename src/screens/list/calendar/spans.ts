import type { FormRecord } from '../../../grammar/documents.ts';
import { relatedIds } from '../../../kernel/index.ts';
import type { AnyOf, ListCondition } from '../../../runtime/services/paging.ts';
import { dayOf } from '../more/storedDays.ts';
import type { CalendarFields } from '../viewParts.ts';

/** A record with its first and last day, as YYYY-MM-DD. */
export interface Span {
  record: FormRecord;
  start: string;
  end: string;
}

/** Returns the days of a record; null without a first day. A missing or earlier last day counts as the first day. */
export function spanOf(record: FormRecord, fields: CalendarFields): Span | null {
  const value = fields.start === 'createTime' ? record.createTime : record.fieldsMap[fields.start];
  const [first, last] = Array.isArray(value) ? (value as unknown[]) : [value, record.fieldsMap[fields.end ?? '']];
  const start = dayOf(first, fields.startFormat);
  const end = dayOf(last, fields.isPeriod ? fields.startFormat : fields.endFormat);
  return start === '' ? null : { record, start, end: end < start ? start : end };
}

/** Returns the conditions for the records that include at least one day from `firstDay` to `lastDay` (inclusive). */
export function overlapConditions(
  fields: CalendarFields,
  firstDay: string,
  lastDay: string,
): (ListCondition | AnyOf)[] {
  const { start, end } = fields;
  const lastMoment = start === 'createTime' ? `${lastDay} 23:59:59` : lastDay;
  if (end === undefined) return [{ field: start, op: 'range', value: [firstDay, lastMoment] }];
  return [
    { field: start, op: 'lte', value: lastDay },
    // a record without a last day takes only its first day
    {
      anyOf: [
        { field: end, op: 'gte', value: firstDay },
        { field: start, op: 'gte', value: firstDay },
      ],
    },
  ];
}

/**
 * A span as a bar over the displayed days. `firstColumn`, `lastColumn`: indexes of the first and last day that the bar
 * covers; `row`: index of the line in which the bar is placed.
 */
export interface Bar extends Span {
  firstColumn: number;
  lastColumn: number;
  row: number;
  /** True if the span begins before the first displayed day. `isCutRight`: it ends after the last displayed day. */
  isCutLeft: boolean;
  isCutRight: boolean;
}

/**
 * Returns bars for the spans that include some of the days, in rows without overlaps. Of spans with the same first day,
 * the longer one is placed above.
 */
export function placeBars(spans: readonly Span[], days: readonly string[]): Bar[] {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  /** By row: index in `days` of the last occupied day. */
  const occupiedUntil: number[] = [];
  return spans
    .filter(({ start, end }) => start <= last && end >= first)
    .toSorted((a, b) => a.start.localeCompare(b.start) || b.end.localeCompare(a.end))
    .map((span) => {
      const firstColumn = Math.max(0, days.indexOf(span.start));
      const lastColumn = days.includes(span.end) ? days.indexOf(span.end) : days.length - 1;
      const freeRow = occupiedUntil.findIndex((day) => day < firstColumn);
      const row = freeRow === -1 ? occupiedUntil.length : freeRow;
      occupiedUntil[row] = lastColumn;
      return { ...span, firstColumn, lastColumn, row, isCutLeft: span.start < first, isCutRight: span.end > last };
    });
}

/** A lane of the calendar's week view: the records with one value of a field, such as a person or a meeting room. */
export interface CalendarLane {
  /** The value of the field; '' for records without a value. */
  key: string;
  label: string;
  spans: readonly Span[];
}

/**
 * Returns the spans grouped by the value of a field: first `knownLanes` in their order, then other lanes by name, then
 * the spans without a value. A record with several values is in the lane of each value.
 */
export function lanesOf(
  spans: readonly Span[],
  field: string,
  knownLanes: readonly { key: string; label: string }[],
): CalendarLane[] {
  const labels = new Map(knownLanes.map(({ key, label }) => [key, label]));
  const spansByLane = new Map<string, Span[]>();
  for (const span of spans) {
    const value = span.record.fieldsMap[field];
    // the values of options may be numbers
    const values: unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value];
    const keys = relatedIds(values.map((item) => (typeof item === 'number' ? String(item) : item)));
    const label = span.record.fieldsMap[`${field}Label`];
    const texts = typeof label === 'string' && keys.length > 1 ? label.split(/[,，、]/) : [label];
    for (const [index, key] of (keys.length === 0 ? [''] : keys).entries()) {
      spansByLane.set(key, [...(spansByLane.get(key) ?? []), span]);
      const text = texts[index];
      if (!labels.has(key)) labels.set(key, typeof text === 'string' && text !== '' ? text : key);
    }
  }
  const knownKeys = new Set(knownLanes.map(({ key }) => key));
  const otherKeys = [...spansByLane.keys()]
    .filter((key) => key !== '' && !knownKeys.has(key))
    .toSorted((a, b) => (labels.get(a) ?? '').localeCompare(labels.get(b) ?? '', 'zh'));
  const keys = [...knownLanes.map(({ key }) => key), ...otherKeys, ...(spansByLane.has('') ? [''] : [])];
  return keys.map((key) => ({
    key,
    label: key === '' ? '未填写' : (labels.get(key) ?? key),
    spans: spansByLane.get(key) ?? [],
  }));
}
