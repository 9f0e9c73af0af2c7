import { type Problem, underPath } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm, type LoadedForm } from '../documents/index.ts';
import type { Db } from '../store/database.ts';
import { withCalls } from './calledFlows.ts';
import { checkSurroundings } from './checkSurroundings.ts';
import { type FlowDefinition, flowProblem, checkFlowAgainstForm, parseFlow } from '../flow/index.ts';
import { likeText } from '../store/likeText.ts';

/** The published forms whose approval is this process. */
export async function formsUsing(context: ServerContext, db: Db, flowKey: string): Promise<LoadedForm[]> {
  const rows = await db
    .selectFrom('doc_version')
    .select('doc_key')
    .where('kind', '=', 'form')
    .where('state', '=', 'published')
    .where('canonical', 'like', `%"flowKey":${likeText(JSON.stringify(flowKey))}%`)
    .orderBy('doc_key')
    .execute();
  const forms: LoadedForm[] = [];
  for (const { doc_key: formKey } of rows) {
    const loaded = await loadForm(context, db, formKey);
    if (loaded.form.definition.flowKey === flowKey) forms.push(loaded);
  }
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
