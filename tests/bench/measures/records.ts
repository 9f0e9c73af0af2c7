import { sql } from 'kysely';
import type { Store } from '../../../src/server/store/connect.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { partitionName } from '../../../src/server/records/partition.ts';
import { author } from '../../server/sealDemo.ts';
import { openGround } from '../ground.ts';
import { inTurns, paceOf, type Asker, type Pace } from '../load.ts';
import { figure, note } from '../table.ts';

const FORM = 'million';
const ROUNDS = 3;
const TIMES = 40;
/** What a page may take on any of these ways, in milliseconds at p95. */
const BOUND = 300;

const FIELDS = [
  { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', isList: '1', isSearch: '1' }, { tag: 'el-input-number', __vModel__: 'amount', label: '金额', isList: '1', isSearch: '1' },
  { tag: 'el-select', __vModel__: 'kind', label: '类别', isList: '1', isSearch: '1', __slot__: { options: ['a', 'b', 'c', 'd'].map((value) => ({ label: value.toUpperCase(), value })) } },
  { tag: 'el-date-picker', __vModel__: 'day', label: '日期', type: 'date', isList: '1', isSearch: '1' }, { tag: 'el-input', __vModel__: 'note', label: '说明' },
];

/**
 * Fills the table of a form while it stands beside the others, and makes its indexes again from their own text when it is
 * full: the same rows and the same indexes, in a tenth of the time.
 */
async function withoutIndexes(db: Store['db'], table: string, work: () => Promise<void>): Promise<void> {
  await sql`alter table frm_record detach partition ${sql.id(table)}`.execute(db);
  const { rows } = await sql<{ name: string; text: string }>`select c.relname as name, pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = to_regclass(${`"${table}"`}) and not i.indisprimary`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
  await work();
  for (const { text } of rows) await sql.raw(text).execute(db);
  await sql`alter table frm_record attach partition ${sql.id(table)} for values in (${sql.lit(FORM)})`.execute(db);
}

/** Records of a thousand people in a hundred departments; every thousandth is the staff member's, a hundredth of their department. */
async function fill({ db }: Store, rows: number): Promise<void> {
  const { rows: [staff] } = await sql<{ dept_id: string; unit_id: string }>`select dept_id, unit_id from sys_user where id = 'u-staff'`.execute(db);
  const table = partitionName(FORM);
  await withoutIndexes(db, table, async () => {
    await sql`insert into ${sql.id(table)} (id, form_key, version, revision, flw_state, title, create_by, create_by_name, update_by, update_by_name, create_time, unit_id, dept_id, fields, child_tables, search_text, search_grams)
      select 'm' || lpad(n::text, 9, '0'), ${FORM}, 1, 1, '0', '记录 ' || n, case when n % 1000 = 7 then 'u-staff' else 'p' || n % 1000 end, '某人', 'u-admin', '某人', now() - n * interval '20 seconds',
        case when n % 100 = 7 then ${staff?.unit_id} else 'unit-' || n % 10 end, case when n % 100 = 7 then ${staff?.dept_id} else 'dept-' || n % 100 end,
        jsonb_build_object('title', '记录 ' || n, 'amount', n::bigint * 7919 % 1000003, 'kind', (array['a','b','c','d'])[1 + n % 4], 'day', to_char(date '2020-01-01' + n % 2000, 'YYYY-MM-DD'), 'note', md5(n::text)), '{}'::jsonb,
        '记录 ' || n, array['记', '录', '记录', substr(n::text, 1, 2), substr(n::text, 2, 2), substr(n::text, 3, 2), substr(n::text, 4, 2), substr(n::text, 5, 2)]
      from generate_series(1, ${sql.lit(rows)}) as n`.execute(db);
  });
  await sql`vacuum analyze frm_record`.execute(db);
}

const ways = (rows: number): Readonly<Record<string, { data: object; pageNum: number }>> => ({
  'first page': { data: {}, pageNum: 1 },
  'page 100': { data: {}, pageNum: 100 },
  'page in the middle': { data: {}, pageNum: Math.floor(rows / 20) },
  'last page': { data: {}, pageNum: Math.floor(rows / 10) },
  'sorted by a number': { data: { sort: { field: 'amount', order: 'desc' } }, pageNum: 1 },
  'sorted by a text, page 1,000': { data: { sort: { field: 'title', order: 'asc' } }, pageNum: 1_000 },
  'filter that leaves a quarter': { data: { conditions: [{ field: 'kind', op: 'eq', value: 'c' }] }, pageNum: 1 },
  'filter that leaves half a thousand, sorted by a number': { data: { conditions: [{ field: 'day', op: 'eq', value: '2021-03-04' }], sort: { field: 'amount', order: 'asc' } }, pageNum: 1 },
  'range of numbers': { data: { conditions: [{ field: 'amount', op: 'range', value: [1000, 21_000] }] }, pageNum: 3 },
  'text within': { data: { conditions: [{ field: 'title', op: 'contains', value: '77777' }] }, pageNum: 1 },
  'keyword': { data: { keyword: '77777' }, pageNum: 1 },
});

/** Lists of one form of BENCH_RECORDS records (1,000,000; embedded 100,000): every way there must stay bounded, for a member as for the administrator. */
export async function measureRecords(adminUrl: string | null): Promise<void> {
  const rows = Number(process.env['BENCH_RECORDS'] ?? (adminUrl ? 1_000_000 : 100_000));
  const ground = await openGround(adminUrl, async ({ context }) => { await publishForm(context, { formKey: FORM, formName: FORM, note: '', author, definition: { fields: FIELDS } }); }, (store) => fill(store, rows));
  try {
    const size = `${rows.toLocaleString('en')} records, ${ground.store}`;
    const ask = (who: Asker, { data, pageNum }: { data: object; pageNum: number }) => async (): Promise<{ total: number; isEstimate?: boolean; found: number }> => {
      const { status, text } = await who.post(`/api/system/frmCrud/list/${FORM}`, { data, page: { pageNum, pageSize: 10 } });
      const answer = JSON.parse(text) as { code: string; data: { data: unknown[]; page: { total: number; isEstimate?: boolean } } };
      if (status !== 200 || answer.code !== '1') throw new Error(text.slice(0, 200));
      return { ...answer.data.page, found: answer.data.data.length };
    };
    const paced = (work: () => Promise<unknown>) => (): Promise<Pace> => paceOf(TIMES, 1, async () => { await work(); });
    const admin = await ground.person('admin', 1);
    for (const [way, query] of Object.entries(ways(rows))) {
      const { total, isEstimate } = await ask(admin, query)();
      const { own } = await inTurns(ROUNDS, { own: paced(ask(admin, query)) });
      figure(`list, ${way} (${isEstimate ? 'about ' : ''}${total.toLocaleString('en')} found), p95, ${size}`, `${own.p95.toFixed(1)} ms`, { is: own.p95, atMost: BOUND });
    }
    for (const [who, name] of [['staff', 'a member with a thousandth'], ['leader', 'who leads a department']] as const) {
      const member = await ground.person(who, 1);
      for (const way of ['first page', 'sorted by a number', 'filter that leaves a quarter'] as const) {
        const query = ways(rows)[way]!;
        const { total } = await ask(member, query)();
        const paces = await inTurns(ROUNDS, { own: paced(ask(member, query)), admin: paced(ask(admin, query)) });
        note(`list, ${way}: ${name} (${total.toLocaleString('en')} found) / the administrator, p50, ${size}`, paces.own.p50, paces.admin.p50, 1.2);
      }
    }
  } finally {
    await ground.close();
  }
}
