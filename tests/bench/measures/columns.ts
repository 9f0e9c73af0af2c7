import { sql, type RawBuilder } from 'kysely';
import { publishForm } from '../../../src/server/documents/index.ts';
import { createCachedFactReader } from '../../../src/server/store/facts.ts';
import { columnsOf, valuesTable, listRecords, recordTable } from '../../../src/server/records/index.ts';
import { loadPeopleAsSignedIn } from '../../../src/server/auth/index.ts';
import type { RequestUser } from '../../../src/server/http/user.ts';
import { createDatabase, dropDatabase } from '../../support/databases.ts';
import { author } from '../../server/support/sealDemo.ts';
import { startTestServer } from '../../server/support.ts';
import { secondsAgo, storeMany } from '../../support/storeMany.ts';
import { FIELDS, fill, FORM } from '../million.ts';
import { figure, note } from '../table.ts';

const ROWS = Number(process.env['BENCH_RECORDS'] ?? 100_000);
/** Own and peer by turns, so that a busy moment meets both; compared by their medians. */
const TIMES = ROWS >= 1_000_000 ? 9 : 25;
/** What a page and its total may take of 1,000,000 records on PostgreSQL, in milliseconds at p95. */
const BOUND = 300;
const SEAL = 'businessSealApply';

const at = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
const p50 = (times: readonly number[]): number => at(times, 0.5);
const p95 = (times: readonly number[]): number => at(times, 0.95);

