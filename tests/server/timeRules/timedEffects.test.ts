import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { type JobKind, listCurrentJobs, scheduleText } from '../../../src/server/jobs/index.ts';
import { loadFormForRules, runTimedEffect } from '../../../src/server/timeRules/index.ts';
import { readsState } from '../../../src/server/timeRules/ruleConditionSql.ts';
import { recordTable } from '../../../src/server/records/columns/recordSource.ts';
import { author, recordsOf } from '../support/sealDemo.ts';
import { recordsIn } from '../support/recordsIn.ts';
import { type Client, startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
  await publish(bill);
  await publish(lease);
});
afterAll(() => server.dispose());

const access = { createRoles: ['*'] };

const bill = {
  formKey: 'teBill',
  formName: '账单',
  access,
  unitReads: '1',
  titleTemplate: '${name}',
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
    { tag: 'el-input-number', __vModel__: 'amount', label: '金额', min: 0 },
  ],
};

const lease = {
  formKey: 'teLease',
  formName: '租约',
  access,
  unitReads: '1',
  titleTemplate: '${name}',
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
    { tag: 'el-input-number', __vModel__: 'rent', label: '月租' },
    { tag: 'el-input-number', __vModel__: 'months', label: '已计月数' },
    { tag: 'el-input', __vModel__: 'state', label: '状态' },
  ],
  effects: [
    {
      key: 'rent',
      on: 'time',
      every: { unit: 'month', day: 1, hour: 0 },
      when: "state == '在租'",
      create: 'teBill',
      fields: { name: "name + ' 租金'", amount: 'rent' },
    },
    {
      key: 'count',
      on: 'time',
      every: { unit: 'month', day: 1, hour: 0 },
      when: "state == '在租'",
      set: 'this',
      fields: { months: 'months + 1' },
    },
  ],
};

const publish = (definition: { formKey: string; formName: string }) =>
  publishForm(server.context, { ...definition, note: '', author, definition });

const job = async (key: string): Promise<JobKind> =>
  (await listCurrentJobs(server.context)).find(({ kind }) => kind === `every:teLease:${key}`) as JobKind;

const run = async (key: string): Promise<string | void> => (await job(key)).run(new AbortController().signal);

const bills = async () =>
  (
    await server.context.db
      .selectFrom(await recordsIn(server, 'teBill'))
      .select('fields')
      .orderBy('id')
      .execute()
  ).map(({ fields }) => `${fields['name']} ${fields['amount']}`);

/** A record that was there before the first of this month. */
async function made(fieldsMap: object): Promise<string> {
  const answer = await recordsOf(staff, 'teLease').save({ fieldsMap } as never);
  expect(answer.msg).toBe('保存成功');
  const table = await sql<{
    name: string;
  }>`select name from frm_table where form_key = 'teLease' and table_key = ''`.execute(server.context.db);
  await sql`update ${sql.id(table.rows[0]?.name ?? '')} set create_time = now() - interval '40 days' where id = ${answer.data.id}`.execute(
    server.context.db,
  );
  return answer.data.id ?? '';
}

