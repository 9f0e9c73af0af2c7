import { LONGEST_CELL } from '../../domain/sheetText.ts';
import { isWhole } from '../http/wholeText.ts';
import type { Cell } from './messages.ts';

/** What people are shown of a text of the sheet. */
const SHOWN = 200;

/** A text of a cell as it is worked on: without blanks around it, null when nothing is left, and of one too long no more than shows that it is. */
export const keptText = (text: string): string | null => text.trim().slice(0, LONGEST_CELL + 1) || null;

/** Why a text of a cell is not taken; null: it is. */
export function faultOf(text: string): string | null {
  if (text.length > LONGEST_CELL) return `内容超过 ${LONGEST_CELL} 个字符`;
  return isWhole(text) ? null : '内容中有不允许的字符';
}

/** Characters of the texts of a row. */
export const lengthOf = (row: readonly Cell[]): number =>
  row.reduce(
    (sum: number, cell) =>
      sum +
      (typeof cell === 'string'
        ? cell.length
        : cell !== null && typeof cell === 'object' && 'text' in cell
          ? (cell.text?.length ?? 0)
          : 0),
    0,
  );

/** A sentence about a cell, or a name that a sheet gives, as it can be told and stored: it may quote a whole page, and what no database holds. */
export const brief = (text: string, longest = SHOWN): string =>
  (text.length > longest ? `${text.slice(0, longest)}…` : text).replaceAll('\0', '').toWellFormed();
