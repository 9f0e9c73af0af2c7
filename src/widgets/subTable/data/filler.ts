import type { CompiledColumn, Row } from '../../../kernel/index.ts';
import { labelKey } from '../cellText.ts';
import type { TableModel } from '../model.ts';
import { takeUnlocked } from '../takeUnlocked.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Filler {
  /** Returns those of the values that may be stored in a new row. */
  acceptedValues(values: Values): Record<string, unknown>;
  /**
   * Keys of the columns with a value that was dropped because this person may not fill the column; collected over all
   * calls of `acceptedValues`.
   */
  refusedKeys: ReadonlySet<string>;
}

/**
 * Filters values from another source (picked, imported or default rows) for a new row. Drops values of computed columns
 * and of columns that this person may not fill. `lookedUpKeys`: columns whose values the server reads from the source
 * itself; their values are kept if this person may read the column. Also keeps a column that another value of the same
 * row unlocks. Owner columns are handled first, because the permission for other columns may depend on the row's owner
 * (RO-001).
 */
export function createFiller(
  { table, actions }: Pick<TableModel, 'table' | 'actions'>,
  lookedUpKeys: ReadonlySet<string> = new Set(),
): Filler {
  const ownerKeys = new Set(
    table.columns.flatMap(({ node }) =>
      node.openCurrentUserCtr === '1' && node.currentUserValue ? [node.currentUserValue] : [],
    ),
  );
  const orderedColumns = [
    ...table.columns.filter(({ key }) => ownerKeys.has(key)),
    ...table.columns.filter(({ key }) => !ownerKeys.has(key)),
  ];
  const blankRow = actions.newRow();
  const refusedKeys = new Set<string>();
  const mayStore = (column: CompiledColumn, row: Row): boolean =>
    lookedUpKeys.has(column.key) ? column.mayRead(actions.rowScope(row).situation) : actions.mayFill(column, row);
  return {
    refusedKeys,
    acceptedValues(values) {
      const keptValues: Record<string, unknown> = {};
      const filledColumns = orderedColumns.filter(
        (column) => Object.hasOwn(values, column.key) && column.compute === null,
      );
      const lockedColumns = takeUnlocked(
        filledColumns,
        (column, isFirstPass) =>
          mayStore(
            column,
            isFirstPass && ownerKeys.size === 0
              ? blankRow
              : { ...blankRow, fieldsMap: { ...blankRow.fieldsMap, ...keptValues } },
          ),
        (column) => {
          keptValues[column.key] = values[column.key];
          if (column.hasCompanion)
            keptValues[labelKey(column.key)] =
              values[labelKey(column.key)] ??
              (column.isEmpty(values[column.key])
                ? ''
                : actions.text(column, { ...blankRow, fieldsMap: { [column.key]: values[column.key] } }));
        },
      );
      for (const column of lockedColumns) if (!column.isEmpty(values[column.key])) refusedKeys.add(column.key);
      return keptValues;
    },
  };
}

/** Returns the labels of these columns, joined by 、. */
export const columnLabels = ({ table }: Pick<TableModel, 'table'>, keys: Iterable<string>): string => {
  const keySet = new Set(keys);
  return table.columns
    .filter(({ key }) => keySet.has(key))
    .map(({ node, key }) => node.label ?? key)
    .join('、');
};
