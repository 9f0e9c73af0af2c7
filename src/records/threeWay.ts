import { isTable, type CompiledField, type CompiledForm, type CompiledTable, type Row } from '../kernel/index.ts';
import { companionKey } from '../domain/companionKey.ts';
import type { AddedRow, TablePatch, ValuesPatch } from './patch.ts';
import { rowsOf, comparedValueOf, type ComparedValue } from './difference.ts';
import { isSameValue } from './sameValue.ts';
import { type Values } from './recordValues.ts';

/**
 * A value or row that differs between the three inputs of a three-way merge. `base`: the state that the current user
 * began to edit; `mine`: the unsaved state of the current user ("I" below); `theirs`: the state that is stored now,
 * which other users may have changed.
 */
export interface MergeItem {
  /** Unique in its list. */
  id: string;
  /** `row`: a whole row was added or removed, or changed by one person and removed by the other. */
  kind: 'value' | 'row';
  /** Field, or sub-table. */
  key: string;
  rowId?: string;
  /**
   * Position of the row, from 1: in the stored state, or in the base state if they removed the row. Absent for a row
   * that I added.
   */
  rowNumber?: number;
  column?: string;
  /**
   * null: the row did not exist, or the base state is not known. Without a base state, a row that I removed has its
   * stored values here.
   */
  base: ComparedValue | null;
  /** null: I did not change the value, I removed the row, or only they added the row (see `by`). */
  mine: ComparedValue | null;
  /** null: the row does not exist in the stored state. */
  theirs: ComparedValue | null;
  /** Who changed the value or row; if `both`, the current user must choose between `mine` and `theirs`. */
  by: 'mine' | 'theirs' | 'both';
}

/** Which state the current user chose for an item: their own unsaved one, or the stored one. */
export type Choice = 'mine' | 'theirs';

/**
 * Compares a value of a field or column in a three-way merge. `mine`: the values that the current user changed; null:
 * none. Returns null if there is nothing to merge: neither side changed the value, or the changed value of the current
 * user equals the stored value.
 */
function valueItem(
  field: CompiledField,
  location: Pick<MergeItem, 'key' | 'rowId' | 'rowNumber' | 'column'>,
  base: Values | null,
  mine: Values | null,
  theirs: Values,
): MergeItem | null {
  const { key } = field;
  const isChangedByMe = mine !== null && Object.hasOwn(mine, key);
  // without a base, every value that I changed and that differs from the stored value counts as changed by both
  const isChangedByThem = base === null ? isChangedByMe : !isSameValue(base[key], theirs[key]);
  if (!isChangedByMe && !isChangedByThem) return null;
  const myValue = isChangedByMe ? comparedValueOf(field, mine) : null;
  if (myValue && isSameValue(myValue.value, theirs[key])) return null;
  return {
    ...location,
    id: JSON.stringify([location.key, location.rowId ?? '', location.column ?? '']),
    kind: 'value',
    by: isChangedByMe ? (isChangedByThem ? 'both' : 'mine') : 'theirs',
    base: base && comparedValueOf(field, base),
    mine: myValue,
    theirs: comparedValueOf(field, theirs),
  };
}

const comparedRow = (row: Readonly<Record<string, unknown>>): ComparedValue => ({ value: row });

/**
 * Returns the items of a sub-table: for added and removed rows, and for the changed cells of the other rows. `patch`:
 * the current user's changes to the sub-table; `base`, `theirs`: values of the whole record.
 */
function tableItems(
  table: CompiledTable,
  base: Values | null,
  patch: TablePatch | undefined,
  theirs: Values,
): MergeItem[] {
  const { key } = table;
  const latestRows = rowsOf(theirs[key]);
  const baseRows = base ? rowsOf(base[key]) : null;
  const latestById = new Map(latestRows.map((row, index) => [row.id, { row, number: index + 1 }]));
  const baseById = new Map((baseRows ?? []).map((row, index) => [row.id, { row, number: index + 1 }]));
  const items: MergeItem[] = [];
  const addRowItem = (
    rowId: string,
    by: MergeItem['by'],
    states: Pick<MergeItem, 'base' | 'mine' | 'theirs'>,
  ): void => {
    const rowNumber = latestById.get(rowId)?.number ?? baseById.get(rowId)?.number;
    items.push({
      id: JSON.stringify([key, rowId]),
      kind: 'row',
      key,
      rowId,
      ...(rowNumber === undefined ? {} : { rowNumber }),
      by,
      ...states,
    });
  };
  const removedIds = new Set(patch?.removed);
  for (const { row, number } of latestById.values()) {
    const baseRow = baseById.get(row.id)?.row;
    if (removedIds.has(row.id)) {
      const isChanged = !baseRow || !isSameValue(baseRow.fieldsMap, row.fieldsMap);
      addRowItem(row.id, isChanged ? 'both' : 'mine', {
        base: comparedRow((baseRow ?? row).fieldsMap),
        mine: null,
        theirs: comparedRow(row.fieldsMap),
      });
    } else if (baseRows && !baseRow) {
      addRowItem(row.id, 'theirs', { base: null, mine: null, theirs: comparedRow(row.fieldsMap) });
    } else if (baseRow !== row) {
      const cells = patch && Object.hasOwn(patch.cells, row.id) ? (patch.cells[row.id] as Values) : null;
      for (const column of table.columns) {
        if (column.compute) continue;
        const item = valueItem(
          column,
          { key, rowId: row.id, rowNumber: number, column: column.key },
          base === null ? null : (baseRow?.fieldsMap ?? null),
          cells,
          row.fieldsMap,
        );
        if (item) items.push(item);
      }
    }
  }
  for (const { row } of baseById.values()) {
    if (latestById.has(row.id) || removedIds.has(row.id)) continue;
    const cells = patch && Object.hasOwn(patch.cells, row.id) ? patch.cells[row.id] : undefined;
    addRowItem(row.id, cells ? 'both' : 'theirs', {
      base: comparedRow(row.fieldsMap),
      mine: cells ? comparedRow({ ...row.fieldsMap, ...cells }) : comparedRow(row.fieldsMap),
      theirs: null,
    });
  }
  for (const [rowId, { fieldsMap }] of Object.entries(patch?.added ?? {}))
    addRowItem(rowId, 'mine', { base: null, mine: comparedRow(fieldsMap), theirs: null });
  return items;
}

