const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const UNITS_MS = [365 * DAY_MS, 30 * DAY_MS, 7 * DAY_MS, DAY_MS, HOUR_MS, 60 * SECOND_MS, SECOND_MS];

/**
 * Converts an ISO 8601 duration (`P2D`, `PT4H`) to milliseconds; a month has 30 days, a year 365. Null for any other
 * text.
 */
export function durationMs(text: string): number | null {
  const match = DURATION.exec(text.trim());
  if (!match || !/\d/.test(text)) return null;
  return UNITS_MS.reduce((sum, unit, index) => sum + Number(match[index + 1] ?? 0) * unit, 0);
}
