import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Caller } from './caller.ts';
import { CHANGING, fieldsOf, publishDraft, valuesOf } from './changingForm.ts';
import { taken, type Ledger } from './ledger.ts';
import { doMore, reorganise } from './moreWork.ts';

interface Saved {
  id: string;
  revision: number;
  flwState: string;
  fieldsMap: { title: string };
}
const FORM = 'sealDemo';

/** Acknowledged exactly this: one revision more than before, whatever had to be repeated. */
function note(ledger: Ledger, what: string, before: number, title: string, saved: Saved | null): Saved | null {
  if (!saved) return null;
  if (saved.revision !== before + 1) ledger.surprises.push(`${what}: revision ${saved.revision} after ${before}`);
  const known = ledger.records.get(saved.id);
  if (!known || saved.revision > known.revision)
    ledger.records.set(saved.id, { revision: saved.revision, title, flwState: saved.flwState });
  // an approver may have been told sooner than who submitted, and changes no title
  else if (saved.revision === known.revision - 1 && known.title !== title)
    ledger.surprises.push(`${what}: ${saved.id} was approved with the title ${known.title} for ${title}`);
  return saved;
}

/** A record from its first save over two more to its submission. */
async function fillIn(ledger: Ledger, writer: Caller): Promise<void> {
  let record: Saved | null = null;
  for (let step = 0; step < 4; step += 1) {
    const title = `${randomUUID()} ${step}`;
    const values = {
      fieldsMap: { title, kind: 'report', amount: step },
      childTables: { sealFiles: [{ id: 'r1', fieldsMap: { fileName: title, copies: 1, price: 2 } }] },
    };
    const sent: object = record ? { id: record.id, revision: record.revision, ...values } : values;
    const reply =
      step < 3
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
    const saved = taken(
      ledger,
      'draft',
      await writer.post<{ revision: number }>('/api/system/frmDraft/save', {
        id,
        formKey: FORM,
        revision,
        set: { title: text, [`part${revision}`]: text },
      }),
    );
    if (!saved) return;
    ledger.drafts.set(id, { revision: saved.revision, text, owner: writer });
  }
  // one person may keep a hundred drafts only
  if (
    Math.random() < 0.8 &&
    taken(ledger, 'draft removed', await writer.post<null>('/api/system/frmDraft/remove', { ids: [id] })) === null
  )
    ledger.drafts.delete(id);
}

/** One writer after the other kind of work until told to stop. */
export async function write(ledger: Ledger, writer: Caller, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const chance = Math.random();
    if (chance < 0.4) await fillIn(ledger, writer);
    else if (chance < 0.6) await upload(ledger, writer);
    else if (chance < 0.75) await draft(ledger, writer);
    else await doMore(ledger, writer);
  }
}

/** Approves what is in the to-do list. */
export async function approve(ledger: Ledger, leader: Caller, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const todo =
      taken(
        ledger,
        'to-do',
        await leader.post<{ data: { taskId: string; recordId: string }[] }>('/api/task/flow/task/listMyTodo', {
          data: {},
          page: { pageNum: 1, pageSize: 5 },
        }),
      )?.data ?? [];
    if (todo.length === 0)
      await new Promise((wake) => {
        setTimeout(wake, 100);
      });
    for (const { recordId } of todo) {
      const known = ledger.records.get(recordId);
      if (!known || ledger.approvals.has(recordId)) continue;
      const record = taken(
        ledger,
        'read',
        await leader.get<Saved & { childTables: object }>(`/api/system/frmCrud/getById/${FORM}?id=${recordId}`),
      );
      if (!record) continue;
      const reply = await leader.post<Saved>(`/api/system/frmCrud/runProcess/${FORM}`, {
        record: {
          id: recordId,
          revision: record.revision,
          fieldsMap: { ...record.fieldsMap, leaderOpinion: '同意' },
          childTables: record.childTables,
        },
        action: 'approve',
        opinion: '同意',
      });
      if (note(ledger, 'approve', record.revision, record.fieldsMap.title, taken(ledger, 'approve', reply)))
        ledger.approvals.add(recordId);
      if (isOver()) return;
    }
  }
}

/** Publishes a form again and again, each publication the next version, and makes and renames departments. */
export async function publish(ledger: Ledger, admin: Caller, isOver: () => boolean): Promise<void> {
  const formKey = CHANGING;
  while (!isOver()) {
    const before = ledger.versions.get(formKey) ?? 0;
    const definition = { formName: `第 ${before + 1} 稿`, fields: fieldsOf(before + 1) };
    if (
      !taken(
        ledger,
        'definition',
        await admin.post('/api/system/frmDef/saveDraft', { formKey, formName: definition.formName, definition }),
      )
    )
      return;
    const version = await publishDraft(ledger, admin, before + 1);
    if (version === null) return;
    if (version !== before + 1) ledger.surprises.push(`publish: version ${version} after ${before}`);
    ledger.versions.set(formKey, version);
    taken(
      ledger,
      'record of a new version',
      await admin.post(`/api/system/frmCrud/saveOrUpdate/${formKey}`, {
        fieldsMap: valuesOf(version),
        childTables: {},
      }),
    );
    await reorganise(ledger, admin);
    await new Promise((wake) => {
      setTimeout(wake, 300);
    });
  }
}
