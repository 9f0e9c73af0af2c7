import { dependKeyOf, valueIn, type CompiledColumn, type Row, type Option } from '../../kernel/index.ts';
import { labelKey } from './cellText.ts';
import { inOrderOfDependency, optionsInRow } from './rowOptions.ts';
import { takeUnlocked } from './takeUnlocked.ts';

export type ReadResult = { ok: true; value: unknown; label?: string } | { ok: false; message: string };

export interface PasteTarget {
  rows: readonly Row[];
  columns: readonly CompiledColumn[];
  /** Position of the top left cell: row index, and index in `columns`. */
  rowIndex: number;
  columnIndex: number;
  /** Number of rows that may still be appended. */
  maxNewRows: number;
  /** Values of an appended row before the texts are written. */
  blankValues: Readonly<Record<string, unknown>>;
  /** Values of the form, on which options may depend. */
  formValues: Readonly<Record<string, unknown>>;
  /** `row`: null for an appended row. `values`: the values that this paste has written into the row so far. */
  isEditable(column: CompiledColumn, row: Row | null, values?: Readonly<Record<string, unknown>>): boolean;
  options(key: string): readonly Option[] | undefined;
  /**
   * Reads a text whose value was already requested from the server (people by their names). Returns undefined if the
   * text must be read by `fromText` of the column.
   */
  readLookedUp?(column: CompiledColumn, text: string): ReadResult | undefined;
}

/** An unreadable text: index of the row in the table, column key, and reason. */
export interface UnreadableText {
  index: number;
  column: string;
  message: string;
}

export interface BlockReader {
  /** Number of rows of the block that fit into the table. */
  rowCount: number;
  /** Reads row `i` of the block and returns the values to write. Call once for each row, in order. */
  readRow(i: number): Record<string, unknown>;
  /** Keys of columns in which at least one text other than '' was skipped because its cell may not be edited. */
  lockedKeys: ReadonlySet<string>;
  /** Unreadable texts in the rows that were read so far. */
  unreadable: readonly UnreadableText[];
  /** Number of rows and columns of the block that do not fit into the table. */
  excessRows: number;
  excessColumns: number;
}

/** Maximum number of cached results per column. */
const MAX_CACHED_TEXTS = 5000;

/**
 * Creates a function that converts a text to a value of a column. `row`: the values of the row, on which the options
 * may depend. Results are cached, because texts repeat: by column, text, and value of the field on which the options
 * depend.
 */
function createCachedReader({
  options,
  readLookedUp,
  formValues,
}: PasteTarget): (column: CompiledColumn, text: string, row: Readonly<Record<string, unknown>>) => ReadResult {
  const cacheByColumn = new Map<string, Map<string, ReadResult>>();
  const readUncached = (column: CompiledColumn, text: string, row: Readonly<Record<string, unknown>>): ReadResult =>
    readLookedUp?.(column, text) ??
    column.definition.fromText?.(text, column.node as never, {
      options: optionsInRow(column, options(column.key), row, formValues) ?? [],
    }) ?? {
      ok: true,
      value: text,
    };
  return (column, text, row) => {
    const cache = cacheByColumn.get(column.key) ?? new Map<string, ReadResult>();
    cacheByColumn.set(column.key, cache);
    const parentKey = dependKeyOf(column.node);
    const key =
      parentKey === null ? text : JSON.stringify([valueIn({ row, values: formValues }, parentKey) ?? null, text]);
    const result = cache.get(key) ?? readUncached(column, text, row);
    if (cache.size < MAX_CACHED_TEXTS) cache.set(key, result);
    return result;
  };
}

/**
 * Creates a reader that reads a pasted block of texts row by row with `fromText` of the columns. It skips texts for
 * cells that may not be edited, and rows and columns that do not fit into the table. For an unreadable text it returns
 * the empty value (in a file column, no value). All of these are reported. The table is not changed.
 */
export function createBlockReader(texts: readonly (readonly string[])[], target: PasteTarget): BlockReader {
  const { rows, columns, rowIndex, columnIndex, maxNewRows, isEditable, blankValues } = target;
  const unreadable: UnreadableText[] = [];
  const lockedKeys = new Set<string>();
  const maxRows = rows.length - rowIndex + maxNewRows;
  const rowCount = Math.min(maxRows, texts.length);
  let columnCount = 0;
  for (const rowTexts of texts) columnCount = Math.max(columnCount, rowTexts.length);
  const targetColumns = columns.slice(columnIndex, columnIndex + columnCount);
  const positions = new Map(targetColumns.map((targetColumn, j) => [targetColumn, j]));
  const orderedColumns = inOrderOfDependency(targetColumns);
  const readText = createCachedReader(target);
  return {
    rowCount,
    lockedKeys,
    unreadable,
    excessRows: texts.length - rowCount,
    excessColumns: columnCount - targetColumns.length,
    readRow(i) {
      const values: Record<string, unknown> = {};
      const row = rows[rowIndex + i] ?? null;
      const rowTexts = texts[i];
      const previousValues = row?.fieldsMap ?? blankValues;
      const readCell = (targetColumn: CompiledColumn, text: string): void => {
        const isDependent = dependKeyOf(targetColumn.node) !== null;
        const result = readText(targetColumn, text, isDependent ? { ...previousValues, ...values } : previousValues);
        if (!result.ok) {
          unreadable.push({ index: rowIndex + i, column: targetColumn.key, message: result.message });
          // The cell is emptied, so that its old or default value is not mistaken for the pasted text. File columns do
          // not accept pasted texts and keep their value.
          if (targetColumn.definition.sheet?.refusal === undefined) {
            values[targetColumn.key] = targetColumn.definition.emptyValue ?? null;
            if (targetColumn.hasCompanion) values[labelKey(targetColumn.key)] = '';
          }
          return;
        }
        values[targetColumn.key] = result.value;
        if (targetColumn.hasCompanion) values[labelKey(targetColumn.key)] = result.label ?? '';
      };
      const lockedColumns = takeUnlocked(
        orderedColumns.filter((targetColumn) => rowTexts[positions.get(targetColumn) ?? -1] !== undefined),
        (targetColumn, isFirstPass) => isEditable(targetColumn, row, isFirstPass ? undefined : values),
        (targetColumn) => readCell(targetColumn, rowTexts[positions.get(targetColumn) ?? -1]),
      );
      for (const targetColumn of lockedColumns)
        if (rowTexts[positions.get(targetColumn) ?? -1].trim() !== '') lockedKeys.add(targetColumn.key);
      return values;
    },
  };
}