interface Question {
  data: {
    sort?: { field: string; order: 'asc' | 'desc' };
    conditions?: { field: string; op: string; value: unknown }[];
  };
  /** The same of a table made by hand: its condition and its order. */
  where: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

const NEWEST = sql`create_time desc, id desc`;
const QUESTIONS: Readonly<Record<string, Question>> = {
  'by time': { data: {}, where: sql`true`, order: NEWEST },
  'sorted by a number': {
    data: { sort: { field: 'amount', order: 'desc' } },
    where: sql`true`,
    order: sql`amount desc nulls last, ${NEWEST}`,
  },
  'sorted by a text': {
    data: { sort: { field: 'note', order: 'asc' } },
    where: sql`true`,
    order: sql`note nulls first, create_time, id`,
  },
  'sorted by a date': {
    data: { sort: { field: 'day', order: 'asc' } },
    where: sql`true`,
    order: sql`day nulls first, create_time, id`,
  },
  'a text that is equal': {
    data: { conditions: [{ field: 'kind', op: 'eq', value: 'c' }] },
    where: sql`kind = 'c'`,
    order: NEWEST,
  },
  'any of two texts': {
    data: { conditions: [{ field: 'kind', op: 'in', value: ['a', 'c'] }] },
    where: sql`kind in ('a', 'c')`,
    order: NEWEST,
  },
  'a range of numbers': {
    data: { conditions: [{ field: 'amount', op: 'range', value: [1000, 21_000] }] },
    where: sql`amount between 1000 and 21000`,
    order: NEWEST,
  },
  'a month': {
    data: { conditions: [{ field: 'day', op: 'eq', value: '2021-03' }] },
    where: sql`day between '2021-03-01' and '2021-03-31'`,
    order: NEWEST,
  },
  'a text within': {
    data: { conditions: [{ field: 'title', op: 'contains', value: '7777' }] },
    where: sql`title ilike '%7777%'`,
    order: NEWEST,
  },
  'two characters within': {
    data: { conditions: [{ field: 'note', op: 'contains', value: 'a7' }] },
    where: sql`note ilike '%a7%'`,
    order: NEWEST,
  },
  'two characters that all have': {
    data: { conditions: [{ field: 'title', op: 'contains', value: '记录' }] },
    where: sql`title ilike '%记录%'`,
    order: NEWEST,
  },
  'not within': {
    data: { conditions: [{ field: 'note', op: 'notContains', value: 'a7' }] },
    where: sql`(note ilike '%a7%') is not true`,
    order: NEWEST,
  },
  'another text': {
    data: { conditions: [{ field: 'kind', op: 'ne', value: 'c' }] },
    where: sql`kind is distinct from 'c'`,
    order: NEWEST,
  },
  'none of two texts': {
    data: { conditions: [{ field: 'kind', op: 'notIn', value: ['a', 'c'] }] },
    where: sql`(kind in ('a', 'c')) is not true`,
    order: NEWEST,
  },
  'at least a number': {
    data: { conditions: [{ field: 'amount', op: 'gte', value: 990_000 }] },
    where: sql`amount >= 990000`,
    order: NEWEST,
  },
  'at most a day': {
    data: { conditions: [{ field: 'day', op: 'lte', value: '2020-01-20' }] },
    where: sql`day <= '2020-01-20'`,
    order: NEWEST,
  },
  'a period': {
    data: { conditions: [{ field: 'day', op: 'within', value: 'thisYear' }] },
    where: sql`day between date_trunc('year', current_date)::date and (date_trunc('year', current_date) + interval '1 year - 1 day')::date`,
    order: NEWEST,
  },
  empty: {
    data: { conditions: [{ field: 'day', op: 'empty', value: '' }] },
    where: sql`day is null`,
    order: NEWEST,
  },
  'not empty': {
    data: { conditions: [{ field: 'note', op: 'notEmpty', value: '' }] },
    where: sql`coalesce(note, '') <> ''`,
    order: NEWEST,
  },
  'a filter and an order': {
    data: {
      conditions: [{ field: 'kind', op: 'eq', value: 'c' }],
      sort: { field: 'amount', order: 'desc' },
    },
    where: sql`kind = 'c'`,
    order: sql`amount desc nulls last, ${NEWEST}`,
  },
};

/** Pages with their totals beside the same question of a plain table made by hand, one after the other on one connection. */
async function measureQuestions(adminUrl: string | null): Promise<void> {
  const databaseUrl = adminUrl ? await createDatabase(adminUrl) : null;
  const server = await startTestServer({ databaseUrl, statementSeconds: 0 });
  try {
    const { context } = server;
    const { db } = context;
    await publishForm(context, { formKey: FORM, formName: FORM, note: '', author, definition: { fields: FIELDS } });
    await fill({ db, isEmbedded: adminUrl === null } as Parameters<typeof fill>[0], FORM, ROWS);
    const { ref } = await columnsOf(db, FORM);
    const names = ['title', 'amount', 'kind', 'day', 'note'];
    await sql`create table by_hand as select id, create_time, create_by, dept_id, ${sql.join(names.map((name) => sql`${name === 'title' ? sql.ref('frm_record.title') : ref(name)} as ${sql.id(name)}`))} from ${recordTable(FORM)} as frm_record`.execute(
      db,
    );
    await sql`alter table by_hand add primary key (id)`.execute(db);
    await sql`create index on by_hand (create_time desc, id desc)`.execute(db);
    await sql`create index on by_hand (dept_id)`.execute(db);
    await sql`vacuum analyze by_hand`.execute(db);
    const size = `${ROWS.toLocaleString('en')} records, ${adminUrl ? 'PostgreSQL' : 'PGlite'}`;
    const [admin, leader] = await loadPeopleAsSignedIn(db, ['u-admin', 'u-leader']);
    const dept = (await sql<{ dept_id: string }>`select dept_id from sys_user where id = 'u-staff'`.execute(db)).rows[0]
      ?.dept_id;
    for (const [who, person, rights] of [
      ['', admin, sql`true`],
      [', who reads 1 %', leader, sql`dept_id = ${dept}`],
    ] as const)
      for (const [what, { data, where, order }] of Object.entries(QUESTIONS)) {
        let found = 0;
        const query = { page: { pageNum: 1, pageSize: 10 }, isWholeUnit: false, ...data };
        // as a list is asked for (`readWithFacts`): by what is remembered, which the statement itself validates
        const own = async (): Promise<void> => {
          const facts = createCachedFactReader(context);
          const page = await listRecords(context, db, person as RequestUser, FORM, query, facts);
          if (!facts.isValidated()) throw new Error('what was remembered was not validated');
          found = page.total;
        };
        const peer = async (): Promise<void> => {
          await sql`select * from by_hand where ${rights} and ${where} order by ${order} limit 10`.execute(db);
          await sql`select count(*) from (select 1 from by_hand where ${rights} and ${where} limit 200000) counted`.execute(
            db,
          );
        };
        const times = { own: [] as number[], peer: [] as number[] };
        for (let round = 0; round < TIMES + 3; round += 1)
          for (const [name, run] of [
            ['own', own],
            ['peer', peer],
          ] as const) {
            const start = performance.now();
            await run();
            if (round >= 3) times[name].push(performance.now() - start);
          }
        const title = `page and total, ${what} (${found.toLocaleString('en')} found)${who}`;
        note(`${title} / a table made by hand, p50, ${size}`, p50(times.own), p50(times.peer), 1.5);
        if (ROWS >= 1_000_000 && adminUrl)
          figure(`${title}, p95, ${size}`, `${p95(times.own).toFixed(1)} ms`, { is: p95(times.own), atMost: BOUND });
      }
    if (process.env['BENCH_PLAN'] === '1') {
      const { rows } = await sql<{
        'QUERY PLAN': string;
      }>`explain (analyze, buffers, costs off) select id from ${recordTable(FORM)} as frm_record where true order by ${ref('amount')} desc nulls last, create_time desc, id desc limit 10`.execute(
        db,
      );
      console.log(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    const months = async (
      table: RawBuilder<unknown>,
      day: RawBuilder<unknown>,
      amount: RawBuilder<unknown>,
    ): Promise<number> => {
      const start = performance.now();
      await sql`select date_trunc('month', ${day}) as month, dept_id, count(*), sum(${amount}) from ${table} group by 1, 2`.execute(
        db,
      );
      return performance.now() - start;
    };
    const grouped = { own: [] as number[], peer: [] as number[] };
    for (let round = 0; round < 8; round += 1) {
      grouped.own.push(await months(sql`${recordTable(FORM)} as frm_record`, ref('day'), ref('amount')));
      grouped.peer.push(await months(sql`by_hand`, sql`day`, sql`amount`));
    }
    note(`by month and department / a table made by hand, p50, ${size}`, p50(grouped.own), p50(grouped.peer), 1.2);
  } finally {
    await server.close();
    if (databaseUrl) await dropDatabase(databaseUrl);
  }
}

/** What 100,000 applications for a seal take on the disk, made of those of the demo company. */
async function measureDisk(adminUrl: string | null): Promise<void> {
  const databaseUrl = adminUrl ? await createDatabase(adminUrl) : null;
  const server = await startTestServer({ databaseUrl, statementSeconds: 0 });
  try {
    const { db } = server.context;
    const { rows } = await sql<{
      fields: Record<string, unknown>;
      child_tables: Record<string, never[]>;
      title: string;
      search_text: string;
    }>`
      select d.fields, d.child_tables, r.title, r.search_text from ${recordTable(SEAL)} r join ${valuesTable(SEAL)} d using (id)`.execute(
      db,
    );
    await storeMany(server.context, SEAL, ROWS, (n) => {
      const { fields, child_tables, title, search_text } = rows[n % rows.length] as (typeof rows)[number];
      return {
        id: `disk-${n}`,
        flw_state: '3',
        title: `${title} ${n}`,
        search_text,
        create_time: secondsAgo(n * 20),
        fieldsMap: fields,
        childTables: child_tables,
      };
    });
    await sql`vacuum analyze`.execute(db);
    const sizes = await sql<{
      documents: number;
      columns: number;
      indexes: number;
    }>`select sum(case when relname like 'frm_d_%' then pg_table_size(oid) end)::bigint as documents,
      sum(case when relname not like 'frm_d_%' then pg_table_size(oid) end)::bigint as columns, sum(pg_indexes_size(oid))::bigint as indexes
      from pg_class where relkind = 'r' and relname ~ '^frm_[rdt]_business_seal_apply_'`.execute(db);
    const each = await sql<{
      name: string;
      mb: string;
    }>`select c.relname::text as name, round(pg_table_size(c.oid) / 1048576.0, 1)::text as mb from pg_class c
      where c.relname ~ '^frm_[rdt]_business_seal_apply_' and c.relkind in ('r', 'i') order by pg_table_size(c.oid) desc`.execute(
      db,
    );
    console.log(each.rows.map(({ name, mb }) => `${mb} MB ${name}`).join('\n'));
    const { documents = 0, columns = 0, indexes = 0 } = sizes.rows[0] ?? {};
    const mb = (bytes: number): string => (Number(bytes) / 1_048_576).toFixed(0);
    const all = Number(documents) + Number(columns) + Number(indexes);
    figure(
      `disk of ${ROWS.toLocaleString('en')} applications for a seal (documents ${mb(documents)}, columns ${mb(columns)}, indexes ${mb(indexes)} MB)`,
      `${mb(all)} MB`,
      { is: all / 1_048_576, atMost: 200 },
    );
  } finally {
    await server.close();
    if (databaseUrl) await dropDatabase(databaseUrl);
  }
}

/** Typed columns: every kind of question beside a table made by hand, and what they take on the disk. */
export async function measureColumns(adminUrl: string | null): Promise<void> {
  await measureQuestions(adminUrl);
  await measureDisk(adminUrl);
}
