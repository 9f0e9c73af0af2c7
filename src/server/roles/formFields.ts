import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { Db } from '../store/database.ts';

/** A field of a form, or a column of one of its sub-tables, as the grid of roles names it. */
export interface GridField {
  /** `table.column` of a column. */
  key: string;
  label: string;
  /** Of a column: the label of its sub-table. */
  table?: string;
  /** A sub-table as a whole. */
  isTable?: true;
}

/** Every field of a form's published version that a role may be kept from, in the order of the form. */
export async function formFields(context: ServerContext, db: Db, formKey: string): Promise<GridField[]> {
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
export async function requireFields(
  context: ServerContext,
  db: Db,
  formKey: string,
  keys: readonly string[],
): Promise<void> {
  const known = new Set((await formFields(context, db, formKey)).map(({ key }) => key));
  const unknown = keys.find((key) => !known.has(key));
  if (unknown !== undefined) throw new Refusal('REQUEST_INVALID', { detail: `表单“${formKey}”没有字段“${unknown}”` });
}
