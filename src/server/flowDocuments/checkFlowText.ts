import { type Problem, underPath } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm, type LoadedForm } from '../documents/index.ts';
import { findReferringKeys } from '../references/index.ts';
import type { Db } from '../store/database.ts';
import { inlineCallsAt } from './inlineCallsAt.ts';
import { checkExternals } from './checkExternals.ts';
import { type FlowDefinition, flowProblem, checkDeptLeaders, checkFlowReferences, parseFlow } from '../flow/index.ts';

/** Returns the published forms whose records are approved by this process. */
export async function formsUsing(context: ServerContext, db: Db, flowKey: string): Promise<LoadedForm[]> {
  const forms: LoadedForm[] = [];
  for (const formKey of await findReferringKeys(db, 'form', { kind: 'flow', name: flowKey }))
    forms.push(await loadForm(context, db, formKey));
  return forms;
}

export interface CheckedFlow {
  /** The process with the called processes inlined; null when the text contains no process. */
  definition: FlowDefinition | null;
  problems: Problem[];
}

/**
 * Returns all problems of a process file: its own problems, those of the processes that it calls, names that do not
 * exist outside of the file (`checkExternals`), and its mismatches with the published forms that use it. The path of a
 * mismatch begins with the form's key. A mismatch is only a
 * warning, because flow and form may change one after the other; problems of `checkDeptLeaders` keep their level.
 * `key`: the required id of the process.
 */
export async function checkFlowText(
  context: ServerContext,
  db: Db,
  content: string,
  key?: string,
): Promise<CheckedFlow> {
  const { definition: parsed, problems: ownProblems } = await parseFlow(content);
  if (!parsed) return { definition: null, problems: ownProblems };
  const keyProblems =
    key === undefined || parsed.key === key
      ? []
      : [flowProblem(undefined, `文件中流程的标识是“${parsed.key}”，应为“${key}”`)];
  const { definition, problems: callProblems } = await inlineCallsAt(db, parsed, new Date());
  const problems = [
    ...keyProblems,
    ...ownProblems,
    ...callProblems,
    ...(await checkExternals(context, db, definition)),
  ];
  for (const { formKey, form } of await formsUsing(context, db, definition.key)) {
    problems.push(
      ...underPath([formKey], checkFlowReferences(definition, form.definition, context.vocabulary)).map(
        (mismatch): Problem => ({ ...mismatch, level: 'warning' }),
      ),
      ...underPath([formKey], checkDeptLeaders(definition, form.definition, context.vocabulary)),
    );
  }
  return { definition, problems };
}
