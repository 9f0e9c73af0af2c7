import type { Problem } from '../../kernel/problem.ts';
import { underPath } from '../../kernel/problems.ts';
import type { ServerContext } from '../context.ts';
import { contentOf } from '../documents/content.ts';
import { loadForm } from '../documents/forms.ts';
import { lockDocument, storeVersion, type Author, type Db } from '../documents/store.ts';
import { Refusal } from '../http/refusal.ts';
import { inTransaction, type Trx } from '../store/transaction.ts';
import type { FlowDefinition } from './definition.ts';
import { withCalls } from './calledFlows.ts';
import { checkFlowAgainstForm } from './formCheck.ts';
import { parseFlow } from './parse.ts';
import { likeText } from './taskFilters.ts';

export interface FlowPublication {
  /** BPMN 2.0 text. */
  xml: string;
  note: string;
  author: Author;
}

/** What does not fit the published forms that use the flow; paths begin with the form. Warnings: flow and form may change one after the other. */
async function problemsWithForms(context: ServerContext, db: Db, flow: FlowDefinition): Promise<Problem[]> {
  const forms = await db.selectFrom('doc_version').select('doc_key').where('kind', '=', 'form').where('state', '=', 'published')
    .where('canonical', 'like', `%"flowKey":${likeText(JSON.stringify(flow.key))}%`).execute();
  const problems: Problem[] = [];
  for (const { doc_key: formKey } of forms) {
    const { form } = await loadForm(context, db, formKey);
    if (form.definition.flowKey !== flow.key) continue;
    problems.push(...underPath([formKey], checkFlowAgainstForm(flow, form.definition, context.vocabulary)).map((one): Problem => ({ ...one, level: 'warning' })));
  }
  return problems;
}

/**
 * Publishes a process file under the id of its process, as the next version. Refuses with DOC_DRAFT_ONLY and the
 * problems while it has errors. Running processes keep the version they started with.
 */
export async function publishFlow(context: ServerContext, { xml, note, author }: FlowPublication, trx?: Trx): Promise<{ key: string; version: number; problems: readonly Problem[] }> {
  const content = contentOf(xml);
  const { definition: parsed, problems: own } = await parseFlow(content);
  return inTransaction(context, trx, async (inside) => {
    const { definition, problems: missing } = parsed ? await withCalls(inside, parsed, new Date()) : { definition: null, problems: [] };
    const problems = definition ? [...own, ...missing, ...await problemsWithForms(context, inside, definition)] : own;
    const errors = problems.filter((problem) => problem.level === 'error');
    if (!definition || errors.length > 0) throw new Refusal('DOC_DRAFT_ONLY', { count: errors.length }, { problems });
    const { key, name } = definition;
    await lockDocument(inside, 'flow', key, name);
    const version = await storeVersion(inside, { kind: 'flow', key, name, content, canonical: null, note, author });
    return { key, version, problems };
  });
}
