/** Time formats of playback addresses. */
export type TimeFormat = 'iso' | 'compact' | 'unix';

/** A camera; `url`: live address, `playback`: address of recordings with the placeholders {start} and {end}. */
export interface Camera {
  name: string;
  url: string;
  playback?: string;
}

const padTwo = (value: number): string => String(value).padStart(2, '0');

/** Formats a time for a playback address; `iso` and `compact` use China time. */
export function timeText(moment: Date, format: TimeFormat): string {
  if (format === 'unix') return String(Math.floor(moment.getTime() / 1000));
  const china = new Date(moment.getTime() + 8 * 3_600_000);
  const dateParts = [china.getUTCFullYear(), padTwo(china.getUTCMonth() + 1), padTwo(china.getUTCDate())];
  const timeParts = [padTwo(china.getUTCHours()), padTwo(china.getUTCMinutes()), padTwo(china.getUTCSeconds())];
  return format === 'compact'
    ? [...dateParts, ...timeParts].join('')
    : `${dateParts.join('-')}T${timeParts.join(':')}+08:00`;
}

/** Returns the address of a camera's recording in a time range; null without recordings. */
export function playbackAddress(camera: Camera, from: Date, to: Date, format: TimeFormat): string | null {
  if (!camera.playback) return null;
  const texts: Record<string, string> = { start: timeText(from, format), end: timeText(to, format) };
  return camera.playback.replace(/\{(start|end)\}/g, (_all, name: string) => encodeURIComponent(texts[name] ?? ''));
}

/** Returns true for the address of an HLS stream, by its file extension. */
export const isHls = (address: string): boolean => /\.m3u8(?:[?#]|$)/i.test(address);
