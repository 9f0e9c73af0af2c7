import type { CompiledColumn, Row, Option } from '../../kernel/index.ts';
import { labelKey } from './cellText.ts';

export type ReadText = { ok: true; value: unknown; label?: string } | { ok: false; message: string };

export interface PasteTarget {
  rows: readonly Row[];
  columns: readonly CompiledColumn[];
  /** Top left cell. */
  index: number;
  column: number;
  /** Rows that may still be appended. */
  room: number;
  /** `row` is null for a row that will be appended. */
  isEditable(column: CompiledColumn, row: Row | null): boolean;
  options(key: string): readonly Option[] | undefined;
  /** Reads the texts that only a call can (people by their names); undefined leaves it to the column. */
  known?(column: CompiledColumn, text: string): ReadText | undefined;
}

/** One text that was left out: position in the block's first row counted from 0, and why. */
export interface Unread {
  index: number;
  column: string;
  message: string;
}

export interface BlockReader {
  /** Rows of the block that have a place. */
  count: number;
  /** What row `i` of the block writes. To be called once for each, in order. */
  read(i: number): Record<string, unknown>;
  /** Columns that were skipped because they may not be edited (in some row). */
  locked: ReadonlySet<string>;
  unread: readonly Unread[];
  /** Rows and columns of the block that lie outside the table. */
  rowsBeyond: number;
  columnsBeyond: number;
}

/** Texts of a column repeat; reading a date or looking an option up is done once for each. */
const REMEMBERED = 5000;

function createRead({ options, known }: PasteTarget): (column: CompiledColumn, text: string) => ReadText {
  const byColumn = new Map<string, Map<string, ReadText>>();
  const ask = (column: CompiledColumn, text: string): ReadText =>
    known?.(column, text) ??
    column.definition.fromText?.(text, column.node as never, { options: options(column.key) ?? [] }) ?? {
      ok: true,
      value: text,
    };
  return (column, text) => {
    const seen = byColumn.get(column.key) ?? new Map<string, ReadText>();
    byColumn.set(column.key, seen);
    const answer = seen.get(text) ?? ask(column, text);
    if (seen.size < REMEMBERED) seen.set(text, answer);
    return answer;
  };
}

/**
 * What a pasted block of texts means here, row by row: each text read by its column's `fromText`; cells that may not
 * be edited, texts a column cannot read, and rows beyond the room are left out and named. Changes nothing.
 */
export function readBlock(texts: readonly (readonly string[])[], target: PasteTarget): BlockReader {
  const { rows, columns, index, column, room, isEditable } = target;
  const unread: Unread[] = [];
  const locked = new Set<string>();
  const limit = rows.length - index + room;
  const count = Math.min(limit, texts.length);
  let width = 0;
  for (const line of texts) width = Math.max(width, line.length);
  const places = columns.slice(column, column + width);
  const read = createRead(target);
  return {
    count,
    locked,
    unread,
    rowsBeyond: texts.length - count,
    columnsBeyond: width - places.length,
    read(i) {
      const values: Record<string, unknown> = {};
      const row = rows[index + i] ?? null;
      const line = texts[i];
      places.forEach((place, j) => {
        const text = line[j];
        if (text === undefined) return;
        if (!isEditable(place, row)) {
          if (text.trim() !== '') locked.add(place.key);
          return;
        }
        const answer = read(place, text);
        if (!answer.ok) {
          unread.push({ index: index + i, column: place.key, message: answer.message });
          // neither the old value nor a default may pass for what was pasted; files cannot be pasted and stay
          if (place.definition.sheet?.refusal === undefined) {
            values[place.key] = place.definition.emptyValue ?? null;
            if (place.hasCompanion) values[labelKey(place.key)] = '';
          }
          return;
        }
        values[place.key] = answer.value;
        if (place.hasCompanion) values[labelKey(place.key)] = answer.label ?? '';
      });
      return values;
    },
  };
}
