import type { CompiledColumn, Option, SheetRead } from '../../kernel/index.ts';
import { cellText } from './headings.ts';
import type { Cell, NumberCell } from './messages.ts';
import { textProblem } from './texts.ts';

/** The value that was read from a cell, or the reason why the cell cannot be read. */
export type ReadResult = SheetRead;

/**
 * Reads a text that refers to people, departments, units or records; undefined if the column does not contain these.
 */
export type ReadNames = (column: CompiledColumn, text: string) => ReadResult | undefined;

export interface ReadContext {
  /** Options by column key. Columns without an entry have options that only the page can load. */
  options: ReadonlyMap<string, readonly Option[]>;
  readNames: ReadNames;
}

/** Returns the text of a number cell, for a column that does not read numbers directly. */
const numberText = ({ number, text }: NumberCell): string => text ?? String(number);

/** Returns the text from which the column reads a cell. */
function textOf({ definition }: CompiledColumn, cell: Exclude<Cell, null>): string {
  if (typeof cell === 'object' && 'number' in cell) return numberText(cell);
  if (typeof cell === 'object' && 'at' in cell && definition.sheet?.readMoment)
    return definition.sheet.readMoment(cell.at);
  return cellText(cell);
}

/**
 * Maximum number of consecutive blanks. Longer runs are shortened, because they would take quadratic time in the
 * patterns with which widgets read texts.
 */
const MAX_BLANKS = 100;

const LONG_BLANKS = new RegExp(String.raw`(?<!\s)\s{${MAX_BLANKS + 1},}`, 'g');

/** Reads a text as a value of the column. */
function readText(column: CompiledColumn, rawText: string, { options, readNames }: ReadContext): ReadResult {
  const errorText = textProblem(rawText);
  if (errorText !== null) return { ok: false, message: errorText };
  const text = rawText.replace(LONG_BLANKS, (blanks) => blanks.slice(0, MAX_BLANKS));
  const namesResult = readNames(column, text);
  if (namesResult) return namesResult;
  return (
    column.definition.fromText?.(text, column.node as never, { options: options.get(column.key) ?? [] }) ?? {
      ok: true,
      value: text,
    }
  );
}

/** Reads one cell of an imported table as a value of its column. Never throws. */
export function readCell(column: CompiledColumn, cell: Exclude<Cell, null>, context: ReadContext): ReadResult {
  if (typeof cell === 'object' && 'error' in cell) return { ok: false, message: `公式结果有误（${cell.error}）` };
  const isNumber = typeof cell === 'object' && 'number' in cell;
  const numberResult = isNumber ? column.definition.sheet?.readNumber?.(cell, column.node as never) : undefined;
  if (numberResult && 'ok' in numberResult) return numberResult;
  const textResult = readText(column, numberResult?.text ?? textOf(column, cell), context);
  // the label of an option may be the formatted number (13%) or the plain digits
  if (textResult.ok || !isNumber || cell.text === undefined) return textResult;
  const digitsResult = readText(column, String(cell.number), context);
  return digitsResult.ok ? digitsResult : textResult;
}
