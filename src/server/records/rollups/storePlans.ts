import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { warning } from '../../../domain/problem/index.ts';
import { keptKeys, rollupOf } from '../../../relations/index.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, type FormPublishedHook } from '../../documents/index.ts';
import { Refusal, unlessRefused } from '../../http/refusal.ts';
import type { Db } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import { markCatalogueChanged, freshTables, lockPlans, type FormTables, type KeptField } from '../columns/catalogue.ts';
import { sqlOf } from './plan.ts';
import { planKept } from './planRollups.ts';
import type { PlannedForm } from './sourceColumns.ts';

/** Returns the keys of the other forms whose roll-ups read this form. */
async function findReadingFormKeys(db: Db, formKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom('frm_rollup')
    .select('form_key')
    .distinct()
    .where('from_form', '=', formKey)
    .where('form_key', '<>', formKey)
    .orderBy('form_key')
    .execute();
  return rows.map(({ form_key }) => form_key);
}

/** Loads the published version of a form; null if the form was never published. */
const loadPublishedForm = async (context: ServerContext, db: Db, formKey: string): Promise<CompiledForm | null> =>
  (await unlessRefused(loadForm(context, db, formKey), ['404'], null))?.form ?? null;

/** Returns a form with its tables from the catalogue; null if there is no such form or it has no tables yet. */
async function withTables(trx: Trx, formKey: string, form: CompiledForm | null): Promise<PlannedForm | null> {
  const tables = form && (await freshTables(trx, formKey));
  return form && tables ? { form, tables } : null;
}

/** New plans of the kept fields of a form. */
interface PlanChange {
  formKey: string;
  formName: string;
  /** Labels of the fields that were computed so far and do not fit their source form. */
  lostFieldLabels: readonly string[];
  /** `fromForm`: the source form; '' for a formula, and for a roll-up over rows of the record itself. */
  fields: readonly (KeptField & { fromForm: string; position: number })[];
  /** Keys of the forms that the old or the new roll-ups read. */
  sourceFormKeys: readonly string[];
}

/**
 * Plans the kept fields of a form from its definition and the definitions of its source forms. Returns null if the new
 * plans equal the stored plans.
 */
async function computePlanChange(
  trx: Trx,
  formWithTables: PlannedForm & { tables: FormTables },
  formOf: (key: string) => Promise<PlannedForm | null>,
  vocabulary: ServerContext['vocabulary'],
): Promise<PlanChange | null> {
  const { form, tables } = formWithTables;
  const sourceForms = new Map<string, PlannedForm | null>();
  const sourceFormKeyOf = (key: string): string => {
    const field = form.fields.get(key);
    return (field && rollupOf(field.node)?.form) ?? '';
  };
  for (const key of keptKeys(form.definition)) {
    const sourceKey = sourceFormKeyOf(key);
    if (sourceKey !== '' && !sourceForms.has(sourceKey))
      sourceForms.set(sourceKey, sourceKey === tables.formKey ? formWithTables : await formOf(sourceKey));
  }
  // a field that does not fit its source form gets a plan with `isWaiting`, so problems are ignored
  const { plans } = planKept(formWithTables, { db: trx, vocabulary, formOf: (key) => sourceForms.get(key) ?? null });
  const fields = [...plans].map(([key, plan], position) => ({
    formKey: tables.formKey,
    key,
    plan,
    fromForm: sourceFormKeyOf(key),
    position,
  }));
  const storedPlans = tables.keptFields.map(({ key, plan }) => [key, plan]);
  if (
    isSameJson(
      storedPlans,
      fields.map(({ key, plan }) => [key, plan]),
    )
  )
    return null;
  const sourceFormKeys = [
    ...tables.keptFields.flatMap(({ plan }) => plan.rollup?.form ?? []),
    ...fields.map(({ fromForm }) => fromForm).filter((key) => key !== ''),
  ];
  const lostFieldLabels = fields
    .filter(
      ({ key, plan }) => plan.isWaiting && tables.keptFields.some((old) => old.key === key && !old.plan.isWaiting),
    )
    .map(({ key }) => form.fields.get(key)?.node.label || key);
  return {
    formKey: tables.formKey,
    formName: form.definition.formName,
    lostFieldLabels,
    fields,
    sourceFormKeys: [...new Set(sourceFormKeys)],
  };
}

/** Checks whether two values are equal as JSON. The order of keys is ignored, because the database does not keep it. */
function isSameJson(a: unknown, b: unknown): boolean {
  const withSortedKeys = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withSortedKeys);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([x], [y]) => (x < y ? -1 : 1))
        .map(([key, member]) => [key, withSortedKeys(member)]),
    );
  };
  return (
    JSON.stringify(withSortedKeys(JSON.parse(JSON.stringify(a)))) ===
    JSON.stringify(withSortedKeys(JSON.parse(JSON.stringify(b))))
  );
}

/** Maximum time that one attempt waits for the lock. */
const LOCK_TIMEOUT_SECONDS = 2;
/** Maximum number of attempts to acquire the lock. */
const MAX_ATTEMPTS = 15;
/** The pause after the first attempt. Each further pause is longer by this time. */
const FIRST_PAUSE_MS = 200;
/** The error code with which PostgreSQL reports that `lock_timeout` has passed. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Blocks all writes of records (`lockPlans`), with short attempts, so that other writers do not queue behind the lock.
 * Refuses with COLUMNS_BUSY after `MAX_ATTEMPTS`.
 */
