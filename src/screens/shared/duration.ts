const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Returns the text of a duration in seconds, in its two largest units: “3天4小时”. */
export function durationText(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return '不足1分钟';
  const days = Math.floor(seconds / DAY_SECONDS);
  const hours = Math.floor((seconds % DAY_SECONDS) / HOUR_SECONDS);
  const minutes = Math.floor((seconds % HOUR_SECONDS) / MINUTE_SECONDS);
  if (days > 0) return `${days}天${hours > 0 ? `${hours}小时` : ''}`;
  return hours > 0 ? `${hours}小时${minutes > 0 ? `${minutes}分钟` : ''}` : `${minutes}分钟`;
}
