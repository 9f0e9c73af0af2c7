import type { CompiledColumn, Option, SheetRead } from '../../kernel/index.ts';
import { cellText } from './headings.ts';
import type { Cell, NumberCell } from './messages.ts';
import { faultOf } from './texts.ts';

export type Read = SheetRead;

/** Reads texts that stand for people and parts of the organisation; undefined: not of this column. */
export type KnownNames = (column: CompiledColumn, text: string) => Read | undefined;

export interface ReadContext {
  /** Options by column; undefined where only the page can know them. */
  options: ReadonlyMap<string, readonly Option[]>;
  names: KnownNames;
}

/** The text that a number cell is read from where its column does not read the number itself. */
const numberText = ({ number, text }: NumberCell): string => text ?? String(number);

function textOf({ definition }: CompiledColumn, cell: Exclude<Cell, null>): string {
  if (typeof cell === 'object' && 'number' in cell) return numberText(cell);
  if (typeof cell === 'object' && 'at' in cell && definition.sheet?.readMoment)
    return definition.sheet.readMoment(cell.at);
  return cellText(cell);
}

/** Blanks in a row that mean anything: how a widget reads a text looks for them at every place, and must not look far. */
const BLANKS = 100;

function fromText(column: CompiledColumn, written: string, { options, names }: ReadContext): Read {
  const fault = faultOf(written);
  if (fault !== null) return { ok: false, message: fault };
  const text = written.replace(/(?<!\s)\s{101,}/g, (blanks) => blanks.slice(0, BLANKS));
  const known = names(column, text);
  if (known) return known;
  return (
    column.definition.fromText?.(text, column.node as never, { options: options.get(column.key) ?? [] }) ?? {
      ok: true,
      value: text,
    }
  );
}

/** One cell of an imported table as its column stores it. Never throws. */
export function readCell(column: CompiledColumn, cell: Exclude<Cell, null>, context: ReadContext): Read {
  if (typeof cell === 'object' && 'error' in cell) return { ok: false, message: `公式结果有误（${cell.error}）` };
  const isNumber = typeof cell === 'object' && 'number' in cell;
  const known = isNumber ? column.definition.sheet?.readNumber?.(cell, column.node as never) : undefined;
  if (known && 'ok' in known) return known;
  const read = fromText(column, known?.text ?? textOf(column, cell), context);
  // an option may be called 13% or by its plain digits
  return read.ok || !isNumber || cell.text === undefined
    ? read
    : ([fromText(column, String(cell.number), context)].find(({ ok }) => ok) ?? read);
}
