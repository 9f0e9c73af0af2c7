import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { author } from '../../server/support/sealDemo.ts';
import { openGround } from '../ground.ts';
import { inTurns, paceOf, type Asker, type Pace } from '../load.ts';
import { FIELDS, fill, FLOW, FORM, HANDED, HANDED_FIELDS, handAround } from '../million.ts';
import { figure, note } from '../table.ts';

const ROUNDS = 3;
const TIMES = 40;
/** Member and administrator side by side, in many very short turns, so that a busy moment meets both. */
const TURNS = 301;
const TURN = 3;
/** What a page may take on any of these ways, in milliseconds at p95. */
const BOUND = 300;

const ways = (rows: number): Readonly<Record<string, { data: object; pageNum: number }>> => ({
  'first page': { data: {}, pageNum: 1 },
  'page 100': { data: {}, pageNum: 100 },
  'page in the middle': { data: {}, pageNum: Math.floor(rows / 20) },
  'last page': { data: {}, pageNum: Math.floor(rows / 10) },
  'sorted by a number': { data: { sort: { field: 'amount', order: 'desc' } }, pageNum: 1 },
  'sorted by a text, page 1,000': { data: { sort: { field: 'title', order: 'asc' } }, pageNum: 1_000 },
  'filter that leaves a quarter': { data: { conditions: [{ field: 'kind', op: 'eq', value: 'c' }] }, pageNum: 1 },
  'filter that leaves half a thousand, sorted by a number': {
    data: { conditions: [{ field: 'day', op: 'eq', value: '2021-03-04' }], sort: { field: 'amount', order: 'asc' } },
    pageNum: 1,
  },
  'range of numbers': { data: { conditions: [{ field: 'amount', op: 'range', value: [1000, 21_000] }] }, pageNum: 3 },
  'text within': { data: { conditions: [{ field: 'title', op: 'contains', value: '77777' }] }, pageNum: 1 },
  keyword: { data: { keyword: '77777' }, pageNum: 1 },
});

/** Lists of one form of BENCH_RECORDS records (1,000,000; embedded 100,000): every way there must stay bounded, for a member as for the administrator. */
export async function measureRecords(adminUrl: string | null): Promise<void> {
  const rows = Number(process.env['BENCH_RECORDS'] ?? (adminUrl ? 1_000_000 : 100_000));
  const ground = await openGround(
    adminUrl,
    async ({ context }) => {
      for (const formKey of [FORM, HANDED])
        await publishForm(context, {
          formKey,
          formName: formKey,
          note: '',
          author,
          definition: formKey === HANDED ? { fields: HANDED_FIELDS, flowKey: FLOW } : { fields: FIELDS },
        });
    },
    async (store) => {
      for (const form of [FORM, HANDED]) await fill(store, form, rows);
      await handAround(store, rows);
    },
  );
  try {
    const size = `${rows.toLocaleString('en')} records, ${ground.store}`;
    const ask =
      (who: Asker, { data, pageNum }: { data: object; pageNum: number }, form = FORM) =>
      async (): Promise<{ total: number; isEstimate?: boolean; found: number }> => {
        const { status, text } = await who.post(`/api/system/frmCrud/list/${form}`, {
          data,
          page: { pageNum, pageSize: 10 },
        });
        const answer = JSON.parse(text) as {
          code: string;
          data: { data: unknown[]; page: { total: number; isEstimate?: boolean } };
        };
        if (status !== 200 || answer.code !== '1') throw new Error(text.slice(0, 200));
        return { ...answer.data.page, found: answer.data.data.length };
      };
    const paced =
      (work: () => Promise<unknown>, times = TIMES) =>
      (): Promise<Pace> =>
        paceOf(times, 1, async () => {
          await work();
        });
    const admin = await ground.person('admin', 1);
    for (const [way, query] of Object.entries(ways(rows))) {
      const { total, isEstimate } = await ask(admin, query)();
      const { own } = await inTurns(ROUNDS, { own: paced(ask(admin, query)) });
      figure(
        `list, ${way} (${isEstimate ? 'about ' : ''}${total.toLocaleString('en')} found), p95, ${size}`,
        `${own.p95.toFixed(1)} ms`,
        { is: own.p95, atMost: BOUND },
      );
    }
    for (const [who, name, form] of [
      ['staff', 'a member with a thousandth', FORM],
      ['leader', 'who leads a department', FORM],
      ['manager', 'who reads two units and two departments, of which one unit has records', FORM],
      ['staff', 'a member with a thousandth who decided on half as many of others', HANDED],
      ['leader', 'who leads a department, of a form with approvals', HANDED],
      ['manager', 'who reads two units and two departments, of a form with approvals', HANDED],
    ] as const) {
      const member = await ground.person(who, 1);
      for (const way of ['first page', 'sorted by a number', 'filter that leaves a quarter'] as const) {
        const query = ways(rows)[way]!;
        const { total } = await ask(member, query, form)();
        const paces = await inTurns(TURNS, {
          own: paced(ask(member, query, form), TURN),
          admin: paced(ask(admin, query, form), TURN),
        });
        note(
          `list, ${way}: ${name} (${total.toLocaleString('en')} found) / the administrator, p50, ${size}`,
          paces.own.p50,
          paces.admin.p50,
          1.2,
        );
      }
    }
  } finally {
    await ground.close();
  }
}
