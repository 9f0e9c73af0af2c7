import { sql, type RawBuilder } from 'kysely';
import {
  columnKind,
  companionKey,
  isRange,
  isTable,
  type ColumnKind,
  type CompiledField,
  type CompiledForm,
} from '../../../kernel/index.ts';
import type { Situation } from '../../../rules/situation.ts';
import { comparedFormat } from './comparedDates.ts';
import { joinedGrams } from '../columns/joinedTexts.ts';
import { columnRef, type FieldColumns } from '../columns/columnRefs.ts';

/** How values of a listed column are compared; `time` is that of system columns, `list` of several values, `span` of two ends. */
export type ListKind = 'text' | 'number' | 'time' | 'date' | 'timestamp' | 'list' | 'span';

export interface ListColumn {
  kind: ListKind;
  /** The column as SQL over `frm_record`. */
  value: RawBuilder<unknown>;
  /** Texts in which "contains" looks beside the value: the stored label. */
  labels: readonly RawBuilder<string>[];
  /** What the index over all texts holds, where it holds these texts. */
  grams: RawBuilder<string[]> | null;
  key: string;
  isSystem: boolean;
  /** How the values of a date field are written. */
  dateFormat?: string | null;
}

const SYSTEM: Readonly<Record<string, { column: string; kind: 'text' | 'time' | 'number'; isSearched?: boolean }>> = {
  id: { column: 'id', kind: 'text' },
  flwState: { column: 'flw_state', kind: 'text' },
  title: { column: 'title', kind: 'text', isSearched: true },
  taskNode: { column: 'task_node', kind: 'text' },
  createBy: { column: 'create_by', kind: 'text' },
  createByName: { column: 'create_by_name', kind: 'text', isSearched: true },
  createTime: { column: 'create_time', kind: 'time' },
  updateBy: { column: 'update_by', kind: 'text' },
  updateByName: { column: 'update_by_name', kind: 'text' },
  updateTime: { column: 'update_time', kind: 'time' },
  version: { column: 'version', kind: 'number' },
};

/** How the values of a field are compared in lists; null: a list cannot ask by it. */
export function listKind(field: CompiledField): Exclude<ListKind, 'time'> | null {
  const kind = columnKind(field);
  return kind === 'texts' ? (isRange(field) ? 'span' : 'list') : kind;
}

/** The column of a field and that of its label, as the catalogue calls them. */
export function neededColumns(form: CompiledForm, name: string): { key: string; kind: ColumnKind }[] {
  const field = form.fields.get(name);
  const kind = field ? columnKind(field) : null;
  if (!field || kind === null) return [];
  return [{ key: name, kind }, ...(field.hasCompanion ? [{ key: companionKey(name), kind: 'text' } as const] : [])];
}

/**
 * A column a list may filter and sort by: a system column, or a field of the definition that this person may see (an
 * invisible one must not be found out by asking). Refuses with COLUMN_NOT_READY while older records are being filled in.
 */
export function listColumn(
  form: CompiledForm,
  situation: Situation,
  columns: FieldColumns,
  name: string,
): ListColumn | null {
  const { tables } = columns;
  const joined = (isIn: boolean): RawBuilder<string[]> | null =>
    isIn && tables.joined.length > 0 ? joinedGrams(tables.joined, 'frm_record') : null;
  const system = Object.hasOwn(SYSTEM, name) ? SYSTEM[name] : undefined;
  if (system)
    return {
      key: name,
      isSystem: true,
      kind: system.kind,
      value: sql.ref(`frm_record.${system.column}`),
      labels: [],
      grams: joined(system.isSearched ?? false),
    };
  const field = form.fields.get(name);
  if (!field || isTable(field) || !field.mayRead(situation)) return null;
  const kind = listKind(field);
  const own = columnKind(field);
  const column = own === null ? undefined : columns.column(name, own);
  if (kind === null || !column) return null;
  const label = field.hasCompanion ? columns.column(companionKey(name), 'text') : undefined;
  return {
    key: name,
    isSystem: false,
    kind,
    dateFormat: comparedFormat(field),
    value: columnRef(tables.main, column),
    labels: label ? [columnRef(tables.main, label) as RawBuilder<string>] : [],
    grams: joined(
      kind === 'text' && [column, ...(label ? [label] : [])].every((one) => tables.joined.includes(one.name)),
    ),
  };
}
