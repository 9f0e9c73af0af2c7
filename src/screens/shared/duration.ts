const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Text of a duration in seconds, in its two largest units: “3天4小时”. */
export function durationText(seconds: number): string {
  if (seconds < MINUTE) return '不足1分钟';
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  if (days > 0) return `${days}天${hours > 0 ? `${hours}小时` : ''}`;
  return hours > 0 ? `${hours}小时${minutes > 0 ? `${minutes}分钟` : ''}` : `${minutes}分钟`;
}
