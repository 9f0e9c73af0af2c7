import type { Option } from '../../../kernel/index.ts';
import { parseDates, parseHours } from '../../../domain/workTime.ts';

/** A holiday, or a make-up workday; both dates are included. */
export interface CalendarException {
  from: string;
  to: string;
  kind: 'holiday' | 'workday';
  name: string;
}

/** The calendar while it is edited. `days`: working days, 1 (Monday) to 7. `hours`: text as typed. */
export interface CalendarData {
  days: readonly number[];
  hours: string;
  exceptions: readonly CalendarException[];
}

/** Returns what a dictionary item contains: `days`, `hours`, `holiday` or `workday`. */
const kindOf = (item: Option): string => String((item as { listClass?: unknown }).listClass ?? '');
const SEPARATOR = /[，,、;；\s]+/;
const splitHours = (hours: string): string[] =>
  hours
    .split(SEPARATOR)
    .map((span) => span.trim())
    .filter(Boolean);

/** Reads the calendar from the items of its dictionary. */
export function readCalendar(items: readonly Option[]): CalendarData {
  const itemsOf = (kind: string): Option[] => items.filter((item) => kindOf(item) === kind);
  const days = itemsOf('days')
    .flatMap(({ value }) => String(value).split(','))
    .map(Number)
    .filter((day) => day >= 1 && day <= 7);
  const exceptions = [...itemsOf('holiday'), ...itemsOf('workday')].flatMap((item): CalendarException[] => {
    const dates = parseDates(String(item.value));
    return dates
      ? [
          {
            from: dates[0] ?? '',
            to: dates.at(-1) ?? '',
            kind: kindOf(item) as CalendarException['kind'],
            name: item.label,
          },
        ]
      : [];
  });
  return {
    days: days.length > 0 ? days : [1, 2, 3, 4, 5],
    hours:
      itemsOf('hours')
        .map(({ value }) => String(value))
        .join('，') || '09:00-18:00',
    exceptions: exceptions.sort((a, b) => a.from.localeCompare(b.from)),
  };
}

/** Returns a Chinese message if the calendar is invalid; otherwise null. */
export function errorOf({ days, hours, exceptions }: CalendarData): string | null {
  const spans = splitHours(hours).map(parseHours);
  if (days.length === 0) return '请至少选择一个工作日';
  if (spans.length === 0 || spans.includes(null)) return '上班时间应写作 09:00-12:00，几段之间用逗号隔开';
  const sortedSpans = spans.flatMap((span) => span ?? []).sort((a, b) => a.from - b.from);
  if (sortedSpans.some(({ from }, index) => index > 0 && from < (sortedSpans[index - 1]?.to ?? 0)))
    return '上班时间的几段不能重叠';
  const texts = exceptions.map(({ from, to }) => `${from}~${to}`);
  if (new Set(texts).size < texts.length) return '有两行是同样的日期';
  return exceptions.some(({ from, to }) => parseDates(`${from}~${to}`) === null) ? '日期范围不能超过一年' : null;
}

/** Converts a calendar to the items of its dictionary. */
export const toCalendarItems = ({
  days,
  hours,
  exceptions,
}: CalendarData): { dictLabel: string; dictValue: string; listClass: string; sn: number }[] =>
  [
    { dictLabel: '工作日', dictValue: days.join(','), listClass: 'days' },
    ...splitHours(hours).map((span) => ({ dictLabel: '上班时间', dictValue: span, listClass: 'hours' })),
    ...exceptions.map(({ from, to, kind, name }) => ({
      dictLabel: name.trim() || (kind === 'holiday' ? '放假' : '调休上班'),
      dictValue: from === to ? from : `${from}~${to}`,
      listClass: kind,
    })),
  ].map((item, index) => ({ ...item, sn: index + 1 }));
