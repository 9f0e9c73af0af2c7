import type { FormDefinition } from '../../kernel/index.ts';
import { type Problem, hasErrors } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { formChecks } from './extensions.ts';
import { findMissingReferences } from './missingReferences.ts';
import type { PendingForms } from './relationForms.ts';
import { readForm } from './readForm.ts';
import type { Db } from '../store/database.ts';

export interface CheckedForm {
  /** Null when the text is not a form. */
  definition: FormDefinition | null;
  problems: Problem[];
}

export interface FormText {
  formKey: string;
  formName?: string;
  content: string;
  /** Definitions that the same transaction publishes. */
  pendingForms?: PendingForms;
}

/**
 * Returns all problems of a form's text: problems that the parser and the registered checks (`formChecks`) find, and
 * names that this server does not have.
 */
export async function checkForm(
  context: ServerContext,
  db: Db,
  { formKey, formName, content, pendingForms }: FormText,
): Promise<CheckedForm> {
  const read = await readForm(content, context.vocabulary, { formKey, ...(formName ? { formName } : {}) });
  if (!read.ok) return { definition: null, problems: [...read.problems] };
  const checkProblems: Problem[] = [];
  for (const check of formChecks.registeredFor(context))
    checkProblems.push(...(await check(context, db, read.value, pendingForms)));
  return {
    definition: read.value,
    problems: [
      ...read.problems,
      ...checkProblems,
      ...(await findMissingReferences(context, db, read.externalNames, pendingForms)),
    ],
  };
}

export const countErrors = (problems: readonly Problem[]): number =>
  problems.filter((problem) => problem.level === 'error').length;

/** Refuses problems that contain an error with DOC_DRAFT_ONLY. */
export function refuseErrors(problems: readonly Problem[]): void {
  if (hasErrors(problems)) throw new Refusal('DOC_DRAFT_ONLY', { count: countErrors(problems) }, { problems });
}
