const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const textOf = (date: Date): string => date.toISOString().slice(0, 10);

export const dayPlus = (day: string, days: number): string => {
  const date = at(day);
  date.setUTCDate(date.getUTCDate() + days);
  return textOf(date);
};

/** So many months later; the last day of a shorter month for a day that it has not. */
export function monthsPlus(day: string, months: number): string {
  const date = at(day);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), last));
  return textOf(first);
}

/** The first day of the period in which a day lies. */
function startOf(part: string, day: string): string {
  const date = at(day);
  switch (part) {
    case 'year':
      return `${day.slice(0, 4)}-01-01`;
    case 'quarter':
      return textOf(new Date(Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3, 1)));
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'week':
      return dayPlus(day, -((date.getUTCDay() + 6) % 7));
    default:
      return day;
  }
}

/** The key of the period in which a day lies. */
export function periodText(part: string, day: string): string {
  const start = startOf(part, day);
  switch (part) {
    case 'year':
      return start.slice(0, 4);
    case 'quarter':
      return `${start.slice(0, 4)}-Q${Math.floor(Number(start.slice(5, 7)) / 3) + 1}`;
    case 'month':
      return start.slice(0, 7);
    case 'week': {
      // the week belongs to the year of its Thursday
      const year = dayPlus(start, 3).slice(0, 4);
      const first = startOf('week', `${year}-01-04`);
      const number = Math.round((at(start).getTime() - at(first).getTime()) / (7 * 86_400_000)) + 1;
      return `${year}-W${String(number).padStart(2, '0')}`;
    }
    default:
      return start;
  }
}

/** The keys of all periods from that of one day to that of another. */
export function periodsBetween(part: string, from: string, to: string): string[] {
  const found: string[] = [];
  const end = startOf(part, to);
  for (let day = startOf(part, from); day <= end;) {
    found.push(periodText(part, day));
    day =
      part === 'week'
        ? dayPlus(day, 7)
        : part === 'day'
          ? dayPlus(day, 1)
          : monthsPlus(day, part === 'year' ? 12 : part === 'quarter' ? 3 : 1);
  }
  return found;
}
