import { sql, type SqlBool } from 'kysely';
import { relationOf } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { loadFormWithFacts } from '../documents/index.ts';
import { unlessRefused } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { readableSql, recordTable, scopeOf } from '../records/index.ts';
import { createFreshFactReader } from '../store/facts.ts';
import type { ResultRow } from './statement/groupingSetSql.ts';
import type { Grouping } from './statement/groupings.ts';

/**
 * Returns the titles, by id, of the given records that this person may read. Empty for a form that the person may not
 * see.
 */
export async function readableTitles(
  context: ServerContext,
  user: RequestUser,
  formKey: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const facts = createFreshFactReader(context);
  const loaded = await unlessRefused(loadFormWithFacts(context, context.db, formKey, facts), ['404'], null);
  if (!loaded) return new Map();
  const { definition } = loaded.form;
  const scope = scopeOf(definition, definition.unitReads === '1');
  const readableFilter = readableSql(context, context.db, user, formKey, scope, facts);
  const readableCondition = await unlessRefused(readableFilter, ['403'], { filter: sql<SqlBool>`false` });
  const { rows } = await sql<{ id: string; title: string }>`select frm_record.id, frm_record.title
    from ${recordTable(formKey)} as frm_record
    where frm_record.id = any(${[...ids]}::text[])${readableCondition ? sql` and ${readableCondition.filter}` : sql``}`.execute(
    context.db,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/**
 * Returns the display names of the group keys in `rows`: the display text in the result row, else the title of the
 * related record if this person may read that record. A key of the returned map consists of an index in `groupings`, a
 * space, and the group key. `groupingSets`: each set as indexes in `groupings`; a row's `part` is the index of its set.
 */
export async function loadNamesOfGroups(
  context: ServerContext,
  user: RequestUser,
  groupings: readonly (Grouping | null)[],
  groupingSets: readonly (readonly number[])[],
  rows: readonly ResultRow[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const keysWithoutName = new Map<number, Set<string>>();
  for (const { part, keys, labels } of rows)
    keys.forEach((key, position) => {
      const index = groupingSets[part]?.[position] ?? -1;
      const label = labels[position];
      if (key === '') return;
      if (label && label !== key) names.set(`${index} ${key}`, label);
      else keysWithoutName.set(index, (keysWithoutName.get(index) ?? new Set()).add(key));
    });
  for (const [index, keys] of keysWithoutName) {
    const node = groupings[index]?.end.node;
    const relation = node ? relationOf(node) : null;
    const missingKeys = [...keys].filter((key) => !names.has(`${index} ${key}`));
    if (!relation || missingKeys.length === 0) continue;
    for (const [id, title] of await readableTitles(context, user, relation.to, missingKeys))
      if (title !== '') names.set(`${index} ${id}`, title);
  }
  return names;
}
