import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { loadFlow, type LoadedFlow } from '../../flowDocuments/index.ts';
import { hiddenColumns, hiddenFields } from '../../flow/index.ts';
import { createMinuteCache } from './minuteCache.ts';
import { isVisibleToAll } from '../indexes/titles.ts';

/** A version of a form and a version of its process that running or ended approvals have in common. */
interface VersionsOfApproval {
  form_version: number;
  flow_key: string;
  flow_version: number;
}

/**
 * Returns all pairs of versions of running and ended approvals of a form. The query jumps from each pair to the next
 * pair in the index, so its cost does not depend on the number of approvals.
 */
async function loadVersionsOfApprovals(db: Db, formKey: string): Promise<VersionsOfApproval[]> {
  const { rows } = await sql<VersionsOfApproval>`with recursive pairs as (
      (select form_version, flow_key, flow_version from flw_instance where form_key = ${formKey} order by form_version, flow_key, flow_version limit 1)
      union all select n.form_version, n.flow_key, n.flow_version from pairs p cross join lateral (select i.form_version, i.flow_key, i.flow_version from flw_instance i
        where i.form_key = ${formKey} and (i.form_version, i.flow_key, i.flow_version) > (p.form_version, p.flow_key, p.flow_version)
        order by i.form_version, i.flow_key, i.flow_version limit 1) n
    ) select form_version, flow_key, flow_version from pairs`.execute(db);
  return rows;
}

/** The versions that hide a field, by the field's key (`table.column` for a column). */
type HiddenFields = ReadonlyMap<string, readonly VersionsOfApproval[]>;
/** A cache by form key, published version of the form and published version of its process. */
const hiddenFieldsCache = createMinuteCache<HiddenFields>();

/** Finds the fields of a form that are hidden in a version of a running or ended approval. */
async function findHiddenFields(
  context: ServerContext,
  db: Db,
  form: CompiledForm,
  formKey: string,
): Promise<HiddenFields> {
  const hidingVersionsByKey = new Map<string, VersionsOfApproval[]>();
  for (const versions of await loadVersionsOfApprovals(db, formKey)) {
    const { form: formOfApproval } = await loadForm(context, db, formKey, versions.form_version);
    const flow = (await loadFlow(context, db, versions.flow_key, versions.flow_version)).definition;
    const isVisible = isVisibleToAll(formOfApproval, hiddenFields(flow));
    for (const [key, table] of formOfApproval.tables) {
      const hiddenKeys = hiddenColumns(flow, key);
      for (const { key: column, node } of table.columns)
        if (hiddenKeys.has(column) || node.flowVisible === '0')
          hidingVersionsByKey.set(`${key}.${column}`, [
            ...(hidingVersionsByKey.get(`${key}.${column}`) ?? []),
            versions,
          ]);
    }
    for (const key of form.fields.keys())
      if (formOfApproval.fields.has(key) && !isVisible(key))
        hidingVersionsByKey.set(key, [...(hidingVersionsByKey.get(key) ?? []), versions]);
  }
  return hidingVersionsByKey;
}

/**
 * Returns a function that takes a field's key (`table.column` for a column) and returns the SQL condition for the
 * records in which the field may be queried; null: the field may be queried in all records. An approval keeps the rules
 * of the versions with which it started: a field that these versions hide stays hidden, even if the published version
 * shows it.
 */
export async function loadOldRuleConditions(
  context: ServerContext,
  db: Db,
  formKey: string,
  { form, version, flow }: { form: CompiledForm; version: number; flow: LoadedFlow | null },
): Promise<(key: string) => RawBuilder<SqlBool> | null> {
  const cacheKey = JSON.stringify([formKey, version, flow?.key, flow?.version]);
  const cached = hiddenFieldsCache.get(context, cacheKey);
  const hidingVersionsByKey = cached ?? (await findHiddenFields(context, db, form, formKey));
  if (!cached) hiddenFieldsCache.set(context, cacheKey, hidingVersionsByKey);
  return (key) => {
    const hidingVersions = hidingVersionsByKey.get(key);
    if (!hidingVersions) return null;
    const usesHidingVersion = sql.join(
      hidingVersions.map(
        (versions) =>
          sql`(i.form_version = ${versions.form_version} and i.flow_key = ${versions.flow_key} and i.flow_version = ${versions.flow_version})`,
      ),
      sql` or `,
    );
    return sql<SqlBool>`not exists (select 1 from flw_instance i where i.record_id = frm_record.id and (${usesHidingVersion}))`;
  };
}
