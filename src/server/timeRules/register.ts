import { checkReminders, compileForm, timedEffects } from '../../kernel/index.ts';
import { hasErrors, underPath } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { formChecks, type FormCheck, relatedForms } from '../documents/index.ts';
import { jobSources } from '../jobs/index.ts';
import { timeJobs } from './timeJobs.ts';
import { judgeWhen } from './whenSql.ts';

/** Whether the rules of time of a form lead somewhere, and their conditions can be asked of the database. */
const checkTimeRules: FormCheck = async (context, db, definition, beside) => {
  const timed = timedEffects(definition);
  if ((definition.reminders ?? []).length === 0 && timed.length === 0) return [];
  const around = {
    formOf: await relatedForms(context, db, definition, beside),
    vocabulary: context.vocabulary,
  };
  const problems = checkReminders(definition, around);
  if (hasErrors(problems)) return problems;
  const form = compileForm(definition, context.vocabulary);
  const names = { definition, groups: {}, ...around };
  const judged = (when: string | undefined, path: readonly (string | number)[]) =>
    when === undefined ? [] : underPath([...path, 'when'], judgeWhen(form, when, names));
  return [
    ...problems,
    ...(definition.reminders ?? []).flatMap(({ when }, index) => judged(when, ['reminders', index])),
    ...timed.flatMap((effect) => judged(effect.when, ['effects', (definition.effects ?? []).indexOf(effect)])),
  ];
};

/** Judges rules of time at publishing, and makes jobs of them. */
export function registerTimeRules(context: ServerContext): void {
  formChecks.add(context, checkTimeRules);
  jobSources.add(context, timeJobs(context));
}
