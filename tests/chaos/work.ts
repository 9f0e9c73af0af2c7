import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Caller, Reply } from './caller.ts';

/** What was acknowledged, by what it is of. Each entry is written by one worker alone, so it is exactly what must be there. */
export interface Ledger {
  records: Map<string, { revision: number; title: string; flwState: string }>;
  drafts: Map<string, { revision: number; text: string; owner: Caller }>;
  files: Map<string, { sha256: string; owner: Caller }>;
  versions: Map<string, number>;
  approvals: Set<string>;
  /** Refusals that no retry explains. */
  surprises: string[];
}

export const createLedger = (): Ledger => ({ records: new Map(), drafts: new Map(), files: new Map(), versions: new Map(), approvals: new Set(), surprises: [] });

export interface People { writers: Caller[]; leader: Caller; admin: Caller }

interface Saved { id: string; revision: number; flwState: string; fieldsMap: { title: string } }
const FORM = 'sealDemo';

function taken<T>(ledger: Ledger, what: string, reply: Reply<T>): T | null {
  if (reply.code === '1') return reply.data;
  ledger.surprises.push(`${what}: ${reply.status} ${reply.code} ${reply.msg}`);
  return null;
}

/** Acknowledged exactly this: one revision more than before, whatever had to be repeated. */
function note(ledger: Ledger, what: string, before: number, title: string, saved: Saved | null): Saved | null {
  if (!saved) return null;
  if (saved.revision !== before + 1) ledger.surprises.push(`${what}: revision ${saved.revision} after ${before}`);
  // an approver may have been told sooner than who submitted
  if (saved.revision > (ledger.records.get(saved.id)?.revision ?? 0)) ledger.records.set(saved.id, { revision: saved.revision, title, flwState: saved.flwState });
  return saved;
}

/** A record from its first save over two more to its submission. */
async function fillIn(ledger: Ledger, writer: Caller): Promise<void> {
  let record: Saved | null = null;
  for (let step = 0; step < 4; step += 1) {
    const title = `${randomUUID()} ${step}`;
    const values = { fieldsMap: { title, kind: 'report', amount: step }, childTables: { sealFiles: [{ id: 'r1', fieldsMap: { fileName: title, copies: 1, price: 2 } }] } };
    const sent: object = record ? { id: record.id, revision: record.revision, ...values } : values;
    const reply = step < 3
      ? await writer.post<Saved>(`/api/system/frmCrud/saveOrUpdate/${FORM}`, sent)
      : await writer.post<Saved>(`/api/system/frmCrud/runProcess/${FORM}`, { record: sent, action: 'submit' });
    record = note(ledger, `step ${step}`, record?.revision ?? 0, title, taken(ledger, `step ${step}`, reply));
    if (!record) return;
  }
}

async function upload(ledger: Ledger, writer: Caller): Promise<void> {
  const bytes = Buffer.from(randomBytes(1_000 + Math.floor(Math.random() * 60_000)).toString('base64'));
  const form = new FormData();
  form.append('file', new Blob([bytes], { type: 'text/plain' }), 'note.txt');
  const saved = taken(ledger, 'upload', await writer.post<{ id: string }>('/api/file/sys/file/upload', form));
  if (saved) ledger.files.set(saved.id, { sha256: createHash('sha256').update(bytes).digest('hex'), owner: writer });
}

async function draft(ledger: Ledger, writer: Caller): Promise<void> {
  const id = randomUUID();
  for (let revision = 0; revision < 3; revision += 1) {
    const text = `${id} ${revision}`;
    const saved = taken(ledger, 'draft', await writer.post<{ revision: number }>('/api/system/frmDraft/save', { id, formKey: FORM, revision, set: { title: text, [`part${revision}`]: text } }));
    if (!saved) return;
    ledger.drafts.set(id, { revision: saved.revision, text, owner: writer });
  }
  // one person may keep a hundred drafts only
  if (Math.random() < 0.8 && taken(ledger, 'draft removed', await writer.post<null>('/api/system/frmDraft/remove', { ids: [id] })) === null) ledger.drafts.delete(id);
}

/** One writer after the other kind of work until told to stop. */
export async function write(ledger: Ledger, writer: Caller, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const chance = Math.random();
    if (chance < 0.5) await fillIn(ledger, writer);
    else if (chance < 0.8) await upload(ledger, writer);
    else await draft(ledger, writer);
  }
}

/** Approves what is in the to-do list. */
export async function approve(ledger: Ledger, leader: Caller, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const todo = taken(ledger, 'to-do', await leader.post<{ data: { taskId: string; recordId: string }[] }>('/api/task/flow/task/listMyTodo', { data: {}, page: { pageNum: 1, pageSize: 5 } }))?.data ?? [];
    if (todo.length === 0) await new Promise((wake) => { setTimeout(wake, 100); });
    for (const { recordId } of todo) {
      const known = ledger.records.get(recordId);
      if (!known || ledger.approvals.has(recordId)) continue;
      const record = taken(ledger, 'read', await leader.get<Saved & { childTables: object }>(`/api/system/frmCrud/getById/${FORM}?id=${recordId}`));
      if (!record) continue;
      const reply = await leader.post<Saved>(`/api/system/frmCrud/runProcess/${FORM}`, { record: { id: recordId, revision: record.revision, fieldsMap: { ...record.fieldsMap, leaderOpinion: '同意' }, childTables: record.childTables }, action: 'approve', opinion: '同意' });
      if (note(ledger, 'approve', record.revision, known.title, taken(ledger, 'approve', reply))) ledger.approvals.add(recordId);
      if (isOver()) return;
    }
  }
}

/** Publishes a form again and again; each publication is the next version. */
export async function publish(ledger: Ledger, admin: Caller, isOver: () => boolean): Promise<void> {
  const formKey = 'chaosForm';
  while (!isOver()) {
    const before = ledger.versions.get(formKey) ?? 0;
    const definition = { formName: `第 ${before + 1} 稿`, fields: [{ tag: 'el-input', __vModel__: 'title', label: `标题 ${before + 1}`, isList: '1' }] };
    if (!taken(ledger, 'definition', await admin.post('/api/system/frmDef/saveDraft', { formKey, formName: definition.formName, definition }))) return;
    const published = taken(ledger, 'publish', await admin.post<{ version: number }>('/api/system/frmDef/publish', { formKey, note: String(before + 1) }));
    if (!published) return;
    if (published.version !== before + 1) ledger.surprises.push(`publish: version ${published.version} after ${before}`);
    ledger.versions.set(formKey, published.version);
    await new Promise((wake) => { setTimeout(wake, 300); });
  }
}
