import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Effect } from '../../effects/index.ts';
import { lastOccurrence, type TimeSchedule } from '../../domain/schedules.ts';
import { lockRecord, isConditionMet, runEffects } from '../effects/index.ts';
import { databaseRefusal } from '../http/databaseRefusal.ts';
import { timeText } from '../http/time.ts';
import { loggableError } from '../observe/loggableError.ts';
import { inForceSql, isInForce, recordTable } from '../records/index.ts';
import { subjectOf, type RuleForm } from './subjectOf.ts';
import { readsState, ruleConditionSql } from './ruleConditionSql.ts';

const BATCH_SIZE = 200;
/** The maximum number of attempts for a record to which the effect cannot be applied. Each run makes one attempt. */
const MAX_TRIES = 5;

/**
 * Returns true if the condition of the effect reads the state, so that it may also select records that are not in
 * force.
 */
const mayApplyWhenNotInForce = ({ when }: Effect): boolean => when !== undefined && readsState(when);

/**
 * Returns the ids of the next batch of records to which the effect must be applied for the scheduled time `dueTime`.
 * Leaves out records to which it was already applied for this time, and those with MAX_TRIES failed attempts. Only ids
 * greater than `afterId` are returned.
 */
async function pendingRecords(
  form: RuleForm,
  effect: Effect,
  effectKey: string,
  dueTime: Date,
  afterId: string,
): Promise<string[]> {
  const { context, loaded, names } = form;
  const { definition } = loaded.form;
  const { when } = effect;
  const where: RawBuilder<SqlBool>[] = [
    sql<SqlBool>`frm_record.id > ${afterId}`,
    // the effect is applied to a record created later at the next scheduled time
    sql<SqlBool>`frm_record.create_time <= ${dueTime}`,
    sql<SqlBool>`not exists (select 1 from frm_time_effect e where e.record_id = frm_record.id and e.effect_key = ${effectKey} and e.due = ${dueTime}
      and (e.outcome = 'done' or e.tries >= ${MAX_TRIES}))`,
  ];
  if (!mayApplyWhenNotInForce(effect)) where.push(inForceSql(definition));
  if (when !== undefined) {
    const condition = await ruleConditionSql(context.db, loaded.form, when, names, dayOf(dueTime));
    if (!condition.ok) throw new Error(condition.problems.map(({ message }) => message).join('; '));
    where.push(condition.sql);
  }
  const { rows } = await sql<{
    id: string;
  }>`select frm_record.id from ${recordTable(definition.formKey)} as frm_record where ${sql.join(where, sql` and `)}
    order by frm_record.id limit ${BATCH_SIZE}`.execute(context.db);
  return rows.map(({ id }) => id);
}

/** Returns the date (YYYY-MM-DD) of a scheduled time. */
const dayOf = (dueTime: Date): string => timeText(dueTime).slice(0, 10);

/**
 * Applies the effect to one record and stores the outcome, in one transaction. Returns false if the effect was applied
 * meanwhile, or if the record is no longer in force or no longer fulfils the condition.
 */
async function applyToRecord(
  form: RuleForm,
  effect: Effect,
  effectKey: string,
  dueTime: Date,
  id: string,
): Promise<boolean> {
  const { context, loaded } = form;
  return context.db.transaction().execute(async (trx) => {
    const row = await lockRecord({ context, trx }, loaded.formKey, id);
    if (!row) return false;
    // somebody may have voided the record since the query
    if (!mayApplyWhenNotInForce(effect) && !isInForce(row, loaded.form.definition)) return false;
    // as in the query, today() returns the scheduled date, even if the effect runs later; this holds for the condition
    // and for the values that the effect writes
    const day = dayOf(dueTime);
    const subject = { ...subjectOf(form, trx, row, day), day };
    if (!(await isConditionMet(subject, effect.when))) return false;
    const { rows } = await sql`insert into frm_time_effect (record_id, effect_key, due, form_key, outcome)
      values (${id}, ${effectKey}, ${dueTime}, ${loaded.formKey}, 'done')
      on conflict (record_id, effect_key, due) do update set outcome = 'done', detail = '', done_at = now()
      where frm_time_effect.outcome = 'refused' returning record_id`.execute(trx);
    if (rows.length === 0) return false;
    await runEffects(subject, [effect]);
    return true;
  });
}

async function storeFailure(
  form: RuleForm,
  effectKey: string,
  dueTime: Date,
  id: string,
  detail: string,
): Promise<void> {
  await sql`insert into frm_time_effect (record_id, effect_key, due, form_key, outcome, detail)
    values (${id}, ${effectKey}, ${dueTime}, ${form.loaded.formKey}, 'refused', ${detail.slice(0, 500)})
    on conflict (record_id, effect_key, due) do update set tries = frm_time_effect.tries + 1, detail = excluded.detail, done_at = now()
    where frm_time_effect.outcome = 'refused'`.execute(form.context.db);
}

/**
 * Applies a timed effect to every record for which it is due. Each record is processed in its own transaction, once
 * for each scheduled time, even if several servers run this function. A failure at one record is stored, and the next
 * record is processed. Returns a report in Chinese. If there were failures, throws an error with the report as its
 * message and the first failure as its cause, so that the job is repeated and finally raises an alarm.
 */
export async function runTimedEffect(
  form: RuleForm,
  effect: Effect,
  effectKey: string,
  signal: AbortSignal,
  now = new Date(),
): Promise<string> {
  const dueTime = lastOccurrence(effect.every as TimeSchedule, now);
  let doneCount = 0;
  const failureMessages: string[] = [];
  let firstFailure: unknown;
  let lastId = '';
  while (!signal.aborted) {
    const ids = await pendingRecords(form, effect, effectKey, dueTime, lastId);
    for (const id of ids) {
      if (signal.aborted) break;
      try {
        if (await applyToRecord(form, effect, effectKey, dueTime, id)) doneCount += 1;
      } catch (error) {
        // no failure of a record ends the run, otherwise one record that always fails would block the following ones;
        // if the database fails, the failure cannot be stored either, and the run ends
        const { message } = loggableError(databaseRefusal(error) ?? error);
        failureMessages.push(message);
        firstFailure ??= error;
        await storeFailure(form, effectKey, dueTime, id, message);
      }
    }
    lastId = ids.at(-1) ?? '';
    if (ids.length < BATCH_SIZE) break;
  }
  const messages = [
    ...(doneCount > 0 ? [`${timeText(dueTime).slice(0, 16)} 到时，已办理 ${doneCount} 条记录`] : []),
    ...(failureMessages.length > 0 ? [`${failureMessages.length} 条未能办理，如：${failureMessages[0] ?? ''}`] : []),
  ];
  const report = messages.length === 0 ? '没有要办理的记录' : messages.join('；');
  if (failureMessages.length > 0) throw new Error(report, { cause: firstFailure });
  return report;
}
