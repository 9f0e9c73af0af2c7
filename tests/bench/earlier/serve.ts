/*
 * Started in a checkout of the product, today's or an earlier one (the working directory): a server with the demo
 * company and the forms that `measureEarlier` asks, filled by that checkout's own `tests/bench/million.ts`. Prints the
 * address as its last line and ends with its standard input. Arguments: number of records,
 * key of the form with documents of 3 kB.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql, type Kysely } from 'kysely';
import { LARGE_FORMS } from '../../support/largeForms.ts';

interface Server {
  url: string;
  context: { db: Kysely<never> };
  api(name: string): Promise<{ post(path: string, body: object): Promise<{ code: string; msg: string }> }>;
}
interface Filling {
  FORM: string;
  FIELDS: readonly object[];
  fill(store: { db: Kysely<never>; isEmbedded: boolean }, form: string, rows: number): Promise<void>;
}

const here = <T>(path: string): Promise<T> => import(pathToFileURL(join(process.cwd(), path)).href) as Promise<T>;
const [rows, LONG_FORM = ''] = [Number(process.argv[2]), process.argv[3]];
const { startTestServer } = await here<{ startTestServer(settings: object): Promise<Server> }>(
  'tests/server/support.ts',
);
const { FORM, FIELDS, fill } = await here<Filling>('tests/bench/million.ts');

const server = await startTestServer({ statementSeconds: 0 });
const { db } = server.context;
const admin = await server.api('admin');

async function publish(formKey: string, definition: object): Promise<void> {
  for (const [call, body] of [
    ['saveDraft', { formKey, definition: { formKey, formName: formKey, ...definition } }],
    ['publish', { formKey, note: 'bench' }],
  ] as const) {
    const { code, msg } = await admin.post(`/api/system/frmDef/${call}`, body);
    if (code !== '1') throw new Error(`${formKey}: ${msg}`);
  }
}

/** The name of the table that holds the documents of a form: today one for each form, before one for all. */
async function documentsOf(formKey: string): Promise<string> {
  if (!existsSync('src/server/records/columns')) return 'frm_record';
  const { rows: found } = await sql<{
    name: string;
  }>`select name from frm_table where form_key = ${formKey} and table_key = '#documents'`.execute(db);
  return found[0]?.name ?? '';
}

const remark = { tag: 'el-input', __vModel__: 'remark', label: '备注' };
const access = existsSync('src/server/records/columns') ? { access: { createRoles: ['*'] } } : {};
await publish(FORM, { fields: FIELDS, ...access });
await publish(LONG_FORM, { fields: [...FIELDS, remark], ...access });
// earlier commits know no `access`
await publish('plainRows', { fields: LARGE_FORMS.plainRows.fields });
const store = { db, isEmbedded: !process.env['DATABASE_URL'] };
await fill(store, FORM, rows);
await fill(store, LONG_FORM, rows);
const documents = await documentsOf(LONG_FORM);
const isOfForm = documents === 'frm_record' ? sql`form_key = ${LONG_FORM}` : sql`true`;
await sql`update ${sql.id(documents)} set fields = fields || jsonb_build_object('remark', (select string_agg(md5(id || n), '') from generate_series(1, 90) n)) where ${isOfForm}`.execute(
  db,
);
if (documents !== 'frm_record') {
  const { rebuildColumns } = await here<{ rebuildColumns(db: unknown, form: string): Promise<unknown> }>(
    'src/server/records/index.ts',
  );
  await rebuildColumns(db, LONG_FORM);
}
await sql`vacuum analyze`.execute(db);
console.log(server.url);
process.stdin.on('end', () => process.exit(0)).resume();
