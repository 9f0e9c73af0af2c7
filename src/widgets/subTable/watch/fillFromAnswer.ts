import type { CompiledColumn, Option } from '../../../kernel/index.ts';
import { toStoredValue, mapByNames } from '../../../requests/index.ts';
import { cellText, labelKey } from '../cellText.ts';

/** Converts a value of an answer to the column's stored type. Undefined if the column cannot store the value. */
const convertValue = (column: CompiledColumn, value: unknown): unknown =>
  value === null || value === '' ? (column.definition.emptyValue ?? null) : toStoredValue(column, value);

export interface RowFill {
  values: Record<string, unknown>;
  /** Labels of columns whose value in the answer could not be converted. */
  rejectedLabels: string[];
}

/**
 * Returns the values that an answer writes into a row (SC-028): values of the table's columns, and their companions. A
 * companion that is not in the answer is taken from the options of its column, or emptied if they are not loaded.
 * Computed columns and the columns in `enteredKeys`, into which the person entered a value, are not written. `names`:
 * column key -> name in the answer.
 */
export function fillFromAnswer(
  answer: unknown,
  names: Readonly<Record<string, string>>,
  columns: readonly CompiledColumn[],
  enteredKeys: ReadonlySet<string>,
  options: (key: string) => readonly Option[] | undefined,
): RowFill {
  const mappedValues = mapByNames(answer, names);
  const fill: RowFill = { values: {}, rejectedLabels: [] };
  for (const column of columns) {
    const { key } = column;
    const companionKey = labelKey(key);
    if (column.compute !== null || enteredKeys.has(key)) continue;
    if (Object.hasOwn(mappedValues, key)) {
      const value = convertValue(column, mappedValues[key]);
      if (value === undefined) {
        fill.rejectedLabels.push(column.node.label ?? key);
        continue;
      }
      fill.values[key] = value;
      if (column.hasCompanion)
        fill.values[companionKey] = options(key) ? cellText(column, { [key]: value }, options(key)) : '';
    }
    if (column.hasCompanion && Object.hasOwn(mappedValues, companionKey))
      fill.values[companionKey] = String(mappedValues[companionKey] ?? '');
  }
  return fill;
}