/**
 * Three-way merge of the current user's changes (`mine`) with the values that are stored now (`theirs`). Returns an
 * item for each value or row that one or both sides changed, in the order of the form. `base`: the state from which
 * both sides began; null if it is unknown: then only what the current user changed is returned. Computed fields, and
 * changed values of the current user that equal the stored value, are left out.
 */
export function threeWay(compiled: CompiledForm, base: Values | null, mine: ValuesPatch, theirs: Values): MergeItem[] {
  return [...compiled.fields.values()].flatMap((field) => {
    if (isTable(field)) return tableItems(field, base, mine.tables[field.key], theirs);
    if (field.compute) return [];
    const item = valueItem(field, { key: field.key }, base, mine.fields, theirs);
    return item ? [item] : [];
  });
}

/**
 * Returns the patch to apply to the stored record. Items chosen as `theirs` keep the stored value; all other changes of
 * `mine` are applied. `items`: the result of `threeWay`; `choices`: by the id of the item.
 */
export function mergedPatch(
  base: Values | null,
  mine: ValuesPatch,
  items: readonly MergeItem[],
  choices: ReadonlyMap<string, Choice>,
): ValuesPatch {
  const fields: Record<string, unknown> = { ...mine.fields };
  const tables: Record<
    string,
    {
      cells: Record<string, Record<string, unknown>>;
      added: Record<string, AddedRow>;
      removed: string[];
      order?: readonly string[];
    }
  > = {};
  for (const [key, { cells, added, removed, order }] of Object.entries(mine.tables))
    tables[key] = {
      cells: { ...cells } as never,
      added: { ...added },
      removed: [...removed],
      ...(order ? { order } : {}),
    };
  for (const item of items) {
    const isTheirsChosen = choices.get(item.id) === 'theirs';
    const table = tables[item.key];
    if (item.by === 'theirs') continue;
    if (item.kind === 'value' && item.rowId === undefined) {
      if (isTheirsChosen) {
        delete fields[item.key];
        delete fields[companionKey(item.key)];
      }
    } else if (!table || item.rowId === undefined) continue;
    else if (item.kind === 'value' && item.column !== undefined) {
      const { [item.column]: _value, [companionKey(item.column)]: _label, ...rest } = table.cells[item.rowId] ?? {};
      if (isTheirsChosen) table.cells[item.rowId] = rest;
    } else if (item.theirs === null && item.base !== null)
      restoreRemovedRow(table, item, rowsOf(base?.[item.key]), isTheirsChosen);
    else if (isTheirsChosen) {
      delete table.added[item.rowId];
      table.removed = table.removed.filter((id) => id !== item.rowId);
    }
  }
  return { fields, tables };
}

/**
 * Called for a row that I changed and they removed. Puts the complete row into the patch as an added row, after the row
 * that precedes it in `baseRows`, unless `theirs` is chosen. Removes the row's changed cells from the patch in any
 * case.
 */
function restoreRemovedRow(
  table: { cells: Record<string, unknown>; added: Record<string, AddedRow> },
  { rowId = '', mine }: MergeItem,
  baseRows: readonly Row[],
  isTheirsChosen: boolean,
): void {
  delete table.cells[rowId];
  if (isTheirsChosen || mine === null) return;
  const index = baseRows.findIndex((row) => row.id === rowId);
  table.added[rowId] = {
    after: baseRows[index - 1]?.id ?? null,
    fieldsMap: mine.value as Readonly<Record<string, unknown>>,
  };
}