async function blockWrites(trx: Trx): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await sql`savepoint rollup_plans`.execute(trx);
    try {
      await sql`set local lock_timeout = ${sql.lit(`${LOCK_TIMEOUT_SECONDS}s`)}`.execute(trx);
      await lockPlans(trx);
      await sql`set local lock_timeout = 0`.execute(trx);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      await sql`rollback to savepoint rollup_plans`.execute(trx);
      if (attempt >= MAX_ATTEMPTS) throw new Refusal('COLUMNS_BUSY');
    }
    await pause(FIRST_PAUSE_MS * attempt);
  }
}

/**
 * On a table with fewer rows than this, the publication of a form itself creates the index for a roll-up. On larger
 * tables `indexSources` creates the index later.
 */
const MAX_ROWS_TO_INDEX = 10_000;

/** Creates the indexes by which the source records of a roll-up are found; only on small tables. */
async function indexSmallTables(trx: Trx, { fields }: PlanChange): Promise<void> {
  for (const { plan } of fields) {
    const index = plan.rollup?.index;
    if (!index) continue;
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from (select 1 from ${sql.id(index.table)} limit ${MAX_ROWS_TO_INDEX}) few`.execute(
      trx,
    );
    if ((rows[0]?.count ?? 0) < MAX_ROWS_TO_INDEX)
      await sql`create index if not exists ${sql.id(index.name)} on ${sql.id(index.table)} ${sqlOf(index.columns)}`.execute(
        trx,
      );
  }
}

/**
 * Stores new plans, and increases the revision of the form and its source forms, because cached tables are outdated. If
 * there are records, marks the kept columns as not filled, so that `fillColumns` fills them again.
 */
async function storeChange(trx: Trx, change: PlanChange): Promise<void> {
  const { formKey, fields, sourceFormKeys } = change;
  await trx.deleteFrom('frm_rollup').where('form_key', '=', formKey).execute();
  if (fields.length > 0)
    await trx
      .insertInto('frm_rollup')
      .values(
        fields.map(({ key, plan, fromForm, position }) => ({
          form_key: formKey,
          field_key: key,
          from_form: fromForm,
          position,
          plan: JSON.stringify(plan),
        })),
      )
      .execute();
  await trx
    .updateTable('frm_table')
    .set((set) => ({ revision: set('revision', '+', 1) }))
    .where('table_key', '=', '')
    .where('form_key', 'in', [formKey, ...sourceFormKeys])
    .execute();
  await indexSmallTables(trx, change);
  const tables = (await freshTables(trx, formKey)) as FormTables;
  const { rows } = await sql`select 1 from ${sql.id(tables.main.name)} limit 1`.execute(trx);
  if (rows.length === 0 || fields.length === 0) return;
  await trx
    .updateTable('frm_column')
    .set({ is_ready: false })
    .where('form_key', '=', formKey)
    .where('is_kept', '=', true)
    .execute();
  await trx
    .updateTable('frm_table')
    .set({ fill_after: '' })
    .where('form_key', '=', formKey)
    .where('table_key', '=', '')
    .execute();
}

/**
 * Plans the kept fields of these forms again and stores changed plans. Marks the columns of changed plans to be filled
 * again. Returns the forms with changed plans.
 */
export async function replan(
  trx: Trx,
  forms: readonly { formKey: string; form: CompiledForm }[],
  formOf: (formKey: string) => Promise<CompiledForm | null>,
  vocabulary: ServerContext['vocabulary'],
): Promise<readonly Pick<PlanChange, 'formKey' | 'formName' | 'lostFieldLabels'>[]> {
  const computeChanges = async (): Promise<PlanChange[]> => {
    const planChanges: PlanChange[] = [];
    for (const { formKey, form } of forms) {
      const formWithTables = await withTables(trx, formKey, form);
      const change =
        formWithTables?.tables &&
        (await computePlanChange(
          trx,
          { ...formWithTables, tables: formWithTables.tables },
          async (key) => withTables(trx, key, await formOf(key)),
          vocabulary,
        ));
      if (change) planChanges.push(change);
    }
    return planChanges;
  };
  if ((await computeChanges()).length === 0) return [];
  await blockWrites(trx);
  markCatalogueChanged(trx);
  // plan again, because another transaction may have changed the plans before the lock was acquired
  const planChanges = await computeChanges();
  for (const change of planChanges) await storeChange(trx, change);
  return planChanges;
}

/**
 * Updates the plans of a form that is being published, and of the forms with roll-ups that read it. Returns warnings
 * about roll-ups of other forms that do not fit the new version.
 */
export const storePlans: FormPublishedHook = async (context, trx, { formKey, form }) => {
  const formOf = async (key: string): Promise<CompiledForm | null> =>
    key === formKey ? form : loadPublishedForm(context, trx, key);
  const forms = [{ formKey, form }];
  for (const key of await findReadingFormKeys(trx, formKey)) {
    const readingForm = await formOf(key);
    if (readingForm) forms.push({ formKey: key, form: readingForm });
  }
  const changedForms = await replan(trx, forms, formOf, context.vocabulary);
  return changedForms.flatMap(({ formKey: key, formName, lostFieldLabels }) =>
    key === formKey
      ? []
      : lostFieldLabels.map((label) =>
          warning('DOC_SHAPE', [], {
            where: `“${formName}”的汇总“${label}”`,
            detail: '所读的字段已不在本表单，在其定义改正之前没有值',
          }),
        ),
  );
};