describe('effects of time', () => {
  it('are jobs of their own, with their calendar', async () => {
    expect(scheduleText((await job('rent')).schedule)).toBe('每月 1 日 0:00');
    const admin = await server.api('admin');
    const listed = () => admin.post('/api/system/sys/job/page', { data: { keyword: '定时联动：租约' }, page: {} });
    await expect
      .poll(async () => JSON.stringify((await listed()).data), { timeout: 15_000 })
      .toContain('every:teLease:count');
  });

  it('are done once to each record in force that fulfils the condition, and stand in its history', async () => {
    const id = await made({ name: '甲', rent: 100, months: 0, state: '在租' });
    await made({ name: '乙', rent: 200, months: 0, state: '退租' });
    const gone = await made({
      name: '丙',
      rent: 300,
      months: 0,
      state: '在租',
    });
    await staff.post(`/api/system/frmCrud/void/teLease`, {
      id: gone,
      reason: '作废',
    });
    await Promise.all([run('rent'), run('rent'), run('count')]);
    expect(await run('rent')).toBe('没有要办理的记录');
    const stored = await recordsOf(staff, 'teLease').get(id);
    expect(stored.data.fieldsMap.months).toBe(1);
    expect((await bills()).filter((one) => one.startsWith('甲'))).toEqual(['甲 租金 100']);
    expect((await bills()).filter((one) => one.startsWith('乙'))).toEqual([]);
    const history = await staff.get(`/api/system/frmCrud/history/teLease?id=${id}`);
    expect(JSON.stringify(history.data)).toMatch(/由 租约“甲”定时（\d{4}-\d{2}-01）/);
  });

  it('make something new at each date', async () => {
    const next = new Date();
    next.setMonth(next.getMonth() + 1, 2);
    const form = await loadFormForRules(server.context, 'teLease');
    const [effect] = form.loaded.form.definition.effects ?? [];
    await runTimedEffect(form, effect as never, 'rent', new AbortController().signal, next);
    expect((await bills()).filter((one) => one.startsWith('甲'))).toEqual(['甲 租金 100', '甲 租金 100']);
  });

  it('leave out what was made after their date', async () => {
    const answer = await recordsOf(staff, 'teLease').save({
      fieldsMap: { name: '新', rent: 1, state: '在租' },
    } as never);
    await run('rent');
    expect((await bills()).filter((one) => one.startsWith('新'))).toEqual([]);
    expect(answer.msg).toBe('保存成功');
  });

  it('name what could not be done, hold up nothing else, and try it again a few times', async () => {
    await made({ name: '负', rent: -1, months: 0, state: '在租' });
    await made({ name: '后', rent: 5, months: 0, state: '在租' });
    // the job fails, so that it is repeated and its administrators are told in the end
    await expect(run('rent')).rejects.toThrow(/已办理 1 条记录；1 条未能办理，如：.*账单/);
    expect((await bills()).filter((one) => /^[负后]/.test(one))).toEqual(['后 租金 5']);
    for (let index = 1; index < 5; index += 1) await expect(run('rent')).rejects.toThrow('1 条未能办理');
    const noted = await sql<{
      outcome: string;
      tries: number;
    }>`select outcome, tries from frm_time_effect where outcome = 'refused'`.execute(server.context.db);
    expect(noted.rows).toEqual([{ outcome: 'refused', tries: 5 }]);
    expect(await run('rent')).toBe('没有要办理的记录');
  });

  it('mean by today() the date of the effect in query, condition and values, also when they run a day later', async () => {
    await publish({
      ...lease,
      formKey: 'teLate',
      effects: [
        {
          key: 'late',
          on: 'time',
          every: { unit: 'month', day: 1, hour: 0 },
          when: 'state == today()',
          set: 'this',
          fields: { state: "'已办 ' + today()" },
        },
      ],
    } as never);
    const { data } = await recordsOf(staff, 'teLate').save({ fieldsMap: { name: '晚', state: '2027-03-01' } } as never);
    const form = await loadFormForRules(server.context, 'teLate');
    const [effect] = form.loaded.form.definition.effects ?? [];
    const late = new Date('2027-03-20T10:00:00+08:00');
    expect(await runTimedEffect(form, effect as never, 'late', new AbortController().signal, late)).toContain(
      '已办理 1 条',
    );
    expect((await recordsOf(staff, 'teLate').get(data.id ?? '')).data.fieldsMap.state).toBe('已办 2027-03-01');
  });

  it('leave out a record that somebody voids between the query and its turn', async () => {
    const id = await made({ name: '撤', rent: 7, months: 0, state: '在租' });
    const next = new Date();
    next.setMonth(next.getMonth() + 2, 2);
    const form = await loadFormForRules(server.context, 'teLease');
    const [effect] = form.loaded.form.definition.effects ?? [];
    let running: Promise<unknown> = Promise.resolve();
    await server.context.db.transaction().execute(async (trx) => {
      await sql`update ${recordTable('teLease')} set flw_state = '4' where id = ${id}`.execute(trx);
      running = runTimedEffect(form, effect as never, 'rent', new AbortController().signal, next).catch(
        () => undefined,
      );
      // the effect has read its records and waits for this one
      await expect
        .poll(
          async () =>
            (
              await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
                server.context.db,
              )
            ).rows.length,
          { timeout: 20_000 },
        )
        .toBeGreaterThan(0);
    });
    await running;
    expect((await bills()).filter((one) => one.startsWith('撤'))).toEqual([]);
  });

  it('go on behind a record at which the database fails, and try that one a few times', async () => {
    const bad = await made({ name: '坏', rent: 8, months: 0, state: '在租' });
    await made({ name: '好', rent: 9, months: 0, state: '在租' });
    const { db } = server.context;
    await sql`create function te_fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(
      db,
    );
    await sql`create trigger te_fail before insert on frm_time_effect for each row
      when (new.record_id = ${sql.lit(bad)} and new.outcome = 'done') execute function te_fail()`.execute(db);
    await expect(run('rent')).rejects.toThrow('1 条未能办理，如：broken');
    expect((await bills()).filter((one) => /^[坏好]/.test(one))).toEqual(['好 租金 9']);
    for (let index = 1; index < 5; index += 1) await expect(run('rent')).rejects.toThrow('1 条未能办理');
    expect(await run('rent')).toBe('没有要办理的记录');
  });

  it('are refused at publishing without a calendar, and with a condition that no query can ask', async () => {
    const problems = async (effect: object): Promise<string[]> =>
      publish({
        ...lease,
        formKey: 'teWrong',
        effects: [{ ...lease.effects[0], ...effect }],
      } as never).then(
        (done) => done.problems.map(({ message }) => message),
        (error: { data: { problems: { path: unknown[]; message: string }[] } }) =>
          error.data.problems.map(({ path, message }) => `${path.join('.')} ${message}`),
      );
    expect((await problems({ every: undefined }))[0]).toMatch(/^effects\.0 .*要写 every/);
    expect((await problems({ on: 'saved' }))[0]).toMatch(/^effects\.0 .*every 只用于/);
    expect((await problems({ when: "capital(rent) == '壹'" }))[0]).toMatch(/^effects\.0\.when /);
  });
});

it('only the state of the record itself lets a condition judge records that are not in force', () => {
  expect(["flwState == '4'", "amount > 1.0 && form.flwState == '1'"].map(readsState)).toEqual([true, true]);
  expect(["contract.flwState == '3'", "myflwState == '1'"].map(readsState)).toEqual([false, false]);
});

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
