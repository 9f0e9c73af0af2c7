import dayjs from 'dayjs';
import { DATE_FORMAT, daysBetween } from '../../../domain/dates.ts';
import { parseDate } from '../../../widgets/shared/text/dates.ts';

/** Returns the day of a stored date as YYYY-MM-DD; '' without a date. `format`: the stored format. */
export const dayOf = (value: unknown, format: string = DATE_FORMAT): string =>
  parseDate(value, format)?.format(DATE_FORMAT) ?? '';

/** Replaces the day of a stored date, in the format of its field; the time part stays. */
export function withDay(value: unknown, day: string, format: string = DATE_FORMAT): string {
  const text = typeof value === 'string' ? value : '';
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return `${day}${text.slice(DATE_FORMAT.length)}`;
  const storedDate = parseDate(text, format);
  return (storedDate?.add(daysBetween(storedDate.format(DATE_FORMAT), day), 'day') ?? dayjs(day)).format(format);
}
