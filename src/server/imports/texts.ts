import { MAX_CELL_LENGTH } from '../../domain/sheetText.ts';
import { isStorable } from '../http/storableText.ts';
import type { Cell } from './messages.ts';

/** Default maximum number of characters of a shortened text. */
const DEFAULT_MAX_LENGTH = 200;

/**
 * Returns a cell's text without surrounding white space; null if it is empty. A text that is too long is cut to one
 * character more than the limit, so that `textProblem` still reports it.
 */
export const normalizeText = (text: string): string | null => text.trim().slice(0, MAX_CELL_LENGTH + 1) || null;

/** Returns why a cell's text is not accepted (Chinese text); null if it is accepted. */
export function textProblem(text: string): string | null {
  if (text.length > MAX_CELL_LENGTH) return `内容超过 ${MAX_CELL_LENGTH} 个字符`;
  return isStorable(text) ? null : '内容中有不允许的字符';
}

/** Returns the number of characters of all texts in a row. */
export const textLengthOf = (row: readonly Cell[]): number =>
  row.reduce((sum: number, cell) => {
    if (typeof cell === 'string') return sum + cell.length;
    return sum + (cell !== null && typeof cell === 'object' && 'text' in cell ? (cell.text?.length ?? 0) : 0);
  }, 0);

/** Shortens a text for messages and for the database, and removes characters that the database cannot store. */
export const shortenText = (text: string, maxLength = DEFAULT_MAX_LENGTH): string =>
  (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text).replaceAll('\0', '').toWellFormed();
