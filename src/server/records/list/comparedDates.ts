import type { CompiledField } from '../../../kernel/index.ts';
import { pointInTime } from './listTime.ts';

const TOKENS = ['YYYY', 'MM', 'DD', 'HH', 'mm', 'ss'] as const;
const TOKEN = new RegExp(TOKENS.join('|'), 'g');
const ISO = 'YYYY-MM-DD HH:mm:ss';
const SHAPE = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?)?)?$/;
const EXAMPLE = ['2026', '01', '31', '09', '00', '00'];

/** How a date field's values are written, where their order as texts is their order in time; null of any other. */
export function comparedFormat({ node, definition }: CompiledField): string | null {
  const format = definition.dateFormat?.(node as never);
  if (format === undefined) return null;
  const used = format.match(TOKEN) ?? [];
  const isInOrder = used.length > 0 && used.every((token, index) => token === TOKENS[index]);
  return isInOrder && !/[A-Za-z[\]]/.test(format.replace(TOKEN, '').replace('T', '')) ? format : null;
}

const written = (format: string, parts: readonly string[]): string =>
  format.replace(TOKEN, (token) => parts[TOKENS.indexOf(token as (typeof TOKENS)[number])] ?? '');

export const dateExample = (format: string): string => written(format, EXAMPLE);

/** Year, month … as far as the text says them: as ISO writes them, or as the field does. */
function partsOf(text: string, format: string): string[] | null {
  const own = new RegExp(
    `^${format.replace(/[^A-Za-z0-9]/g, '\\$&').replace(TOKEN, (token) => `(\\d{${token.length}})`)}$`,
  );
  return (SHAPE.exec(text) ?? own.exec(text))?.slice(1).filter((part) => part !== undefined) ?? null;
}

const lastDay = (year: string, month: string): string =>
  String(new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()).padStart(2, '0');

/** The first and the last moment of a date of a query, as `YYYY-MM-DD HH:mm:ss`; null where there is no such date. */
export function dateLimits(text: string, format: string): { from: string; to: string; said: number } | null {
  const parts = partsOf(text.trim(), format);
  if (!parts) return null;
  const [year = '', month] = parts;
  const first = [...parts, ...['', '01', '01', '00', '00', '00'].slice(parts.length)];
  const last = [...parts, ...['', '12', lastDay(year, month ?? '12'), '23', '59', '59'].slice(parts.length)];
  const [from, to] = [written(ISO, first), written(ISO, last)];
  return pointInTime(from, false) === null ? null : { from, to, said: parts.length };
}

/**
 * The first and the last text that a field of this format may hold at a date of a query; null where there is no such date.
 * `isOne`: there is only one. What is stored in full where the field wants less (from another system) lies within, too.
 */
export function dateSpan(text: string, format: string): { from: string; to: string; isOne: boolean } | null {
  const limits = dateLimits(text, format);
  if (!limits) return null;
  const [from, to] = [limits.from, limits.to].map((moment) => written(format, moment.split(/[- :]/))) as [
    string,
    string,
  ];
  // of a text in the order of ISO its beginning is enough: what says no more than that is within
  const said = ISO.startsWith(format) ? ([4, 7, 10, 13, 16, 19][limits.said - 1] ?? 0) : format.length;
  return { from: from.slice(0, said), to: `${to.slice(0, said)}~`, isOne: from === to };
}
