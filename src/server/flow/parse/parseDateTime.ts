const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?/;

/**
 * Parses the value of a date field (`2026-12-31`, `2026-12-31 09:00:00`) in China's time zone. Returns milliseconds
 * since 1970; null for any other value.
 */
export function parseDateTime(value: unknown): number | null {
  const parts = typeof value === 'string' ? DATE_TIME.exec(value) : null;
  const time = parts ? Date.parse(`${parts[1]}T${parts[2] ?? '00:00'}+08:00`) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
