import type { Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { toStoredText, findDraftForUpdate, lockDocument, storePublished, type Author } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { runInTransaction, type Trx } from '../store/transaction.ts';
import { checkFlowText } from './checkFlowText.ts';

export interface FlowPublication {
  /** BPMN 2.0 text. */
  xml: string;
  note: string;
  author: Author;
  /** Id that the process must have; without it the file is published under its own id. */
  flowKey?: string;
}

export interface PublishedFlow {
  key: string;
  version: number;
  problems: readonly Problem[];
}

/**
 * Publishes a process file under the id of its process, as the next version. If the file has errors, refuses with
 * DOC_DRAFT_ONLY and the problems. Running processes keep the version with which they started.
 */
export async function publishFlow(
  context: ServerContext,
  { xml, note, author, flowKey }: FlowPublication,
  outerTrx?: Trx,
): Promise<PublishedFlow> {
  const content = toStoredText(xml);
  return runInTransaction(context, outerTrx, async (db) => {
    const { definition, problems } = await checkFlowText(context, db, content, flowKey);
    const errors = problems.filter((problem) => problem.level === 'error');
    if (!definition || errors.length > 0) throw new Refusal('DOC_DRAFT_ONLY', { count: errors.length }, { problems });
    const { key, name } = definition;
    await lockDocument(db, 'flow', key, name);
    const version = await storePublished(context, db, {
      kind: 'flow',
      key,
      name,
      content,
      canonical: null,
      note,
      author,
    });
    return { key, version, problems };
  });
}

/**
 * Publishes the stored draft of a process (`publishFlow`). Refuses with 404 a process without a draft, and with
 * RECORD_STALE a draft whose revision is not `revision`.
 */
export async function publishFlowDraft(
  context: ServerContext,
  { flowKey, note, author, revision }: { flowKey: string; note: string; author: Author; revision?: number },
  outerTrx?: Trx,
): Promise<PublishedFlow> {
  return runInTransaction(context, outerTrx, async (trx) => {
    const document = await findDraftForUpdate(trx, { kind: 'flow', key: flowKey, revision });
    return publishFlow(context, { xml: document.draft, note, author, flowKey }, trx);
  });
}
