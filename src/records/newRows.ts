import { mayAddRow, mayCopyRow } from '../rules/tables.ts';
import type { CompiledColumn, CompiledTable, Row } from '../kernel/index.ts';
import type { ChangeContext } from './changeContext.ts';
import { givenRows } from './givenRows.ts';
import { isSameValue } from './sameValue.ts';

const NOTHING: ReadonlySet<string> = new Set();

export interface NewRows {
  /** Columns of a new row that hold what nobody gave it. */
  foreign(row: Row): ReadonlySet<string>;
  /** How many rows of a new record there may be: where they come from the document's default data alone, no more than those. */
  most: number;
  /** How many the default data gave it. */
  given: number;
}

/** A column's own default, as it was when the row was added: perhaps before the fields that it reads were changed. */
const isDefault = (column: CompiledColumn, { fieldsMap }: Row, { before, after, situation }: ChangeContext): boolean =>
  [after, before].some((values) =>
    isSameValue(fieldsMap[column.key], column.initial({ values, situation, row: fieldsMap })),
  ) || column.definition.isInitialValue?.(fieldsMap[column.key], column.node as never) === true;

/**
 * What a new row may hold in columns that its sender may not type: defaults, what its source vouches for (`picked`), and
 * else what one row holds, all of it together: one that was stored (a copy) or one of the default data. So nobody puts
 * a row together from the locked cells of several. `stored`: rows that were there; two forged rows do not vouch for each other.
 */
export function newRows(
  table: CompiledTable,
  context: ChangeContext,
  {
    stored,
    isOpen,
    mayWrite,
  }: { stored: readonly Row[]; isOpen: boolean; mayWrite(row: Row, column: CompiledColumn): boolean },
): NewRows {
  const { situation, moments, picked } = context;
  const copies = mayCopyRow(table.node, situation) ? givenRows(stored.map(({ fieldsMap }) => fieldsMap)) : () => 0;
  const defaultRows = moments.map((moment) => (table.initial(moment) as Row[]).map(({ fieldsMap }) => fieldsMap));
  const defaults = defaultRows.map(givenRows);
  const given = context.stored === null ? (table.node.defaultTbData?.length ?? 0) : 0;
  const isOnce =
    given > 0 &&
    !table.node.defaultTbDataResourceApi &&
    !(isOpen && (mayAddRow(table.node, situation) || mayCopyRow(table.node, situation)));
  const taken = new Map<string, number>();
  const isDefaultRow = (keys: readonly string[], row: Row): boolean => {
    const there = Math.max(...defaults.map((count) => count(keys, row.fieldsMap)));
    if (!isOnce || there === 0) return there > 0;
    const name = JSON.stringify(keys.map((key) => [key, row.fieldsMap[key]]));
    taken.set(name, (taken.get(name) ?? 0) + 1);
    return (taken.get(name) ?? 0) <= there;
  };
  const foreign = (row: Row): ReadonlySet<string> => {
    const locked = table.columns.filter((column) => !column.compute && !mayWrite(row, column));
    const held = locked.filter(
      (column) => !isSameValue(row.fieldsMap[column.key], undefined) && !isDefault(column, row, context),
    );
    const unproven = held.filter(({ key }) => picked?.wordOn(table.key, row.id, key) !== 'vouched');
    if (unproven.length === 0) return NOTHING;
    const keys = held.map(({ key }) => key);
    // a whole copy is found without looking which of its cells are empty or a default; nobody copies what they do not see, an answer would tell it
    const isCopy =
      held.every((column) => column.mayRead(situation)) &&
      (copies(
        locked.filter((column) => column.mayRead(situation)).map(({ key }) => key),
        row.fieldsMap,
      ) > 0 ||
        copies(keys, row.fieldsMap) > 0);
    return isCopy || isDefaultRow(keys, row) ? NOTHING : new Set(unproven.map(({ key }) => key));
  };
  return { foreign, most: isOnce ? given : Infinity, given };
}
