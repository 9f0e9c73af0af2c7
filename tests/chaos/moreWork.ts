import { randomUUID } from 'node:crypto';
import { sheetOf } from './sheet.ts';
import { publishForm } from '../../src/server/documents/publishForm.ts';
import { author, publishSealDemo } from '../server/support/sealDemo.ts';
import type { TestServer } from '../server/support.ts';
import type { Caller } from './caller.ts';
import { publishChanging } from './changingForm.ts';
import { taken, type Ledger } from './ledger.ts';

export const NUMBERED = 'chaosNumbered';
export const IMPORTED = 'chaosImported';
const IMPORT_ROWS = 600;
const IMPORT_PATIENCE_MS = 30_000;

/**
 * Publishes the forms of this work: one with an approval (`sealDemo`), one whose columns change, one whose records have
 * serial numbers and unique values, and a list into which files are imported.
 */
export async function publishMore(server: TestServer): Promise<void> {
  const { context } = server;
  await publishSealDemo(server);
  await publishChanging(server);
  const title = { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', isList: '1', required: true };
  await publishForm(context, {
    formKey: NUMBERED,
    formName: '编号',
    note: '',
    author,
    definition: {
      fields: [
        { ...title, unique: true },
        { tag: 'el-input', __vModel__: 'no', label: '登记号', serial: { rule: 'N{000000}' } },
      ],
    },
  });
  await publishForm(context, {
    formKey: IMPORTED,
    formName: '台账',
    note: '',
    author,
    definition: { fields: [title] },
  });
}

/** A record that gets the next number of its series. */
async function number(ledger: Ledger, writer: Caller): Promise<void> {
  const title = randomUUID();
  const saved = taken(
    ledger,
    'numbered',
    await writer.post<{ id: string; fieldsMap: { no: string } }>(`/api/system/frmCrud/saveOrUpdate/${NUMBERED}`, {
      fieldsMap: { title },
      childTables: {},
    }),
  );
  if (saved) ledger.numbers.set(saved.id, saved.fieldsMap.no);
}

async function mail(ledger: Ledger, writer: Caller): Promise<void> {
  const subject = randomUUID();
  if (
    taken(
      ledger,
      'mail',
      await writer.post('/api/system/sendEmails/sendEmail', {
        subject,
        content: '正文',
        toIds: ['u-leader', 'u-admin'],
      }),
    )
  )
    ledger.mails.add(subject);
}

/** A session beside one's own that is signed out of: whoever has its token may do nothing any more. */
async function endSession(ledger: Ledger, writer: Caller): Promise<void> {
  const token = await writer.openAnother();
  if ((await writer.post('/api/auth/oauth/logout', {}, token)).code === '1') ledger.endedTokens.push(token);
}

/** A file whose rows are taken in while servers die: what the import says it stored is what is there. */
async function importRows(ledger: Ledger, writer: Caller): Promise<void> {
  const prefix = randomUUID();
  const form = new FormData();
  form.append(
    'file',
    new Blob([
      await sheetOf(
        '标题',
        Array.from({ length: IMPORT_ROWS }, (_none, at) => `${prefix} ${at}`),
      ),
    ]),
    '台账.xlsx',
  );
  const begun = taken(
    ledger,
    'import',
    await writer.post<{ id: string }>(`/api/system/frmCrud/importRows/${IMPORTED}`, form),
  );
  if (!begun) return;
  ledger.imports.set(begun.id, { prefix, rows: IMPORT_ROWS });
  for (const began = Date.now(); Date.now() - began < IMPORT_PATIENCE_MS;) {
    const state = taken(
      ledger,
      'import state',
      await writer.get<{ state: string }>(`/api/system/frmCrud/importState?id=${begun.id}`),
    );
    if (state?.state !== 'running') return;
    await new Promise((wake) => {
      setTimeout(wake, 300);
    });
  }
}

/** One of the kinds of work that are not records with an approval. */
export async function doMore(ledger: Ledger, writer: Caller): Promise<void> {
  const chance = Math.random();
  if (chance < 0.4) await number(ledger, writer);
  else if (chance < 0.85) await mail(ledger, writer);
  else if (chance < 0.93) await endSession(ledger, writer);
  else await importRows(ledger, writer);
}

/** Departments that the administrator makes and renames. */
export async function reorganise(ledger: Ledger, admin: Caller): Promise<void> {
  const name = randomUUID().slice(0, 20);
  const made = taken(
    ledger,
    'department',
    await admin.post<{ id: string }>('/api/system/sys/org/save', { name, type: 'dept', parentId: 'unit-jc' }),
  );
  if (!made) return;
  ledger.departments.set(made.id, name);
  const next = randomUUID().slice(0, 20);
  if (taken(ledger, 'department renamed', await admin.post('/api/system/sys/org/update', { id: made.id, name: next })))
    ledger.departments.set(made.id, next);
}
