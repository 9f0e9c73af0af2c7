/** How a place of videos wants its times written. */
export type TimeFormat = 'iso' | 'compact' | 'unix';

/** One camera of a wall. */
export interface Camera {
  name: string;
  url: string;
  playback?: string;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A moment as a place of videos wants it; clock times are those of China, as everywhere in the product. */
export function timeText(moment: Date, format: TimeFormat): string {
  if (format === 'unix') return String(Math.floor(moment.getTime() / 1000));
  const china = new Date(moment.getTime() + 8 * 3_600_000);
  const day = [china.getUTCFullYear(), two(china.getUTCMonth() + 1), two(china.getUTCDate())];
  const time = [two(china.getUTCHours()), two(china.getUTCMinutes()), two(china.getUTCSeconds())];
  return format === 'compact' ? [...day, ...time].join('') : `${day.join('-')}T${time.join(':')}+08:00`;
}

/** The address by which a camera's past is played; null: it has none. */
export function playbackAddress(camera: Camera, from: Date, to: Date, format: TimeFormat): string | null {
  if (!camera.playback) return null;
  const texts: Record<string, string> = { start: timeText(from, format), end: timeText(to, format) };
  return camera.playback.replace(/\{(start|end)\}/g, (_all, name: string) => encodeURIComponent(texts[name] ?? ''));
}

/** HLS says so by the ending of its list. */
export const isHls = (address: string): boolean => /\.m3u8(?:[?#]|$)/i.test(address);
