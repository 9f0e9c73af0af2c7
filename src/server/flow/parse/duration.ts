const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const UNITS = [365 * DAY, 30 * DAY, 7 * DAY, DAY, HOUR, 60 * SECOND, SECOND];

/** An ISO 8601 duration (`P2D`, `PT4H`) in milliseconds; a month counts 30 days. Null for anything else. */
export function durationOf(text: string): number | null {
  const parts = DURATION.exec(text.trim());
  if (!parts || !/\d/.test(text)) return null;
  return UNITS.reduce((sum, unit, index) => sum + Number(parts[index + 1] ?? 0) * unit, 0);
}
