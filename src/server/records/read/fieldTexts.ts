import { isTable, type CompiledField, type CompiledForm } from '../../../kernel/index.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import type { SheetCell, SheetColumn } from '../../archive/index.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the display text of a field's value; '' for an empty value. The text of a file field is the number of files.
 */
export function textOf(field: CompiledField, values: Values): string {
  const value = values[field.key];
  if (field.isEmpty(value)) return '';
  const { files } = field.definition;
  if (files) return `${files.refs(value).length} 个附件`;
  const label = values[companionKey(field.key)];
  if (field.hasCompanion && typeof label === 'string' && label !== '') return label;
  return (
    field.definition.text?.(value, field.node as never, field.options ? { options: field.options } : {}) ??
    (typeof value === 'object' ? '' : String(value))
  );
}

/** Checks whether the definition shows a field. */
const isShown = ({ node }: CompiledField): boolean => node.flowVisible !== '0' && node.isHideField !== '1';

/** Returns the fields outside sub-tables that the definition does not hide, in the order of the form. */
export const shownFields = (form: CompiledForm): CompiledField[] =>
  [...form.fields.values()].filter((field) => !isTable(field) && isShown(field));
/** Returns the columns of a sub-table that the definition does not hide. */
export const shownColumns = (columns: readonly CompiledField[]): CompiledField[] => columns.filter(isShown);

/** Returns the label of a field, or its key if it has no label. */
export const labelOf = ({ node, key }: CompiledField): string => node.label ?? key;

/** Returns the columns of a spreadsheet, one per field. */
export const sheetColumns = (fields: readonly CompiledField[]): SheetColumn[] =>
  fields.map((field) => ({ title: labelOf(field) }));
/** Returns the cells of one row of a spreadsheet, one per field. Numbers stay numbers; other values become texts. */
export const sheetRow = (fields: readonly CompiledField[], values: Values): SheetCell[] =>
  fields.map((field) =>
    typeof values[field.key] === 'number' ? (values[field.key] as number) : textOf(field, values) || null,
  );
