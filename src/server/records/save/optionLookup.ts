import { sql } from 'kysely';
import { type CompiledField, optionParts, relatedIds, relationOf, type Option } from '../../../kernel/index.ts';
import { timeText } from '../../http/time.ts';
import type { Db } from '../../store/database.ts';
import type { RecordOptionLookup } from './loadRecordOptions.ts';
import type { ValueGroup } from './valueGroups.ts';
import { recordOptions } from '../../../requests/index.ts';

/** The source of a field's options, for options that the server can look up. */
export type OptionSource =
  | { kind: 'static'; options: readonly Option[] }
  | { kind: 'dictionary'; code: string }
  | { kind: 'user' | 'dept' | 'unit' }
  /** The field's option call lists records of a form. `loadRecordOptions` looks up these records. */
  | { kind: 'records' }
  /** The field is a relation. `settleRelations` looks up the records. */
  | { kind: 'relation' };

/** The properties of a field that name the source of its options. */
interface OptionProperties {
  isDict?: string;
  dictCode?: string;
  isRemote?: string;
}

/**
 * Returns the option source of a field. Returns null if the server cannot verify the field's values: the options come
 * from a call that does not list records of a form, the field names no dictionary, or the field has no options.
 */
export function optionSourceOf({ node, definition, options }: CompiledField): OptionSource | null {
  if (relationOf(node)) return { kind: 'relation' };
  if (definition.references) return { kind: definition.references.to };
  const { isRemote, isDict, dictCode } = node as OptionProperties;
  if (isRemote === '1') return recordOptions(node) ? { kind: 'records' } : null;
  if (isDict === '1') return dictCode ? { kind: 'dictionary', code: dictCode } : null;
  return options && options.length > 0 ? { kind: 'static', options } : null;
}

/**
 * Returns the individual values in a field's value: for a multiple choice, each chosen value. A path through a tree of
 * options counts as one value, although it is stored as a list.
 */
export function singleValuesOf({ node, definition }: CompiledField, value: unknown): readonly unknown[] {
  if (relationOf(node)) return relatedIds(value);
  return definition.references?.ids(value) ?? optionParts(node, definition, value);
}

/** An existing option: a dictionary item, person, department, unit or record. */
export interface KnownOption {
  label: string;
  /** True if the option cannot be chosen any more. Older records may contain it. */
  isRetired: boolean;
}

/**
 * Returns the option of a field's value. Returns undefined in three cases: no option has the value; the options are
 * listed in the definition (`static`), so that no look-up is needed; or the field has no option source that the server
 * can look up (`optionSourceOf` returns null).
 */
export type OptionLookup = (field: CompiledField, group: ValueGroup, value: string) => KnownOption | undefined;

/** The dictionaries, people, units and departments to which values refer. */
interface ReferencedValues {
  dictionaryCodes: Set<string>;
  userIds: Set<string>;
  orgIds: Set<string>;
}

/** Collects the dictionaries, people, units and departments to which the values refer. */
function collectReferencedValues(groups: readonly ValueGroup[]): ReferencedValues {
  const referencedValues: ReferencedValues = { dictionaryCodes: new Set(), userIds: new Set(), orgIds: new Set() };
  for (const { fields, now } of groups) {
    for (const field of fields) {
      const source = optionSourceOf(field);
      if (!source || ['static', 'records', 'relation'].includes(source.kind) || field.isEmpty(now[field.key])) continue;
      if (source.kind === 'dictionary') referencedValues.dictionaryCodes.add(source.code);
      else if (source.kind === 'user' || source.kind === 'dept' || source.kind === 'unit')
        for (const id of singleValuesOf(field, now[field.key]))
          referencedValues[source.kind === 'user' ? 'userIds' : 'orgIds'].add(String(id));
    }
  }
  return referencedValues;
}

/** An option as a database row. `kind`: the dictionary with its code, or `user`, `dept`, `unit`. */
interface OptionRow {
  kind: string;
  value: string;
  label: string;
  is_retired: boolean;
}

/** Returns the SQL condition that the column equals one of the keys. */
const isAmong = (column: string, keys: ReadonlySet<string>) => sql`${sql.ref(column)} = any(${[...keys]}::text[])`;

/**
 * Loads the options of the values in these groups, with at most one query each for dictionaries, people and the
 * organisation. `lookUpRecordOption`: returns the option of a value that refers to a record.
 */
export async function loadOptionLookup(
  db: Db,
  groups: readonly ValueGroup[],
  lookUpRecordOption: RecordOptionLookup = () => undefined,
): Promise<OptionLookup> {
  const { dictionaryCodes, userIds, orgIds } = collectReferencedValues(groups);
  const rows: OptionRow[] = [];
  const addRows = async (isNeeded: boolean, query: ReturnType<typeof sql<OptionRow>>): Promise<void> => {
    if (isNeeded) rows.push(...(await query.execute(db)).rows);
  };
  const today = timeText(new Date()).slice(0, 10);
  await addRows(
    dictionaryCodes.size > 0,
    sql<OptionRow>`select 'dictionary ' || type_code as kind, dict_value as value, dict_label as label,
      (is_disabled or valid_from > ${today} or valid_to < ${today}) is true as is_retired from sys_dict_item where ${isAmong('type_code', dictionaryCodes)}`,
  );
  await addRows(
    userIds.size > 0,
    sql<OptionRow>`select 'user' as kind, id as value, name as label, is_disabled as is_retired from sys_user where ${isAmong('id', userIds)}`,
  );
  await addRows(
    orgIds.size > 0,
    sql<OptionRow>`select type as kind, id as value, name as label, is_disabled as is_retired from sys_org where ${isAmong('id', orgIds)}`,
  );
  const optionsByKey = new Map(
    rows.map(({ kind, value, label, is_retired: isRetired }) => [`${kind} ${value}`, { label, isRetired }]),
  );
  return (field, group, value) => {
    const source = optionSourceOf(field);
    if (!source || source.kind === 'static') return undefined;
    if (source.kind === 'records' || source.kind === 'relation') return lookUpRecordOption(field, group, value);
    return optionsByKey.get(
      source.kind === 'dictionary' ? `dictionary ${source.code} ${value}` : `${source.kind} ${value}`,
    );
  };
}
