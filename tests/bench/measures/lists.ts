import { sql } from 'kysely';
import { columnsOf } from '../../../src/server/records/columns/columnRefs.ts';
import { recordsOf, recordTable } from '../../../src/server/records/columns/recordSource.ts';
import { startTestServer } from '../../server/support.ts';
import { storeMany } from '../../support/storeMany.ts';

const ROWS = 100_000;
const FORM = 'earnestMoney';
const ROUNDS = 60;

export interface ListFigures {
  store: string;
  http: number;
  direct: number;
  rows: number;
}

const p95 = (times: number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)];

/**
 * A list of 100,000 records: filter, sort and page through HTTP, against the same three statements (page of ids,
 * count, rows) on the connection the server uses. The two take turns, so a busy moment hits both.
 */
export async function measureLists(): Promise<ListFigures> {
  const server = await startTestServer();
  try {
    const { db } = server.context;
    const admin = await server.api('admin');
    const payWays = ['transfer', 'guarantee', 'insurance'];
    const bidTypes = ['public', 'invited', 'other'];
    await storeMany(server.context, FORM, ROWS, (n) => ({
      id: `bench-${n}`,
      flw_state: String(n % 4),
      title: `基准记录 ${n}`,
      fieldsMap: {
        bidProjectName: `项目 ${n}`,
        bidAmount: (n * 7919) % 1_000_003,
        depositAmount: (n * 7919) % 1_000_003,
        payWay: payWays[n % 3],
        bidType: bidTypes[n % 3],
      },
    }));
    await sql`analyze ${recordTable(FORM)}`.execute(db);
    const name = (await columnsOf(db, FORM)).ref('bidProjectName');

    const viaHttp = async (pageNum: number): Promise<void> => {
      const answer = await admin.post<{ data: unknown[] }>(`/api/system/frmCrud/list/${FORM}`, {
        data: {
          conditions: [{ field: 'bidProjectName', op: 'gte', value: '项目 5' }],
          sort: { field: 'bidProjectName', order: 'asc' },
        },
        page: { pageNum, pageSize: 10 },
      });
      if (answer.code !== '1' || answer.data.data.length !== 10)
        throw new Error(`the list did not answer a full page: ${answer.code} ${answer.msg}`);
    };
    const direct = async (pageNum: number): Promise<void> => {
      const filter = sql`${name} >= ${'项目 5'}`;
      const ids = await sql<{
        id: string;
      }>`select id from ${recordTable(FORM)} as frm_record where ${filter} order by ${name} nulls first, id limit 10 offset ${(pageNum - 1) * 10}`.execute(
        db,
      );
      await sql`select count(*) from (select 1 from ${recordTable(FORM)} as frm_record where ${filter} limit 200000) as counted`.execute(
        db,
      );
      await db
        .selectFrom(await recordsOf(db, FORM))
        .selectAll()
        .where('form_key', '=', FORM)
        .where(
          'id',
          'in',
          ids.rows.map((row) => row.id),
        )
        .execute();
    };
    const times: { http: number[]; direct: number[] } = { http: [], direct: [] };
    for (let round = 0; round < ROUNDS + 5; round += 1) {
      const page = 1 + (round % 20);
      for (const [name, run] of [
        ['http', viaHttp],
        ['direct', direct],
      ] as const) {
        const start = performance.now();
        await run(page);
        if (round >= 5) times[name].push(performance.now() - start);
      }
    }
    return {
      store: server.databaseUrl ? 'PostgreSQL' : 'PGlite',
      http: p95(times.http),
      direct: p95(times.direct),
      rows: ROWS,
    };
  } finally {
    await server.dispose();
  }
}

if (process.argv[1]?.endsWith('lists.ts')) {
  console.log(JSON.stringify(await measureLists()));
  process.exit(0);
}
