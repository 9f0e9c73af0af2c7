import type { CompiledColumn, Option } from '../../kernel/index.ts';
import { cellText } from './headings.ts';
import type { Cell, NumberCell } from './messages.ts';
import { faultOf } from './texts.ts';

export type Read = { ok: true; value: unknown; label?: string } | { ok: false; message: string };

/** Reads texts that stand for people and parts of the organisation; undefined: not of this column. */
export type KnownNames = (column: CompiledColumn, text: string) => Read | undefined;

export interface ReadContext {
  /** Options by column; undefined where only the page can know them. */
  options: ReadonlyMap<string, readonly Option[]>;
  names: KnownNames;
}

const isDate = ({ node }: CompiledColumn): boolean => node.tag === 'el-date-picker';
const isTime = ({ node }: CompiledColumn): boolean => node.tag === 'el-time-picker';
const two = (part: number): string => String(part).padStart(2, '0');

/** Days of a sheet's calendar: 1 is the first of January 1900, and 1900 is taken for a leap year. */
function dayText(serial: number): string {
  const at = new Date(Date.UTC(1899, 11, serial < 61 ? 31 : 30) + Math.round(serial * 86_400) * 1000);
  return `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
}

function timeText(share: number): string {
  const seconds = Math.round((share % 1) * 86_400);
  return `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

const LAST_DAY = 2_958_466;
const isYear = (number: number): boolean => Number.isInteger(number) && number >= 1900 && number <= 2200;

/** A bare number in a column of dates: a serial day, unless it is a year or a packed date. */
function numberText(column: CompiledColumn, { number, text }: NumberCell): string {
  const kind = isDate(column) ? String(('type' in column.node ? column.node.type : undefined) ?? '') : '';
  if (isDate(column) && number >= 1 && number < LAST_DAY && !(kind.startsWith('year') && isYear(number)))
    return dayText(number);
  if (isTime(column) && number >= 0 && number < 1) return timeText(number);
  return text ?? String(number);
}

/** Whole numbers beyond this were rounded by the sheet itself. */
const EXACT = 1e15;

function readNumber(column: CompiledColumn, cell: NumberCell): Read | null {
  if (column.valueType === 'double' && column.node.tag === 'el-input-number') return { ok: true, value: cell.number };
  if (column.node.tag === 'el-input' && Number.isInteger(cell.number) && Math.abs(cell.number) >= EXACT)
    return { ok: false, message: '数字超过 15 位，表格软件已丢失末位，请将此列设为文本格式后重新填写' };
  return null;
}

function textOf(column: CompiledColumn, cell: Exclude<Cell, null>): string {
  if (typeof cell === 'object' && 'number' in cell) return numberText(column, cell);
  if (typeof cell === 'object' && 'at' in cell && isTime(column)) return cell.at.slice(11);
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
  const number = isNumber ? readNumber(column, cell) : null;
  if (number) return number;
  const read = fromText(column, textOf(column, cell), context);
  // an option may be called 13% or by its plain digits
  return read.ok || !isNumber || cell.text === undefined
    ? read
    : ([fromText(column, String(cell.number), context)].find(({ ok }) => ok) ?? read);
}
