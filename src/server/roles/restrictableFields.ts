import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { Db } from '../store/database.ts';

/** A field of a form, or a column of one of its sub-tables, as listed in the grid of a role's rights. */
export interface GridField {
  /** For a column: `table.column`. */
  key: string;
  label: string;
  /** For a column: the label of its sub-table. */
  table?: string;
  /** True if the field is a whole sub-table. */
  isTable?: true;
}

/**
 * Returns all fields of a form's published version, in the order of the form. A role may be prevented from reading or
 * changing each of them.
 */
export async function restrictableFields(context: ServerContext, db: Db, formKey: string): Promise<GridField[]> {
  const { form } = await loadForm(context, db, formKey);
  return [...form.fields.values()].flatMap((field): GridField[] => {
    const label = field.node.label || field.key;
    const table = form.tables.get(field.key);
    if (!table) return [{ key: field.key, label }];
    return [
      { key: field.key, label, isTable: true },
      ...table.columns.map((column) => ({
        key: `${field.key}.${column.key}`,
        label: column.node.label || column.key,
        table: label,
      })),
    ];
  });
}

/** Refuses with REQUEST_INVALID a field that the form does not have. */
export async function requireRestrictableFields(
  context: ServerContext,
  db: Db,
  formKey: string,
  keys: readonly string[],
): Promise<void> {
  const validKeys = new Set((await restrictableFields(context, db, formKey)).map(({ key }) => key));
  const unknownKey = keys.find((key) => !validKeys.has(key));
  if (unknownKey !== undefined)
    throw new Refusal('REQUEST_INVALID', { detail: `表单“${formKey}”没有字段“${unknownKey}”` });
}
