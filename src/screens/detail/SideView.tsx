import { isTable, type CompiledField, type CompiledTable } from '../../kernel/index.ts';
import { type Side, textOfField } from '../../records/index.ts';
import { ValueView } from '../shared/ValueView.tsx';

/** Columns that tell one row from another when a whole row is spoken of. */
const TOLD = 3;

/** A row in one line: its first filled columns. */
function rowText(table: CompiledTable, fieldsMap: Readonly<Record<string, unknown>>): string {
  return (
    table.columns
      .map((column) => textOfField(column, fieldsMap))
      .filter((text) => text !== '')
      .slice(0, TOLD)
      .join('，') || '空行'
  );
}

/** A value of one state of a record, or the row it stands for. */
export function SideView({
  side,
  field,
  column,
  absent,
}: {
  side: Side | null;
  field: CompiledField;
  column: CompiledField | undefined;
  absent: string;
}) {
  if (side === null) return <span className="sc-note">{absent}</span>;
  if (isTable(field) && !column) return <>{rowText(field, side.value as Readonly<Record<string, unknown>>)}</>;
  const node = (column ?? field).node;
  const isEmpty = (column ?? field).isEmpty(side.value);
  return isEmpty ? (
    <span className="sc-note">空</span>
  ) : (
    <ValueView node={node} value={side.value} label={side.label} />
  );
}

/** A place as people call it: “用印文件 第 3 行 份数”. */
export function whereOf(
  { rowNumber, rowId }: { rowNumber?: number; rowId?: string },
  field: CompiledField,
  column: CompiledField | undefined,
): string {
  const row = rowId === undefined ? '' : rowNumber === undefined ? ' 新行' : ` 第 ${rowNumber} 行`;
  return `${field.node.label || field.key}${row}${column ? ` ${column.node.label || column.key}` : ''}`;
}
