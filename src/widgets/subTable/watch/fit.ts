import { hasStoredType, type CompiledColumn, mapByNames, type Option } from '../../../kernel/index.ts';
import { cellText, labelKey } from '../cellText.ts';

/** An answer's value as the column stores it: another system's number may be a text here and the other way round. Undefined when it fits in no way. */
function fitted({ node, definition }: CompiledColumn, value: unknown): unknown {
  if (value === null || value === '') return definition.emptyValue ?? null;
  if (hasStoredType(node, value)) return value;
  const other =
    typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
        ? Number(value)
        : undefined;
  return other !== undefined && hasStoredType(node, other) ? other : undefined;
}

export interface Fill {
  values: Record<string, unknown>;
  /** Names of columns whose answer cannot stand in them. */
  misfits: string[];
}

/**
 * What an answer writes into a row (SC-028): columns of the table, and display texts it names itself; those a choice
 * needs beside are worked out where its options are known. Computed columns are the system's, `kept` the person's.
 */
export function fillOf(
  answer: unknown,
  hash: Readonly<Record<string, string>>,
  columns: readonly CompiledColumn[],
  kept: ReadonlySet<string>,
  options: (key: string) => readonly Option[] | undefined,
): Fill {
  const mapped = mapByNames(answer, hash);
  const fill: Fill = { values: {}, misfits: [] };
  for (const column of columns) {
    const { key } = column;
    const label = labelKey(key);
    if (column.compute !== null || kept.has(key)) continue;
    if (Object.hasOwn(mapped, key)) {
      const value = fitted(column, mapped[key]);
      if (value === undefined) {
        fill.misfits.push(column.node.label ?? key);
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
