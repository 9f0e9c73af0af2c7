import type { Problem } from '../../kernel/problem.ts';
import type { ServerContext } from '../context.ts';
import { contentOf } from '../documents/content.ts';
import { lockDocument, storeVersion, type Author } from '../documents/store.ts';
import { Refusal } from '../http/refusal.ts';
import { inTransaction, type Trx } from '../store/transaction.ts';
import { parseFlow } from './parse.ts';

export interface FlowPublication {
  /** BPMN 2.0 text. */
  xml: string;
  note: string;
  author: Author;
}

/**
 * Publishes a process file under the id of its process, as the next version. Refuses with DOC_DRAFT_ONLY and the
 * problems while it has errors. Running processes keep the version they started with.
 */
export async function publishFlow(context: ServerContext, { xml, note, author }: FlowPublication, trx?: Trx): Promise<{ key: string; version: number; problems: readonly Problem[] }> {
  const content = contentOf(xml);
  const { definition, problems } = await parseFlow(content);
  const errors = problems.filter((problem) => problem.level === 'error');
  if (!definition || errors.length > 0) throw new Refusal('DOC_DRAFT_ONLY', { count: errors.length }, { problems });
  const { key, name } = definition;
  const version = await inTransaction(context, trx, async (inside) => {
    await lockDocument(inside, 'flow', key, name);
    return storeVersion(inside, { kind: 'flow', key, name, content, canonical: null, note, author });
  });
  return { key, version, problems };
}
