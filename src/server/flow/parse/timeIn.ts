const WRITTEN = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?/;

/** The point in time that a date field holds (`2026-12-31`, `2026-12-31 09:00:00`), in China's time, in ms; null for anything else. */
export function timeIn(value: unknown): number | null {
  const parts = typeof value === 'string' ? WRITTEN.exec(value) : null;
  const time = parts ? Date.parse(`${parts[1]}T${parts[2] ?? '00:00'}+08:00`) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
