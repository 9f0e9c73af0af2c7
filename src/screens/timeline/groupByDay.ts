import dayjs from 'dayjs';
import type { TimelineEntry } from '../../runtime/services/recordPages.ts';

export interface DayGroup {
  /** `YYYY-MM-DD`. */
  day: string;
  /** 今天, 昨天, or the date with weekday. */
  label: string;
  entries: TimelineEntry[];
}

const WEEKDAYS = '日一二三四五六';

function labelOf(day: string, today: string): string {
  const date = dayjs(day);
  if (day === today) return '今天';
  if (date.add(1, 'day').format('YYYY-MM-DD') === today) return '昨天';
  const text = date.year() === dayjs(today).year() ? date.format('M月D日') : date.format('YYYY年M月D日');
  return `${text} 周${WEEKDAYS[date.day()]}`;
}

/** Groups entries (sorted newest first) by day. */
export function groupByDay(
  entries: readonly TimelineEntry[],
  today: string = dayjs().format('YYYY-MM-DD'),
): DayGroup[] {
  const days: DayGroup[] = [];
  for (const entry of entries) {
    const day = entry.time.slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, label: labelOf(day, today), entries: [entry] });
  }
  return days;
}
