import type { FormDefinition } from '../../kernel/index.ts';
import { type Problem, hasErrors } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { formChecks } from './extensions.ts';
import { outsideProblems } from './outside.ts';
import type { Beside } from './relationForms.ts';
import { readForm } from './readForm.ts';
import type { Db } from '../store/database.ts';

export interface CheckedForm {
  /** Null when the text is no form at all. */
  definition: FormDefinition | null;
  problems: Problem[];
}

export interface FormText {
  formKey: string;
  formName?: string;
  content: string;
  /** Forms that are published together with this one. */
  beside?: Beside;
}

/** Everything that is wrong with a form's text: the kernel's findings, what other rooms find (`formChecks`), and whether its dictionaries exist. */
export async function checkForm(
  context: ServerContext,
  db: Db,
  { formKey, formName, content, beside }: FormText,
): Promise<CheckedForm> {
  const read = await readForm(content, context.vocabulary, { formKey, ...(formName ? { formName } : {}) });
  if (!read.ok) return { definition: null, problems: [...read.problems] };
  const further: Problem[] = [];
  for (const check of formChecks.of(context)) further.push(...(await check(context, db, read.value, beside)));
  return {
    definition: read.value,
    problems: [...read.problems, ...further, ...(await outsideProblems(context, db, read.named, beside))],
  };
}

export const errorsOf = (problems: readonly Problem[]): number =>
  problems.filter((one) => one.level === 'error').length;

/** Refuses with DOC_DRAFT_ONLY and the problems while there are errors. */
export function refuseErrors(problems: readonly Problem[]): void {
  if (hasErrors(problems)) throw new Refusal('DOC_DRAFT_ONLY', { count: errorsOf(problems) }, { problems });
}
