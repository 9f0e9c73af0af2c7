import { sql } from 'kysely';
import type { CompiledField } from '../../../kernel/index.ts';
import { timeText } from '../../http/time.ts';
import type { Db } from '../../store/database.ts';
import type { RecordWords } from './recordOptionLabels.ts';
import { partsOf, sourceOf } from './optionSources.ts';
import type { Sheet } from './valueScopes.ts';

/** One item of a dictionary, person or part of the organisation. */
export interface KnownValue {
  label: string;
  /** Not to be chosen any more; old records name it. */
  isRetired: boolean;
}

/** What the server holds of a value of one save, at its place; a value that is absent does not exist. */
export type Known = (field: CompiledField, sheet: Sheet, value: string) => KnownValue | undefined;

interface Wanted {
  dictionary: Set<string>;
  user: Set<string>;
  org: Set<string>;
}

function wantedBy(sheets: readonly Sheet[]): Wanted {
  const wanted: Wanted = { dictionary: new Set(), user: new Set(), org: new Set() };
  for (const { fields, now } of sheets) {
    for (const field of fields) {
      const source = sourceOf(field);
      if (!source || ['static', 'records', 'relation'].includes(source.kind) || field.isEmpty(now[field.key])) continue;
      if (source.kind === 'dictionary') wanted.dictionary.add(source.code);
      else if (source.kind === 'user' || source.kind === 'dept' || source.kind === 'unit')
        for (const id of partsOf(field, now[field.key]))
          wanted[source.kind === 'user' ? 'user' : 'org'].add(String(id));
    }
  }
  return wanted;
}

interface Row {
  kind: string;
  value: string;
  label: string;
  is_retired: boolean;
}

const within = (column: string, keys: ReadonlySet<string>) => sql`${sql.ref(column)} = any(${[...keys]}::text[])`;

/** What must be known of these values: at most one query for dictionaries, one for people, one for the organisation; `records` answers for other forms. */
export async function loadKnown(
  db: Db,
  sheets: readonly Sheet[],
  records: RecordWords = () => undefined,
): Promise<Known> {
  const { dictionary, user, org } = wantedBy(sheets);
  const rows: Row[] = [];
  const take = async (isWanted: boolean, query: ReturnType<typeof sql<Row>>): Promise<void> => {
    if (isWanted) rows.push(...(await query.execute(db)).rows);
  };
  const today = timeText(new Date()).slice(0, 10);
  await take(
    dictionary.size > 0,
    sql<Row>`select 'dictionary ' || type_code as kind, dict_value as value, dict_label as label,
      (is_disabled or valid_from > ${today} or valid_to < ${today}) is true as is_retired from sys_dict_item where ${within('type_code', dictionary)}`,
  );
  await take(
    user.size > 0,
    sql<Row>`select 'user' as kind, id as value, name as label, is_disabled as is_retired from sys_user where ${within('id', user)}`,
  );
  await take(
    org.size > 0,
    sql<Row>`select type as kind, id as value, name as label, is_disabled as is_retired from sys_org where ${within('id', org)}`,
  );
  const known = new Map(
    rows.map(({ kind, value, label, is_retired: isRetired }) => [`${kind} ${value}`, { label, isRetired }]),
  );
  return (field, sheet, value) => {
    const source = sourceOf(field);
    if (!source || source.kind === 'static') return undefined;
    if (source.kind === 'records' || source.kind === 'relation') return records(field, sheet, value);
    return known.get(source.kind === 'dictionary' ? `dictionary ${source.code} ${value}` : `${source.kind} ${value}`);
  };
}
