import { type Problem, underPath } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm, type LoadedForm } from '../documents/index.ts';
import { keysNaming } from '../references/index.ts';
import type { Db } from '../store/database.ts';
import { withCalls } from './calledFlows.ts';
import { checkSurroundings } from './checkSurroundings.ts';
import { type FlowDefinition, flowProblem, checkFlowAgainstForm, parseFlow } from '../flow/index.ts';

/** The published forms whose approval is this process. */
export async function formsUsing(context: ServerContext, db: Db, flowKey: string): Promise<LoadedForm[]> {
  const forms: LoadedForm[] = [];
  for (const formKey of await keysNaming(db, 'form', { kind: 'flow', name: flowKey }))
    forms.push(await loadForm(context, db, formKey));
  return forms;
}

export interface CheckedFlow {
  /** With the processes it calls; null when the text is no process at all. */
  definition: FlowDefinition | null;
  problems: Problem[];
}

/**
 * Everything that is wrong with a process file: by itself, with the processes it calls, and with the published forms
 * that use it (paths begin with the form; warnings, for flow and form may change one after the other). `key`: what
 * its process must be called.
 */
export async function checkFlowText(
  context: ServerContext,
  db: Db,
  content: string,
  key?: string,
): Promise<CheckedFlow> {
  const { definition: parsed, problems: own } = await parseFlow(content);
  if (!parsed) return { definition: null, problems: own };
  const misnamed =
    key === undefined || parsed.key === key
      ? []
      : [flowProblem(undefined, `文件中流程的标识是“${parsed.key}”，应为“${key}”`)];
  const { definition, problems: missing } = await withCalls(db, parsed, new Date());
  const problems = [...misnamed, ...own, ...missing, ...(await checkSurroundings(context, db, definition))];
  for (const { formKey, form } of await formsUsing(context, db, definition.key)) {
    problems.push(
      ...underPath([formKey], checkFlowAgainstForm(definition, form.definition, context.vocabulary)).map(
        (one): Problem => ({ ...one, level: 'warning' }),
      ),
    );
  }
  return { definition, problems };
}
