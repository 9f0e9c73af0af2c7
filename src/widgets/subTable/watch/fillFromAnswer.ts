import { hasStoredType, type CompiledColumn, type Option } from '../../../kernel/index.ts';
import { mapByNames } from '../../../requests/index.ts';
import { cellText, labelKey } from '../cellText.ts';

/**
 * Converts a value of an answer to the type that the column stores; other systems may send numbers as texts, or texts
 * as numbers. Undefined if the value cannot be stored in the column.
 */
function convertValue({ node, definition }: CompiledColumn, value: unknown): unknown {
  if (value === null || value === '') return definition.emptyValue ?? null;
  if (hasStoredType(node, value)) return value;
  const converted =
    typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
        ? Number(value)
        : undefined;
  return converted !== undefined && hasStoredType(node, converted) ? converted : undefined;
}

export interface RowFill {
  values: Record<string, unknown>;
  /** Labels of columns whose value in the answer could not be converted. */
  rejectedLabels: string[];
}

/**
 * The values that an answer writes into a row (SC-028): those of the table's columns, and labels contained in the
 * answer. A label that is not in the answer is taken from the options of its column, or emptied if they are not loaded.
 * Computed columns and the columns in `keptKeys` (which the person has filled) are not written. `names`: column key ->
 * name in the answer.
 */
export function fillFromAnswer(
  answer: unknown,
  names: Readonly<Record<string, string>>,
  columns: readonly CompiledColumn[],
  keptKeys: ReadonlySet<string>,
  options: (key: string) => readonly Option[] | undefined,
): RowFill {
  const mapped = mapByNames(answer, names);
  const fill: RowFill = { values: {}, rejectedLabels: [] };
  for (const column of columns) {
    const { key } = column;
    const label = labelKey(key);
    if (column.compute !== null || keptKeys.has(key)) continue;
    if (Object.hasOwn(mapped, key)) {
      const value = convertValue(column, mapped[key]);
      if (value === undefined) {
        fill.rejectedLabels.push(column.node.label ?? key);
        continue;
      }
      fill.values[key] = value;
      if (column.hasCompanion)
        fill.values[label] = options(key) ? cellText(column, { [key]: value }, options(key)) : '';
    }
    if (column.hasCompanion && Object.hasOwn(mapped, label)) fill.values[label] = String(mapped[label] ?? '');
  }
  return fill;
}
