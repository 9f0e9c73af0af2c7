import { checkReminders, timedEffects } from '../../effects/index.ts';
import { compileForm } from '../../kernel/index.ts';
import { hasErrors, underPath } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { formChecks, type FormCheck, relatedForms } from '../documents/index.ts';
import { jobSources } from '../jobs/index.ts';
import { timeJobs } from './timeJobs.ts';
import { conditionProblems } from './ruleConditionSql.ts';

/**
 * Checks that the time rules of a form (its reminders and timed effects) are valid, and that their conditions can be
 * translated into SQL.
 */
const checkTimeRules: FormCheck = async (context, db, definition, pendingForms) => {
  const timed = timedEffects(definition);
  if ((definition.reminders ?? []).length === 0 && timed.length === 0) return [];
  const scope = {
    formOf: await relatedForms(context, db, definition, pendingForms),
    vocabulary: context.vocabulary,
  };
  const problems = checkReminders(definition, scope);
  if (hasErrors(problems)) return problems;
  const form = compileForm(definition, context.vocabulary);
  const names = { definition, prefixes: {}, ...scope };
  const problemsOf = (when: string | undefined, path: readonly (string | number)[]) =>
    when === undefined ? [] : underPath([...path, 'when'], conditionProblems(form, when, names));
  return [
    ...problems,
    ...(definition.reminders ?? []).flatMap(({ when }, index) => problemsOf(when, ['reminders', index])),
    ...timed.flatMap((effect) => problemsOf(effect.when, ['effects', (definition.effects ?? []).indexOf(effect)])),
  ];
};

/** Registers the check of time rules, which runs at the publication of a form, and the jobs that execute the rules. */
export function registerTimeRules(context: ServerContext): void {
  formChecks.add(context, checkTimeRules);
  jobSources.add(context, timeJobs(context));
}
