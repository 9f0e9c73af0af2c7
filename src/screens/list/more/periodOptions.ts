/** Options for relative periods with Chinese labels. The server computes their dates when it reads the list. */
export const PERIOD_OPTIONS: { value: string; label: string }[] = [
  ['today', '今天'],
  ['yesterday', '昨天'],
  ['tomorrow', '明天'],
  ['thisWeek', '本周'],
  ['lastWeek', '上周'],
  ['nextWeek', '下周'],
  ['thisMonth', '本月'],
  ['lastMonth', '上月'],
  ['nextMonth', '下月'],
  ['thisQuarter', '本季度'],
  ['lastQuarter', '上季度'],
  ['thisYear', '本年'],
  ['lastYear', '去年'],
  ['last:7d', '近 7 天'],
  ['last:30d', '近 30 天'],
  ['next:7d', '未来 7 天'],
  ['next:30d', '未来 30 天'],
  ['next:90d', '未来 90 天'],
  ['overdue', '今天以前（已到期）'],
].map(([value = '', label = '']) => ({ value, label }));

const LABELS: ReadonlyMap<string, string> = new Map(PERIOD_OPTIONS.map(({ value, label }) => [value, label]));

/** Returns the Chinese name of a period; if it has none, its wire name. */
export function periodLabel(name: string): string {
  const [, direction = '', days = ''] = /^(next|last):(\d+)d$/.exec(name) ?? [];
  return LABELS.get(name) ?? (direction === '' ? name : `${direction === 'next' ? '未来' : '近'} ${days} 天`);
}

/** The periods in the menu of a date filter, by the unit that its date picker selects. */
export const QUICK_PERIODS: Readonly<Record<'date' | 'week' | 'month' | 'year', readonly string[]>> = {
  date: ['today', 'thisWeek', 'thisMonth', 'thisQuarter', 'thisYear', 'lastMonth', 'last:7d', 'last:30d'],
  week: ['thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'],
  month: ['thisMonth', 'thisQuarter', 'thisYear', 'lastMonth', 'lastYear'],
  year: ['thisYear', 'lastYear'],
};
