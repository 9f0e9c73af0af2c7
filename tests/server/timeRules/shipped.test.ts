import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCurrentJobs } from '../../../src/server/jobs/index.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

/** The shipped forms in which dates run out. */
const FORMS = [
  'abilityConfirm',
  'businessSealApply',
  'contractLedger',
  'deviceList',
  'earnestMoney',
  'sampleRetention',
  'testTask',
];

describe('the reminders of the shipped forms', () => {
  it('are jobs that run over the records of the demo company, and tell somebody', async () => {
    const jobs = (await listCurrentJobs(server.context)).filter(({ kind }) => kind.startsWith('remind:'));
    expect(jobs.map(({ kind }) => kind)).toEqual(expect.arrayContaining(FORMS.map((key) => `remind:${key}`)));
    const done: Record<string, string> = {};
    for (const { kind, run } of jobs) done[kind] = (await run(new AbortController().signal)) ?? '';
    const { rows } = await sql<{ form_key: string; users: string[] }>`
      select form_key, array_agg(distinct user_id) as users from sys_remind where kind = 'remind' group by form_key`.execute(
      server.context.db,
    );
    const told = new Map(rows.map(({ form_key: key, users }) => [key, users]));
    expect([...told.keys()], JSON.stringify(done)).toEqual(expect.arrayContaining(['contractLedger', 'deviceList']));
    const texts = await sql<{ title: string }>`select title from sys_remind where kind = 'remind'`.execute(
      server.context.db,
    );
    // every place is filled
    expect(texts.rows.filter(({ title }) => /\$\{|undefined|null/.test(title))).toEqual([]);
  });
});
