import { sql, type RawBuilder } from 'kysely';
import { columnKind, isRange, type ColumnKind } from '../../../records/index.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import { isTable, type CompiledField, type CompiledForm } from '../../../kernel/index.ts';
import type { Situation } from '../../../rules/situation.ts';
import { sortableDateFormat } from './comparedDates.ts';
import { textIndexGrams } from '../columns/textIndex.ts';
import { columnRef, type FieldColumns } from '../columns/columnRefs.ts';

/**
 * The kinds of columns in lists, which decide how values are compared. `timestamp`: a date and time without a time
 * zone; `time`: a system column with a time zone; `list`: several values; `span`: the two ends of a period.
 */
export type ListKind = 'text' | 'number' | 'time' | 'date' | 'timestamp' | 'list' | 'span';

/** A column by which lists filter and sort. */
export interface ListColumn {
  kind: ListKind;
  /** The column as SQL over `frm_record`; for a column of a sub-table, over the alias of the sub-table's rows. */
  value: RawBuilder<unknown>;
  /** The texts that "contains" searches in addition to the value: the display text, if one is stored. */
  labels: readonly RawBuilder<string>[];
  /** The expression that the index of character pairs stores; null if the index does not include this column. */
  grams: RawBuilder<string[]> | null;
  key: string;
  isSystem: boolean;
  /**
   * The format of the texts that a date field stores, if the texts sort in the order of time (`sortableDateFormat`).
   */
  dateFormat?: string | null;
}

/**
 * The system columns of lists. `isInSearchText`: the texts of this column are part of `search_text`, which the index of
 * character pairs includes.
 */
const SYSTEM_LIST_COLUMNS: Readonly<
  Record<string, { column: string; kind: 'text' | 'time' | 'number'; isInSearchText?: boolean }>
> = {
  id: { column: 'id', kind: 'text' },
  flwState: { column: 'flw_state', kind: 'text' },
  title: { column: 'title', kind: 'text', isInSearchText: true },
  taskNode: { column: 'task_node', kind: 'text' },
  createBy: { column: 'create_by', kind: 'text' },
  createByName: { column: 'create_by_name', kind: 'text', isInSearchText: true },
  createTime: { column: 'create_time', kind: 'time' },
  updateBy: { column: 'update_by', kind: 'text' },
  updateByName: { column: 'update_by_name', kind: 'text' },
  updateTime: { column: 'update_time', kind: 'time' },
  version: { column: 'version', kind: 'number' },
};

/** Returns the kind by which values of a field are compared; null if lists cannot filter or sort by the field. */
export function listKind(field: CompiledField): Exclude<ListKind, 'time'> | null {
  const kind = columnKind(field);
  if (kind === 'texts' || kind === 'ids') return isRange(field) ? 'span' : 'list';
  return kind;
}

/**
 * Returns the columns to read for a field (its value and, if stored, its display text), as the keys and kinds that
 * `columnsOf` expects. Empty for a field without a column.
 */
export function neededColumns(form: CompiledForm, name: string): { key: string; kind: ColumnKind }[] {
  const field = form.fields.get(name);
  const kind = field ? columnKind(field) : null;
  if (!field || kind === null) return [];
  return [{ key: name, kind }, ...(field.hasCompanion ? [{ key: companionKey(name), kind: 'text' } as const] : [])];
}

/**
 * Returns a column by which a list may filter and sort: a system column, or a field of the definition that this person
 * may see. Filtering must not reveal the values of a hidden field. Returns null for any other name, for a sub-table
 * and for a field without a column. Refuses with COLUMN_NOT_READY while the column is being filled for older records.
 */
export function listColumn(
  form: CompiledForm,
  situation: Situation,
  columns: FieldColumns,
  name: string,
): ListColumn | null {
  const { tables } = columns;
  const gramsIf = (isIndexed: boolean): RawBuilder<string[]> | null =>
    isIndexed && tables.indexedTexts.length > 0 ? textIndexGrams(tables.indexedTexts, 'frm_record') : null;
  const system = Object.hasOwn(SYSTEM_LIST_COLUMNS, name) ? SYSTEM_LIST_COLUMNS[name] : undefined;
  if (system)
    return {
      key: name,
      isSystem: true,
      kind: system.kind,
      value: sql.ref(`frm_record.${system.column}`),
      labels: [],
      grams: gramsIf(system.isInSearchText ?? false),
    };
  const field = form.fields.get(name);
  if (!field || isTable(field) || !field.mayRead(situation)) return null;
  const kind = listKind(field);
  const storedKind = columnKind(field);
  const column = storedKind === null ? undefined : columns.column(name, storedKind);
  if (kind === null || !column) return null;
  const label = field.hasCompanion ? columns.column(companionKey(name), 'text') : undefined;
  return {
    key: name,
    isSystem: false,
    kind,
    dateFormat: sortableDateFormat(field),
    value: columnRef(tables.main, column),
    labels: label ? [columnRef(tables.main, label) as RawBuilder<string>] : [],
    grams: gramsIf(
      kind === 'text' &&
        [column, ...(label ? [label] : [])].every((stored) => tables.indexedTexts.includes(stored.name)),
    ),
  };
}
