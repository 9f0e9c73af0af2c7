import type { CompiledColumn, Row } from '../../../kernel/index.ts';
import { labelKey } from '../cellText.ts';
import type { TableModel } from '../model.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Filler {
  /** What of these values a new row may take. */
  of(values: Values): Record<string, unknown>;
  /** Columns of which something was left out, by key. */
  refused: ReadonlySet<string>;
}

/**
 * Values from outside as a new row takes them (picked, imported, default rows): computed columns are computed, and a
 * column that this person may not fill is left out, unless `vouched` says that the server looks it up in its source.
 * Whose row it is decides first, since other columns may belong to the row's owner (RO-001).
 */
export function createFiller(
  { table, actions }: Pick<TableModel, 'table' | 'actions'>,
  vouched: ReadonlySet<string> = new Set(),
): Filler {
  const owners = new Set(
    table.columns.flatMap(({ node }) =>
      node.openCurrentUserCtr === '1' && node.currentUserValue ? [node.currentUserValue] : [],
    ),
  );
  const ordered = [
    ...table.columns.filter(({ key }) => owners.has(key)),
    ...table.columns.filter(({ key }) => !owners.has(key)),
  ];
  const blank = actions.newRow();
  const refused = new Set<string>();
  const mayTake = (column: CompiledColumn, row: Row): boolean =>
    vouched.has(column.key) ? column.mayRead(actions.rowScope(row).situation) : actions.mayFill(column, row);
  return {
    refused,
    of(values) {
      const taken: Record<string, unknown> = {};
      for (const column of ordered) {
        if (!Object.hasOwn(values, column.key) || column.compute !== null) continue;
        const row = owners.size > 0 ? { ...blank, fieldsMap: { ...blank.fieldsMap, ...taken } } : blank;
        if (!mayTake(column, row)) {
          if (!column.isEmpty(values[column.key])) refused.add(column.key);
          continue;
        }
        taken[column.key] = values[column.key];
        if (column.hasCompanion)
          taken[labelKey(column.key)] =
            values[labelKey(column.key)] ??
            (column.isEmpty(values[column.key])
              ? ''
              : actions.text(column, { ...blank, fieldsMap: { [column.key]: values[column.key] } }));
      }
      return taken;
    },
  };
}

export const namesOf = ({ table }: Pick<TableModel, 'table'>, keys: Iterable<string>): string => {
  const wanted = new Set(keys);
  return table.columns
    .filter(({ key }) => wanted.has(key))
    .map(({ node, key }) => node.label ?? key)
    .join('、');
};
