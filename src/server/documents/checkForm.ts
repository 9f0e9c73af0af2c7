import type { FormDefinition } from '../../kernel/form.ts';
import type { Problem } from '../../domain/problem/problem.ts';
import { hasErrors, problem } from '../../domain/problem/problems.ts';
import type { ServerContext } from '../context.ts';
import { loadFlow } from '../approval/definitions/loadFlow.ts';
import { checkFlowAgainstForm } from '../flow/check/checkFlowAgainstForm.ts';
import { Refusal } from '../http/refusal.ts';
import { outsideProblems } from './outside.ts';
import { readForm } from './readForm.ts';
import type { Db } from './store.ts';

export interface CheckedForm {
  /** Null when the text is no form at all. */
  definition: FormDefinition | null;
  problems: Problem[];
}

export interface FormText {
  formKey: string;
  formName?: string;
  content: string;
}

async function flowProblems(context: ServerContext, db: Db, definition: FormDefinition): Promise<Problem[]> {
  const { flowKey } = definition;
  if (!flowKey) return [];
  try {
    return checkFlowAgainstForm((await loadFlow(context, db, flowKey)).definition, definition, context.vocabulary);
  } catch (error) {
    if (error instanceof Refusal && error.code === '404')
      return [problem('DOC_REFERENCE', ['flowKey'], { kind: '流程', name: flowKey })];
    throw error;
  }
}

/** Everything that is wrong with a form's text: the kernel's findings, whether its flow exists and fits, and whether its dictionaries are there. */
export async function checkForm(
  context: ServerContext,
  db: Db,
  { formKey, formName, content }: FormText,
): Promise<CheckedForm> {
  const read = await readForm(content, context.vocabulary, { formKey, ...(formName ? { formName } : {}) });
  if (!read.ok) return { definition: null, problems: [...read.problems] };
  return {
    definition: read.value,
    problems: [
      ...read.problems,
      ...(await flowProblems(context, db, read.value)),
      ...(await outsideProblems(context, db, read.named)),
    ],
  };
}

export const errorsOf = (problems: readonly Problem[]): number =>
  problems.filter((one) => one.level === 'error').length;

/** Refuses with DOC_DRAFT_ONLY and the problems while there are errors. */
export function refuseErrors(problems: readonly Problem[]): void {
  if (hasErrors(problems)) throw new Refusal('DOC_DRAFT_ONLY', { count: errorsOf(problems) }, { problems });
}
