import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { timedEffects, type Effect } from '../../effects/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import { timeScheduleText, type TimeSchedule } from '../../domain/schedules.ts';
import type { ServerContext } from '../context.ts';
import { definitionOf, loadForm } from '../documents/index.ts';
import { loadEffectNames } from '../effects/index.ts';
import { flowOfForm } from '../flowDocuments/index.ts';
import type { JobKind } from '../jobs/index.ts';
import { remindRecords, ruleName } from './remindRecords.ts';
import { runTimedEffect } from './runTimedEffect.ts';
import type { RuleForm } from './subjectOf.ts';

/** The time of day at which reminders are sent. */
const REMIND_AT = '08:00';
const MAX_JOB_KEY = 64;

/** Returns the key of a job, shortened with a digest if it is too long for its column. */
const jobKey = (name: string): string =>
  name.length <= MAX_JOB_KEY ? name : name.slice(0, 40) + createHash('sha256').update(name).digest('hex').slice(0, 24);

/** Returns the keys of timed effects: the effect's own key, else its position among the timed effects of the form. */
const effectKeys = (effects: readonly Effect[]): string[] => effects.map(({ key }, index) => key ?? `time${index + 1}`);

/** Loads the newest published form and the names that its rules use, in a short transaction. */
export async function loadFormForRules(context: ServerContext, formKey: string): Promise<RuleForm> {
  return context.db.transaction().execute(async (trx) => {
    const loaded = await loadForm(context, trx, formKey);
    return {
      context,
      loaded,
      flow: await flowOfForm(context, trx, loaded.form.definition.flowKey),
      names: await loadEffectNames(context, trx, loaded),
    };
  });
}

function jobsOf(context: ServerContext, definition: FormDefinition): JobKind[] {
  const { formKey, formName, reminders = [] } = definition;
  const jobs: JobKind[] = [];
  if (reminders.length > 0)
    jobs.push({
      kind: jobKey(`remind:${formKey}`),
      title: `到期提醒：${formName}`,
      note: reminders.map(ruleName).join('、'),
      schedule: { dailyAt: REMIND_AT },
      run: async (signal) => remindRecords(await loadFormForRules(context, formKey), signal),
    });
  const effects = timedEffects(definition);
  const keys = effectKeys(effects);
  for (const [index, { every }] of effects.entries()) {
    const effectKey = keys[index] as string;
    jobs.push({
      kind: jobKey(`every:${formKey}:${effectKey}`),
      title: `定时联动：${formName}`,
      note: `${timeScheduleText(every as TimeSchedule)}对每条符合条件的记录各做一次`,
      schedule: { calendar: every as TimeSchedule },
      run: async (signal) => {
        const form = await loadFormForRules(context, formKey);
        // a newer version may have been published since the job was listed
        const newestEffects = timedEffects(form.loaded.form.definition);
        const effect = newestEffects[effectKeys(newestEffects).indexOf(effectKey)];
        return effect ? runTimedEffect(form, effect, effectKey, signal) : '规则已不在表单中';
      },
    });
  }
  return jobs;
}

/** Returns a text that changes whenever a form is published or removed. */
async function stampOf({ db }: ServerContext): Promise<string> {
  const { rows } = await sql<{
    stamp: string;
  }>`select count(*) || '.' || coalesce(sum(published_version), 0) as stamp from doc_document where kind = 'form'`.execute(
    db,
  );
  return rows[0]?.stamp ?? '';
}

/**
 * Returns a function that lists the jobs of the time rules of published forms: for each form one job for all of its
 * reminders, and one job for each timed effect.
 */
export function timeJobs(context: ServerContext): () => Promise<readonly JobKind[]> {
  let cached: { jobs: readonly JobKind[]; stamp: string } | null = null;
  return async () => {
    const stamp = await stampOf(context);
    if (cached?.stamp === stamp) return cached.jobs;
    const rows = await context.db
      .selectFrom('doc_version')
      .select(['doc_key', 'name', 'version', 'canonical', 'content'])
      .where('kind', '=', 'form')
      .where('state', '=', 'published')
      .where((where) =>
        where.or([where('canonical', 'like', '%"reminders":[%'), where('canonical', 'like', '%"every":{%')]),
      )
      .orderBy('doc_key')
      .execute();
    // the forms are not compiled, because jobs need only definitions, and compiling took a fifth of the start-up time
    const jobs = rows.flatMap((row) => jobsOf(context, definitionOf(row, context.vocabulary)));
    cached = { jobs, stamp };
    return jobs;
  };
}
