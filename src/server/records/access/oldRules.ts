import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { loadFlow, type LoadedFlow } from '../../flowDocuments/index.ts';
import { hiddenCells, hiddenFields } from '../../flow/index.ts';
import { minuteMemory } from './ttlCache.ts';
import { isOpenToAll } from '../indexes/titles.ts';

/** The versions of form and process that approvals run in, or ran in. */
interface Pair {
  form_version: number;
  flow_key: string;
  flow_version: number;
}

/** Each pair once: the index is read from one to the next, however many approvals there are. */
async function pairsOf(db: Db, formKey: string): Promise<Pair[]> {
  const { rows } = await sql<Pair>`with recursive pairs as (
      (select form_version, flow_key, flow_version from flw_instance where form_key = ${formKey} order by form_version, flow_key, flow_version limit 1)
      union all select n.form_version, n.flow_key, n.flow_version from pairs p cross join lateral (select i.form_version, i.flow_key, i.flow_version from flw_instance i
        where i.form_key = ${formKey} and (i.form_version, i.flow_key, i.flow_version) > (p.form_version, p.flow_key, p.flow_version)
        order by i.form_version, i.flow_key, i.flow_version limit 1) n
    ) select form_version, flow_key, flow_version from pairs`.execute(db);
  return rows;
}

type Hiding = ReadonlyMap<string, readonly Pair[]>;
/** By the versions in force: another publication asks anew. */
const hidings = minuteMemory<Hiding>();

async function hidingOf(context: ServerContext, db: Db, form: CompiledForm, formKey: string): Promise<Hiding> {
  const hiding = new Map<string, Pair[]>();
  for (const pair of await pairsOf(db, formKey)) {
    const { form: own } = await loadForm(context, db, formKey, pair.form_version);
    const flow = (await loadFlow(context, db, pair.flow_key, pair.flow_version)).definition;
    const isOpen = isOpenToAll(own, hiddenFields(flow));
    for (const [key, table] of own.tables) {
      const hidden = hiddenCells(flow, key);
      for (const { key: column, node } of table.columns)
        if (hidden.has(column) || node.flowVisible === '0')
          hiding.set(`${key}.${column}`, [...(hiding.get(`${key}.${column}`) ?? []), pair]);
    }
    for (const key of form.fields.keys())
      if (own.fields.has(key) && !isOpen(key)) hiding.set(key, [...(hiding.get(key) ?? []), pair]);
  }
  return hiding;
}

/**
 * An approval keeps the rules it was begun with: what these hide stays hidden, though the version in force shows it. So a
 * field is asked for among the other records alone. Answers, by a field's key (`table.column` of a column), which records these are; null: all.
 */
export async function openByOldRules(
  context: ServerContext,
  db: Db,
  formKey: string,
  { form, version, flow }: { form: CompiledForm; version: number; flow: LoadedFlow | null },
): Promise<(key: string) => RawBuilder<SqlBool> | null> {
  const known = JSON.stringify([formKey, version, flow?.key, flow?.version]);
  const hiding = hidings.get(context, known) ?? (await hidingOf(context, db, form, formKey));
  hidings.set(context, known, hiding);
  return (key) => {
    const pairs = hiding.get(key);
    if (!pairs) return null;
    const runs = sql.join(
      pairs.map(
        (pair) =>
          sql`(i.form_version = ${pair.form_version} and i.flow_key = ${pair.flow_key} and i.flow_version = ${pair.flow_version})`,
      ),
      sql` or `,
    );
    return sql<SqlBool>`not exists (select 1 from flw_instance i where i.record_id = frm_record.id and (${runs}))`;
  };
}
