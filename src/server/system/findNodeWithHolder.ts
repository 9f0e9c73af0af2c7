import { sql } from 'kysely';
import { holderKey, parseFlow, type Holder } from '../flow/index.ts';
import type { Trx } from '../store/transaction.ts';

/**
 * Returns the first node of a published process that assigns tasks or copies to this holder, as text for a message;
 * null if there is none. `successor`: the holder that will replace this one. Nodes that already name the successor are
 * left out, because they still have a holder after the replacement.
 */
export async function findNodeWithHolder(trx: Trx, holder: Holder, successor?: Holder): Promise<string | null> {
  const { rows } = await sql<{ name: string; content: string }>`select d.name, v.content from doc_document d
    join doc_version v on v.kind = d.kind and v.doc_key = d.doc_key and v.version = d.published_version
    where d.kind = 'flow' order by d.doc_key`.execute(trx);
  const losesHolder = (holders: readonly Holder[]): boolean => {
    const keys = holders.map(holderKey);
    return keys.includes(holderKey(holder)) && !(successor && keys.includes(holderKey(successor)));
  };
  for (const { name, content } of rows) {
    const { definition } = await parseFlow(content);
    const node = Object.values(definition?.nodes ?? {}).find(
      ({ candidates, settings }) => losesHolder(candidates) || losesHolder(settings?.cc ?? []),
    );
    if (node) return `流程“${name}”的节点“${node.name || node.id}”`;
  }
  return null;
}
