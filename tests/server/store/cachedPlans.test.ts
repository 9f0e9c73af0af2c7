import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edge, flowFile, publishStory, task } from '../approval/story.ts';
import { startTestServer, type TestServer } from '../support.ts';

/** PostgreSQL plans a prepared text anew for its first five askers, and then only where a plan for anybody looks worse. */
const ASKED = 12;

// two connections are the fewest, and the one given back last is taken first; the embedded database keeps no texts: its one session outlives its connections
describe.skipIf(!process.env['DATABASE_URL'])('what is asked all day', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ databasePool: 2 });
    await publishStory(
      server,
      'many',
      flowFile('many', `${edge('f1', 'apply', 'one')}${task('one user leader')}${edge('f2', 'one', 'e')}`),
    );
    // enough of them that a plan for a far page costs more than one for the first
    const { db } = server.context;
    await sql`insert into flw_instance (id, record_id, form_key, form_name, form_version, flow_key, flow_version, initiator_id, initiator_name, flw_state, title, task_nodes, tokens)
      select 'i' || n, 'r' || n, 'many', '许多', 1, 'many', 1, 'u-staff', '周明轩', '1', '事项 ' || n, 'one', '{"tokens":[],"nextToken":3}' from generate_series(1, 5000) n`.execute(
      db,
    );
    await sql`insert into flw_task (id, instance_id, record_id, node_id, node_name, token, state) select 't' || n, 'i' || n, 'r' || n, 'one', 'one', 2, 'open' from generate_series(1, 5000) n`.execute(
      db,
    );
    await sql`insert into flw_task_candidate (task_id, user_id, is_open) select 't' || n, case when n % 10 = 0 then 'u-leader' else 'u-staff' end, true from generate_series(1, 5000) n`.execute(
      db,
    );
    for (const table of ['flw_instance', 'flw_task', 'flw_task_candidate'])
      await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  }, 120_000);
  afterAll(async () => {
    await server.dispose();
  });

  it.each([
    ['the number of to-dos', 'flw_task_candidate', '/api/system/flow/task/countMyTodo', null],
    [
      'the first page of to-dos',
      'page.task_id',
      '/api/task/flow/task/listMyTodo',
      { data: {}, page: { pageNum: 1, pageSize: 10 } },
    ],
    [
      'a page of records',
      'row_number()',
      '/api/system/frmCrud/list/earnestMoney',
      { data: {}, page: { pageNum: 3, pageSize: 10 } },
    ],
  ] as const)('%s is planned for a few askers, and then no more', async (_name, mark, path, body) => {
    const { rows: versions } = await sql<{ server_version_num: string }>`show server_version_num`.execute(
      server.context.db,
    );
    // PostgreSQL 13 does not count its plans
    if (Number(versions[0]?.server_version_num) < 140_000) return;
    const leader = await server.api('leader');
    for (let asked = 0; asked < ASKED; asked += 1)
      expect((body === null ? await leader.get(path) : await leader.post(path, body)).code).toBe('1');
    const { rows } = await sql<{
      generic_plans: number;
      custom_plans: number;
    }>`select generic_plans::int, custom_plans::int from pg_prepared_statements
      where statement like '/*kept*/%' and strpos(statement, ${mark}) > 0 and generic_plans + custom_plans >= ${ASKED / 2}`.execute(
      server.context.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const plans of rows) expect(plans.custom_plans).toBeLessThanOrEqual(5);
  });
});
