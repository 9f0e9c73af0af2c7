import { createHash } from 'node:crypto';
import type { Store } from '../../src/server/store/connect.ts';
import type { Ledger } from './ledger.ts';
import { lostMore } from './moreVerdict.ts';

/** What was acknowledged and is not there, or is there otherwise. */
export async function lostWrites(store: Store, ledger: Ledger): Promise<string[]> {
  const { db } = store;
  const lost = await lostMore(store, ledger);
  const rows = new Map(
    (
      await db
        .selectFrom('frm_record')
        .select(['id', 'revision', 'flw_state', 'title'])
        .where('form_key', '=', 'sealDemo')
        .execute()
    ).map((row) => [row.id, row]),
  );
  for (const [id, { revision, title, flwState }] of ledger.records) {
    const row = rows.get(id);
    if (!row) lost.push(`record ${id} is gone`);
    else if (row.revision !== revision || row.title !== title || row.flw_state !== flwState)
      lost.push(
        `record ${id}: revision ${row.revision} “${row.title}” ${row.flw_state} for ${revision} “${title}” ${flwState}`,
      );
  }
  for (const id of rows.keys()) if (!ledger.records.has(id)) lost.push(`record ${id} was made twice`);
  for (const [key, version] of ledger.versions) {
    const found = await db.selectFrom('doc_version').select('version').where('doc_key', '=', key).execute();
    if (found.length !== version) lost.push(`${key}: ${found.length} versions for ${version}`);
  }
  const approved = new Set(
    (
      await db
        .selectFrom('flw_task')
        .select('record_id')
        .where('node_id', '=', 'leader')
        .where('action', '=', 'approve')
        .execute()
    ).map(({ record_id }) => record_id),
  );
  for (const id of ledger.approvals) if (!approved.has(id)) lost.push(`the approval of ${id} is gone`);
  return lost;
}

/** The same through the calls: what a person gets is what they were told was kept. */
export async function lostContents(ledger: Ledger, sample = 100): Promise<string[]> {
  const lost: string[] = [];
  for (const [id, { sha256, owner }] of [...ledger.files].slice(-sample)) {
    const bytes = await owner.bytes(`/api/file/sys/file/download/${id}`);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) lost.push(`file ${id} has another content`);
  }
  for (const [id, { revision, text, owner }] of ledger.drafts) {
    const { data } = await owner.get<{ revision: number; content: { title?: string } } | null>(
      `/api/system/frmDraft/get?id=${id}`,
    );
    if (data?.revision !== revision || data.content.title !== text)
      lost.push(`draft ${id}: revision ${data?.revision} for ${revision}`);
  }
  return lost;
}
