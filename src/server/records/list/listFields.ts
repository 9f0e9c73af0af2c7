import { sql, type RawBuilder } from 'kysely';
import { isTable, type CompiledField, type CompiledForm } from '../../../kernel/index.ts';
import type { Situation } from '../../../rules/situation.ts';
import { comparedFormat } from './comparedDates.ts';
import type { FieldKind } from '../indexes/partition.ts';

/** How values of a listed column are compared; `time` only for system columns, `list` for fields of several values, `span` for two ends. */
export type ColumnKind = FieldKind | 'time' | 'list' | 'span';

export interface ListColumn {
  kind: ColumnKind;
  /** The value as SQL, the same text as in the index. */
  value: RawBuilder<unknown>;
  /** Whole text for equality and search, where `value` is cut; the stored label beside it. */
  texts: readonly RawBuilder<string>[];
  key: string;
  isSystem: boolean;
  /** Its whole text is among what the keyword search holds of every record. */
  isSearched?: boolean;
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

/** What a field's stored value is, as its node says. */
export function kindOf({ node, valueType, definition }: CompiledField): FieldKind | 'list' | 'span' {
  if (valueType === 'double') return 'number';
  return definition.comparedAs?.(node as never) ?? (valueType === 'list' ? 'list' : 'text');
}

/**
 * A column a list may filter and sort by: a system column, or a field of the definition that this person may see (an
 * invisible one must not be found out by asking). Keys become SQL literals only after they were found in the definition.
 */
export function listColumn(form: CompiledForm, situation: Situation, name: string): ListColumn | null {
  const system = Object.hasOwn(SYSTEM, name) ? SYSTEM[name] : undefined;
  if (system) {
    const value = sql.ref(`frm_record.${system.column}`);
    return {
      key: name,
      isSystem: true,
      kind: system.kind,
      isSearched: system.isSearched ?? false,
      value,
      texts: [value as RawBuilder<string>],
    };
  }
  const field = form.fields.get(name);
  if (!field || isTable(field) || !field.mayRead(situation)) return null;
  const key = sql.lit(name);
  const kind = kindOf(field);
  const label = field.hasCompanion ? [sql<string>`fields ->> ${sql.lit(`${name}Label`)}`] : [];
  const value = kind === 'number' ? sql`frm_number(fields, ${key})` : sql`frm_text(fields, ${key})`;
  const dateFormat = comparedFormat(field);
  return { key: name, isSystem: false, kind, dateFormat, value, texts: [sql<string>`fields ->> ${key}`, ...label] };
}
