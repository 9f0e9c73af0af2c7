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
  /** Null when the text is no form. */
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
 * All problems of a form's text: those of the parser, of the registered checks (`formChecks`), and names that this
 * server does not have.
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
  problems.filter((one) => one.level === 'error').length;

/** Refuses with DOC_DRAFT_ONLY and the problems if one of them is an error. */
export function refuseErrors(problems: readonly Problem[]): void {
  if (hasErrors(problems)) throw new Refusal('DOC_DRAFT_ONLY', { count: countErrors(problems) }, { problems });
}
