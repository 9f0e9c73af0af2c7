import { relationOf, type CompiledField, type CompiledForm, type Option } from '../../../kernel/index.ts';
import { nameOf } from './people.ts';

export type OptionsOf = (typeCode: string) => readonly Option[];

interface OptionKeys {
  isDict?: string;
  dictCode?: string;
}

/** Returns the display text that the page would have stored with the value (LB-001…003); undefined if there is none. */
function companionOf(field: CompiledField, value: unknown, optionsOf: OptionsOf): string | undefined {
  // not needed for a relation: when the record is stored, the title of the related record is copied into it
  if (relationOf(field.node)) return undefined;
  if (field.definition.hasCompanion !== true || value === undefined || value === '' || value === null) return undefined;
  const node = field.node as OptionKeys;
  const options = node.isDict === '1' ? optionsOf(node.dictCode ?? '') : (field.options ?? undefined);
  const label =
    typeof value === 'string'
      ? value
          .split(',')
          .map((id) => nameOf(id))
          .filter(Boolean)
          .join('、')
      : '';
  return field.definition.text?.(value, field.node as never, {
    ...(options ? { options } : {}),
    ...(label ? { label } : {}),
  });
}

function withCompanions(
  fields: Iterable<CompiledField>,
  values: Readonly<Record<string, unknown>>,
  optionsOf: OptionsOf,
): Record<string, unknown> {
  const completedValues = { ...values };
  for (const field of fields) {
    // display texts that the page would load by a call are already contained in the demo data
    if (completedValues[`${field.key}Label`] !== undefined) continue;
    const text = companionOf(field, values[field.key], optionsOf);
    if (text !== undefined && text !== '') completedValues[`${field.key}Label`] = text;
  }
  return completedValues;
}

type Rows = Record<string, { id: string; fieldsMap: Record<string, unknown> }[]>;

/** Adds the display texts of fields and rows to the values of a record. */
export function addCompanions(
  form: CompiledForm,
  fieldsMap: Record<string, unknown>,
  childTables: Rows,
  optionsOf: OptionsOf,
): { fieldsMap: Record<string, unknown>; childTables: Rows } {
  const tables = Object.entries(childTables).map(([key, rows]) => {
    const columns = form.tables.get(key)?.columns ?? [];
    return [
      key,
      rows.map((row) => ({ ...row, fieldsMap: withCompanions(columns, row.fieldsMap, optionsOf) })),
    ] as const;
  });
  return {
    fieldsMap: withCompanions(form.fields.values(), fieldsMap, optionsOf),
    childTables: Object.fromEntries(tables),
  };
}
