import type { CompiledColumn, Option } from '../../kernel/index.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the key of the stored label (the companion) of a column's value, as `companionKey` does (LB-001…003). */
export const labelKey = (key: string): string => `${key}Label`;

/** Returns the stored label of a cell, if its widget stores a label. */
export function storedLabel({ key, hasCompanion }: CompiledColumn, values: Values): string | undefined {
  const label = hasCompanion ? values[labelKey(key)] : undefined;
  return typeof label === 'string' && label !== '' ? label : undefined;
}

/**
 * Returns the text of a cell for clipboard, print and export, and on screen for widgets without `display`. Does not
 * throw, because `text` of a widget must not throw.
 */
export function cellText(column: CompiledColumn, values: Values, options: readonly Option[] | undefined): string {
  const value = values[column.key];
  const label = storedLabel(column, values);
  return (
    column.definition.text?.(value, column.node as never, {
      ...(options ? { options } : {}),
      ...(label === undefined ? {} : { label }),
    }) ?? (value === undefined || value === null ? '' : String(value))
  );
}

/** Returns the text of a cell on screen. It differs from `cellText` only for numbers: with thousands separators. */
export function screenCellText(column: CompiledColumn, values: Values, options: readonly Option[] | undefined): string {
  const { display } = column.definition;
  return display
    ? display(values[column.key], column.node as never, options ? { options } : {})
    : cellText(column, values, options);
}

/** Shown in a locked empty cell that the person named in the row may fill after the row is stored (RO-001). */
export const EDITABLE_AFTER_SAVE_TEXT = '保存后可填写';

/** Returns the placeholder of an empty editable cell. */
export const placeholderOf = ({ node, definition }: CompiledColumn): string | undefined =>
  node.placeholder ?? definition.column?.hint?.(node as never);
