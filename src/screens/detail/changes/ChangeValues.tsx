import { isTable, type CompiledForm } from '../../../kernel/index.ts';
import type { RecordChange } from '../../../records/index.ts';
import { ComparedValueView, locationOf } from '../ComparedValueView.tsx';

/**
 * Returns the field of a change, and its column (undefined for a change of a whole field or row). Null when this
 * version of the form does not have the field.
 */
export function fieldAndColumnOf(compiled: CompiledForm, { key, column }: Pick<RecordChange, 'key' | 'column'>) {
  const field = compiled.fields.get(key);
  if (!field) return null;
  return {
    field,
    column: isTable(field) ? field.columns.find((tableColumn) => tableColumn.key === column) : undefined,
  };
}

/** Returns the display name of a change's location (see `locationOf`); for a removed field, its key. */
export function changeLocation(compiled: CompiledForm, change: RecordChange): string {
  const fieldAndColumn = fieldAndColumnOf(compiled, change);
  return fieldAndColumn ? locationOf(change, fieldAndColumn.field, fieldAndColumn.column) : change.key;
}

/** The values of one change as “before → after”; for an added or removed row, the text of the row. */
export function ChangeValues({ compiled, change }: { compiled: CompiledForm; change: RecordChange }) {
  const fieldAndColumn = fieldAndColumnOf(compiled, change);
  if (!fieldAndColumn) return null;
  if (change.kind === 'row') {
    return (
      <span className="sc-change">
        {change.before === null ? '新增：' : '删除：'}
        <ComparedValueView compared={change.after ?? change.before} {...fieldAndColumn} absent="" />
      </span>
    );
  }
  return (
    <span className="sc-change">
      <del>
        <ComparedValueView compared={change.before} {...fieldAndColumn} absent="空" />
      </del>
      <span aria-label="改为"> → </span>
      <ins>
        <ComparedValueView compared={change.after} {...fieldAndColumn} absent="空" />
      </ins>
    </span>
  );
}
