import {
  dependKeyOf,
  isOptionPart,
  optionParts,
  optionsUnder,
  valueIn,
  type CompiledColumn,
  type Option,
} from '../../kernel/index.ts';
import { labelKey } from './cellText.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns those options of the column that a row with these values offers (`dependKey`). */
export function optionsInRow(
  { node }: CompiledColumn,
  options: readonly Option[] | undefined,
  row: Values,
  formValues: Values,
): readonly Option[] | undefined {
  const key = dependKeyOf(node);
  return key === null || options === undefined
    ? options
    : optionsUnder(options, valueIn({ row, values: formValues }, key));
}

/** Sorts the columns so that each column follows the column on which its options depend. */
export function inOrderOfDependency(columns: readonly CompiledColumn[]): readonly CompiledColumn[] {
  if (columns.every(({ node }) => dependKeyOf(node) === null)) return columns;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const orderedColumns = new Set<CompiledColumn>();
  const visit = (column: CompiledColumn, path: ReadonlySet<CompiledColumn>): void => {
    const parent = byKey.get(dependKeyOf(column.node) ?? '');
    if (parent && !path.has(parent)) visit(parent, new Set([...path, column]));
    orderedColumns.add(column);
  };
  for (const column of columns) visit(column, new Set([column]));
  return [...orderedColumns];
}

/**
 * LNG-009: removes values that the row no longer offers as options after a change of `changedKey`, in the columns whose
 * options depend on it directly or through other columns. Returns only the changed values and their display texts.
 * Columns with `keepStray` or `allow-create`, columns that may not be edited, and columns whose options are not loaded
 * stay unchanged.
 */
export function valuesClearedOfStrays(
  columns: readonly CompiledColumn[],
  changedKey: string,
  row: Values,
  {
    formValues,
    options,
    mayEdit,
  }: {
    formValues: Values;
    options(key: string): readonly Option[] | undefined;
    mayEdit(column: CompiledColumn): boolean;
  },
): Record<string, unknown> {
  let clearedValues: Record<string, unknown> = {};
  for (const column of columns) {
    const { key, node, definition } = column;
    const { keepStray, 'allow-create': mayCreate } = node as { keepStray?: string; 'allow-create'?: boolean };
    if (dependKeyOf(node) !== changedKey || key === changedKey || column.isEmpty(row[key])) continue;
    if (keepStray === '1' || mayCreate === true || !mayEdit(column)) continue;
    const offeredOptions = optionsInRow(column, options(key), row, formValues);
    if (offeredOptions === undefined) continue;
    const valueParts = optionParts(node, definition, row[key]);
    const validParts = valueParts.filter((part) => isOptionPart(offeredOptions, part));
    if (validParts.length === valueParts.length) continue;
    // a value that is a path (e.g. province, city) is removed as a whole
    const isListKept = Array.isArray(row[key]) && definition.isPath?.(node as never) !== true;
    const value = isListKept ? validParts : (definition.emptyValue ?? (Array.isArray(row[key]) ? [] : ''));
    clearedValues[key] = value;
    if (column.hasCompanion)
      clearedValues[labelKey(key)] = definition.text?.(value, node as never, { options: offeredOptions }) ?? '';
    // other columns may depend on this column
    const context = { formValues, options, mayEdit };
    clearedValues = { ...clearedValues, ...valuesClearedOfStrays(columns, key, { ...row, ...clearedValues }, context) };
  }
  return clearedValues;
}
