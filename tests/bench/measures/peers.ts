import { sql } from 'kysely';
import { recordTable } from '../../../src/server/records/columns/recordSource.ts';
import { secondsAgo, storeMany } from '../../support/storeMany.ts';
import { openGround } from '../ground.ts';
import { inTurns, paceOf, type Heard, type Pace } from '../load.ts';
import { rate } from '../table.ts';

const FORM = 'earnestMoney';
const ROWS = 10_000;
const AT_ONCE = 16;
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 3_000);
const ROUNDS = 5;

const must = (heard: Heard): void => {
  if (heard.status !== 200) throw new Error(`${heard.status} ${heard.text.slice(0, 200)}`);
};

/**
 * Requests a second of one record and of one page of a list, 16 at once, beside plain Fastify and pg doing the same
 * query: what signing in, rights, versions of the form and taking out what may not be seen cost.
 */
export async function measurePeers(adminUrl: string): Promise<void> {
  const ground = await openGround(
    adminUrl,
    async () => undefined,
    async ({ db }) => {
      const payWays = ['transfer', 'guarantee', 'insurance'];
      const bidTypes = ['public', 'invited', 'other'];
      await storeMany({ db }, FORM, ROWS, (n) => ({
        id: `bench-${n}`,
        flw_state: '3',
        title: `基准记录 ${n}`,
        create_by_name: '周明轩',
        create_time: secondsAgo(n),
        unit_id: 'unit-cl',
        dept_id: 'dept-cl',
        fieldsMap: {
          bidProjectName: `项目 ${n}`,
          bidAmount: (n * 7919) % 1_000_003,
          depositAmount: (n * 7919) % 1_000_003,
          payWay: payWays[n % 3],
          bidType: bidTypes[n % 3],
        },
      }));
      await sql`analyze ${recordTable(FORM)}`.execute(db);
    },
  );
  try {
    const { plain } = ground;
    if (!plain) throw new Error('peers need PostgreSQL');
    // the administrator, for whom the query is the peer's: what rights cost a member is measured with `records`
    const own = await ground.person('admin', AT_ONCE);
    const idOf = (index: number): string => `bench-${1 + ((index * 37) % ROWS)}`;
    const run = (work: (index: number) => Promise<Heard>) => (): Promise<Pace> =>
      paceOf(REQUESTS, AT_ONCE, async (index) => {
        must(await work(index));
      });
    const record = await inTurns(ROUNDS, {
      own: run((index) => own.get(`/api/system/frmCrud/getById/${FORM}?id=${idOf(index)}`)),
      peer: run((index) => plain.get(`/record/${FORM}?id=${idOf(index)}`)),
    });
    const list = await inTurns(ROUNDS, {
      own: run((index) =>
        own.post(`/api/system/frmCrud/list/${FORM}`, { data: {}, page: { pageNum: 1 + (index % 20), pageSize: 10 } }),
      ),
      peer: run((index) => plain.post(`/list/${FORM}`, { page: 1 + (index % 20) })),
    });
    rate('reads of one record a second, beside plain Fastify and pg', record.own.perSecond, record.peer.perSecond, 0.6);
    rate(
      `pages of a list of ${ROWS.toLocaleString('en')} records a second, beside plain Fastify and pg`,
      list.own.perSecond,
      list.peer.perSecond,
      0.6,
    );
  } finally {
    await ground.close();
  }
}
