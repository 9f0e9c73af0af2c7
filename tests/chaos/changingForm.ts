import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { publishForm } from '../../src/server/documents/publishForm.ts';
import { author } from '../server/support/sealDemo.ts';
import type { TestServer } from '../server/support.ts';
import { storeMany } from '../support/storeMany.ts';
import type { Caller } from './caller.ts';
import { taken, type Ledger } from './ledger.ts';

/** The form whose columns change while servers die. */
export const CHANGING = 'chaosForm';
/** More than are filled at once. */
const RECORDS = 700;
const KEYS = 40;
const PATIENCE_MS = 120_000;

/** What a field is in a version: a text at first, a number in one version of its own, a date from then on. */
function kindOf(key: number, version: number): object {
  const age = version - key;
  if (age <= 0) return { tag: 'el-input' };
  return age === 1 ? { tag: 'el-input-number' } : { tag: 'el-date-picker', type: 'date' };
}

/** The fields of a version: every publication changes the kinds of two, whose new columns are filled for all records. */
export const fieldsOf = (version: number): object[] => [
  { tag: 'el-input', __vModel__: 'title', label: `标题 ${version}`, isList: '1' },
  ...Array.from({ length: KEYS }, (_none, key) => ({
    ...kindOf(key, version),
    __vModel__: `k${key}`,
    label: `栏目 ${key}`,
  })),
];

/** Values of a record of that version: of a text, of the number, and of a date. */
export const valuesOf = (version: number): Record<string, unknown> => ({
  title: randomUUID(),
  ...(version < KEYS ? { [`k${version}`]: `文字 ${version}` } : {}),
  ...(version <= KEYS ? { [`k${version - 1}`]: version } : {}),
  ...(version > 1 && version <= KEYS + 1 ? { [`k${version - 2}`]: '2026-02-03' } : {}),
});

/** Publishes the stored draft, with what the administrator has seen of its effects. */
export async function publishDraft(ledger: Ledger, admin: Caller, version: number): Promise<number | null> {
  const definition = { formName: CHANGING, fields: fieldsOf(version) };
  for (let tries = 1; ; tries += 1) {
    const impact = await admin.post<{ seen: string }>('/api/system/frmDef/impact', { formKey: CHANGING, definition });
    const reply = await admin.post<{ version: number }>('/api/system/frmDef/publish', {
      formKey: CHANGING,
      note: String(version),
      acknowledged: taken(ledger, 'impact', impact)?.seen ?? '',
    });
    if (reply.code !== 'DOC_IMPACT' || tries === 3) return taken(ledger, 'publish', reply)?.version ?? null;
  }
}

/** Its first version, with records that hold what is a text, a number or a date to later ones. */
export async function publishChanging({ context }: TestServer): Promise<void> {
  await publishForm(context, {
    formKey: CHANGING,
    formName: CHANGING,
    note: '',
    author,
    definition: { fields: fieldsOf(1) },
  });
  await storeMany(context, CHANGING, RECORDS, (n) => ({
    id: `changing-${n}`,
    fieldsMap: Object.fromEntries(
      Array.from({ length: KEYS }, (_none, key) => [
        `k${key}`,
        [`文字 ${n}`, n * 1.5, `2026-01-${String((n % 31) + 1).padStart(2, '0')}`][(n + key) % 3],
      ]),
    ),
  }));
  await sql`insert into frm_record_audit (id, record_id, form_key, revision, action, user_id, user_name, after)
    select 'audit ' || id, id, form_key, 1, 'save', 'u-admin', '某人', jsonb_build_object('fieldsMap', fields, 'childTables', child_tables) from frm_record where form_key = ${CHANGING}`.execute(
    context.db,
  );
}

/** Waits until the columns of the last version are filled and can be asked for; a surprise where they never are. */
export async function untilFilled(ledger: Ledger, admin: Caller): Promise<void> {
  const field = `k${Math.min((ledger.versions.get(CHANGING) ?? 1) - 1, KEYS - 1)}`;
  for (const began = Date.now(); ;) {
    const { code, msg } = await admin.post(`/api/system/frmCrud/list/${CHANGING}`, {
      data: { conditions: [{ field, op: 'notEmpty' }] },
      page: { pageNum: 1, pageSize: 5 },
    });
    if (code === '1') return;
    if (code !== 'COLUMN_NOT_READY' || Date.now() - began > PATIENCE_MS) {
      ledger.surprises.push(`the columns of version ${ledger.versions.get(CHANGING)}: ${code} ${msg}`);
      return;
    }
    await new Promise((wake) => {
      setTimeout(wake, 500);
    });
  }
}
