import { isTable, type CompiledField, type CompiledTable } from '../../kernel/index.ts';
import { type ComparedValue, textOfField } from '../../records/index.ts';
import { ValueView } from '../shared/ValueView.tsx';

/** Maximum number of columns in the text of a row. */
const MAX_TEXT_COLUMNS = 3;

/** Returns the text of a row: the values of its first filled columns. */
function rowText(table: CompiledTable, fieldsMap: Readonly<Record<string, unknown>>): string {
  return (
    table.columns
      .map((column) => textOfField(column, fieldsMap))
      .filter((text) => text !== '')
      .slice(0, MAX_TEXT_COLUMNS)
      .join('，') || '空行'
  );
}

/**
 * Shows a value with its label from one of the compared states of a record (`compared`); for a sub-table without
 * `column`, the text of a whole row. `absent`: text for a state without such a value or row (`compared` null).
 */
export function ComparedValueView({
  compared,
  field,
  column,
  absent,
}: {
  compared: ComparedValue | null;
  field: CompiledField;
  column: CompiledField | undefined;
  absent: string;
}) {
  if (compared === null) return <span className="sc-note">{absent}</span>;
  if (isTable(field) && !column) return <>{rowText(field, compared.value as Readonly<Record<string, unknown>>)}</>;
  const node = (column ?? field).node;
  const isEmpty = (column ?? field).isEmpty(compared.value);
  return isEmpty ? (
    <span className="sc-note">空</span>
  ) : (
    <ValueView node={node} value={compared.value} label={compared.label} />
  );
}

/** Returns the display name of a value's location, e.g. “用印文件 第 3 行 份数”. */
export function locationOf(
  { rowNumber, rowId }: { rowNumber?: number; rowId?: string },
  field: CompiledField,
  column: CompiledField | undefined,
): string {
  const row = rowId === undefined ? '' : rowNumber === undefined ? ' 新行' : ` 第 ${rowNumber} 行`;
  return `${field.node.label || field.key}${row}${column ? ` ${column.node.label || column.key}` : ''}`;
}
