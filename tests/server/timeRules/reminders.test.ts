import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { today } from '../../../src/domain/dates.ts';
import { addDays } from '../../../src/domain/periods.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { peopleOf } from '../../../src/server/effects/notifyPeople.ts';
import { listCurrentJobs, type JobKind } from '../../../src/server/jobs/index.ts';
import { remindRecords, loadFormForRules } from '../../../src/server/timeRules/index.ts';
import type { RuleForm } from '../../../src/server/timeRules/subjectOf.ts';
import { author, recordsOf } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const date = (key: string) => ({
  tag: 'el-date-picker',
  __vModel__: key,
  label: key,
  type: 'date',
  format: 'YYYY-MM-DD',
});
const access = { createRoles: ['*'] };
const customer = {
  formKey: 'trCustomer',
  formName: '客户',
  access,
  unitReads: '1',
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
    { tag: 'userSelector', __vModel__: 'seller', label: '业务员' },
    { tag: 'el-input', __vModel__: 'level', label: '等级' },
  ],
};
const contract = {
  formKey: 'trContract',
  formName: '合同',
  access,
  unitReads: '1',
  titleTemplate: '${name}',
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
    {
      tag: 'recordSelector',
      __vModel__: 'customer',
      label: '客户',
      to: 'trCustomer',
    },
    { tag: 'el-input-number', __vModel__: 'due', label: '未收' },
    date('endDate'),
    date('reportDate'),
    date('workDate'),
    date('massDate'),
  ],
  reminders: [
    {
      key: 'expiry',
      label: '合同到期',
      field: 'endDate',
      offset: '-30d',
      when: "due > 0 && customer.level == 'A'",
      to: ['field:customer.seller', 'creator', 'deptLeader'],
      text: '合同 ${name} 将于 ${endDate} 到期，客户 ${customer}，尚有 ${due} 元未收',
    },
    {
      key: 'report',
      field: 'reportDate',
      offset: '2d',
      repeat: '3d',
      to: ['creator'],
      text: '${name} 报告逾期',
    },
    {
      key: 'work',
      field: 'workDate',
      calendar: 'work',
      to: ['creator'],
      text: '${name} 工作日',
    },
    {
      key: 'mass',
      label: '人人有份',
      field: 'massDate',
      to: ['role:everybody', 'creator'],
      text: '${name} 全员',
    },
  ],
};

let server: TestServer;
let staff: Client;
const publish = (definition: { formKey: string; formName: string }) =>
  publishForm(server.context, { ...definition, note: '', author, definition });
const job = async (kind = 'remind:trContract'): Promise<JobKind> => {
  const found = (await listCurrentJobs(server.context)).find((one) => one.kind === kind);
  if (!found) throw new Error(`no job ${kind}`);
  return found;
};
const run = async (): Promise<string | void> => (await job()).run(new AbortController().signal);
const told = async (title: string) =>
  (
    await sql<{ user_id: string; title: string; record_id: string | null }>`
      select user_id, title, record_id from sys_remind where kind = 'remind' and title like ${`%${title}%`} order by user_id, title`.execute(
      server.context.db,
    )
  ).rows;
const made = async (formKey: string, fieldsMap: object): Promise<string> => {
  const answer = await recordsOf(staff, formKey).save({ fieldsMap } as never);
  expect(answer.msg).toBe('保存成功');
  return answer.data.id ?? '';
};
let good = '';
let plain = '';

/** What the calendar of work says of a day, whatever day of the week it is. */
async function dayIs(day: string, kind: 'workday' | 'holiday'): Promise<void> {
  const { db } = server.context;
  await sql`delete from sys_dict_item where type_code = 'workCalendar' and dict_value = ${day}`.execute(db);
  await sql`insert into sys_dict_item (id, type_code, dict_label, dict_value, list_class, sn)
    values (${`tr-${day}`}, 'workCalendar', ${day}, ${day}, ${kind}, 999)`.execute(db);
}
const todayIs = (kind: 'workday' | 'holiday'): Promise<void> => dayIs(today(), kind);

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
  await todayIs('workday');
  await publish(customer);
  await publish(contract);
  good = await made('trCustomer', {
    name: '城建',
    seller: 'u-sealer',
    level: 'A',
  });
  plain = await made('trCustomer', {
    name: '散客',
    seller: 'u-sealer',
    level: 'B',
  });
});
afterAll(() => server.dispose());

describe('reminders of a form', () => {
  it('tell the people that the rule names once, through relations and with the texts of the record', async () => {
    const id = await made('trContract', {
      name: '甲',
      customer: good,
      due: 500,
      endDate: addDays(today(), 20),
    });
    await made('trContract', {
      name: '付清',
      customer: good,
      due: 0,
      endDate: addDays(today(), 20),
    });
    await made('trContract', {
      name: '散户',
      customer: plain,
      due: 9,
      endDate: addDays(today(), 20),
    });
    await made('trContract', {
      name: '还早',
      customer: good,
      due: 9,
      endDate: addDays(today(), 31),
    });
    await made('trContract', {
      name: '太久',
      customer: good,
      due: 9,
      endDate: addDays(today(), -8),
    });
    expect(await run()).toContain('“合同到期”：1 条记录，3 条提醒');
    const first = await told('到期，客户');
    expect(first.map(({ user_id: user }) => user).toSorted()).toEqual(['u-leader', 'u-sealer', 'u-staff']);
    expect(first[0]).toMatchObject({
      title: `合同 甲 将于 ${addDays(today(), 20)} 到期，客户 城建，尚有 500 元未收`,
      record_id: id,
    });
    expect(await run()).toBe('没有到期的记录');
    expect((await told('到期，客户')).length).toBe(3);
  });

  it('go to the next leader above while the account of the leader is disabled', async () => {
    const { db } = server.context;
    const disable = (isDisabled: boolean) =>
      db.updateTable('sys_user').set({ is_disabled: isDisabled }).where('id', '=', 'u-leader').execute();
    const below = (parent: string) =>
      db.updateTable('sys_org').set({ parent_id: parent }).where('id', '=', 'dept-jy').execute();
    await disable(true);
    await below('dept-ld');
    try {
      await made('trContract', { name: '代管', customer: good, due: 7, endDate: addDays(today(), 20) });
      await run();
      const people = (await told('合同 代管')).map(({ user_id: user }) => user);
      expect(people.toSorted()).toEqual(['u-manager', 'u-sealer', 'u-staff']);
    } finally {
      await below('unit-jc');
      await disable(false);
    }
  });

  it('that name a role go to those of the unit, people with another main unit among them', async () => {
    const { db } = server.context;
    await sql`insert into sys_role (code, name) values ('trLookout', '值守')`.execute(db);
    await sql`insert into sys_user_role (user_id, role_code) values ('u-staff', 'trLookout'), ('u-liusiyu', 'trLookout')`.execute(
      db,
    );
    const lookouts = (unit: string) => peopleOf({ trx: db, row: { unit_id: unit } } as never, ['role:trLookout']);
    expect(await lookouts('unit-zx')).toEqual(['u-staff']);
    expect(await lookouts('unit-jc')).toEqual(['u-liusiyu', 'u-staff']);
  });

  it('are read by the person under 我的提醒, and wait for the channels in the outbox', async () => {
    const own = await staff.post<{
      data: { title: string; recordId: string }[];
    }>('/api/system/sysMsgRemind/msgRemindList', { data: {}, page: {} });
    expect(JSON.stringify(own.data)).toContain('合同 甲 将于');
  });

  it('are given once where two servers run them at the same time', async () => {
    for (const name of ['双1', '双2', '双3'])
      await made('trContract', {
        name,
        customer: good,
        due: 1,
        endDate: addDays(today(), 5),
      });
    await Promise.all([run(), run(), run()]);
    expect((await told('合同 双')).length).toBe(9);
  });

  it('come again after so many days for as long as nothing was done', async () => {
    const id = await made('trContract', {
      name: '丙',
      reportDate: addDays(today(), -2),
    });
    const late = await made('trContract', {
      name: '丁',
      reportDate: addDays(today(), -5),
    });
    await run();
    expect((await told('报告逾期')).map(({ title }) => title)).toEqual(['丁 报告逾期', '丙 报告逾期']);
    // what stands there of three days ago keeps nobody from being told today
    await sql`update frm_time_notice set day = day - 3 where record_id in (${id}, ${late})`.execute(server.context.db);
    const stored = await recordsOf(staff, 'trContract').get(late);
    await recordsOf(staff, 'trContract').save({
      ...stored.data,
      fieldsMap: { ...stored.data.fieldsMap, reportDate: '' },
    } as never);
    await run();
    expect((await told('报告逾期')).map(({ title }) => title)).toEqual(['丁 报告逾期', '丙 报告逾期', '丙 报告逾期']);
  });

  it('wait for the next working day where the rule says so', async () => {
    await made('trContract', { name: '戊', workDate: today() });
    await todayIs('holiday');
    expect(await run()).toContain('“work”今天是休息日，顺延');
    expect(await told('戊 工作日')).toEqual([]);
    await todayIs('workday');
    await run();
    expect((await told('戊 工作日')).length).toBe(1);
  });

  it('wait for it also through a holiday of more than a week', async () => {
    const days = Array.from({ length: 9 }, (_none, index) => addDays(today(), -1 - index));
    for (const day of days) await dayIs(day, 'holiday');
    await made('trContract', { name: '节中', workDate: days.at(-1) });
    await made('trContract', { name: '早过', workDate: addDays(today(), -40) });
    await run();
    expect((await told('工作日')).map(({ title }) => title)).toEqual(['戊 工作日', '节中 工作日']);
    await sql`delete from sys_dict_item where type_code = 'workCalendar' and dict_value = any(${days}::text[])`.execute(
      server.context.db,
    );
  });

  it('say when a rule tells very many, and give one notice for many records', async () => {
    await sql`insert into sys_user (id, username, name, password_hash, unit_id, dept_id)
      select 'tr-' || n, 'tr' || n, '人' || n, '', (select unit_id from sys_user where id = 'u-staff'), null from generate_series(1, 1200) n`.execute(
      server.context.db,
    );
    await sql`insert into sys_role (code, name) values ('everybody', '全体')`.execute(server.context.db);
    await sql`insert into sys_user_role (user_id, role_code) select 'tr-' || n, 'everybody' from generate_series(1, 1200) n`.execute(
      server.context.db,
    );
    await made('trContract', { name: '己', massDate: today() });
    expect(await run()).toMatch(/“人人有份”：1 条记录，1201 条提醒；数量较多，已每 500 条一批发送/);
    const alarm = await sql`select 1 from sys_outbox where title like '提醒规则一次发出 1201 条提醒%'`.execute(
      server.context.db,
    );
    expect(alarm.rows.length).toBeLessThanOrEqual(1);
    for (let index = 0; index < 21; index += 1) await made('trContract', { name: `庚${index}`, massDate: today() });
    await run();
    expect(await told('庚')).toEqual([]);
    const many = await told('合同：21 条记录需要处理（人人有份）');
    expect(many.length).toBe(1201);
    expect(many[0]?.record_id).toBeNull();
  }, 120_000);

  it('stand under 定时任务 with their rules, and are run there by hand', async () => {
    const admin = await server.api('admin');
    const listed = await admin.post<{
      data: { id: string; title: string; note: string; schedule: string }[];
    }>('/api/system/sys/job/page', {
      data: { keyword: '到期提醒：合同' },
      page: { pageNum: 1, pageSize: 50 },
    });
    expect(JSON.stringify(listed.data)).toContain('合同到期、report、work、人人有份');
    expect((await admin.post('/api/system/sys/job/run', { id: 'remind:trContract' })).msg).toContain('已安排');
    await expect
      .poll(
        async () =>
          JSON.stringify(
            (
              await admin.post('/api/system/sys/job/runs', {
                data: { kind: 'remind:trContract' },
                page: {},
              })
            ).data,
          ),
        { timeout: 20_000 },
      )
      .toContain('done');
  }, 30_000);

  it('of the other rules are given although two cannot be asked any more, which the job says in the end', async () => {
    await made('trContract', { name: '坏规则之后', workDate: today() });
    const form = await loadFormForRules(server.context, 'trContract');
    const { definition } = form.loaded.form;
    const brokenRule = (key: string, field: string) => ({ key, field, to: ['creator'], text: '坏' });
    const broken = [brokenRule('broken', 'gone'), brokenRule('alsoBroken', 'lost')];
    const withBroken = {
      ...form,
      loaded: {
        ...form.loaded,
        form: {
          ...form.loaded.form,
          definition: { ...definition, reminders: [...broken, ...(definition.reminders ?? [])] },
        },
      },
    } as RuleForm;
    await expect(remindRecords(withBroken, new AbortController().signal)).rejects.toThrow(
      /“broken”：.*gone.*；“alsoBroken”：.*lost/,
    );
    expect((await told('坏规则之后 工作日')).length).toBe(1);
  });

  it('are refused at publishing with the place of what is wrong', async () => {
    const wrong = (rule: object) =>
      publish({
        ...contract,
        formKey: 'trWrong',
        reminders: [{ ...contract.reminders[0], ...rule }],
      } as never).then(
        ({ problems }) => problems,
        (error: { data: { problems: { path: unknown[]; message: string }[] } }) => error.data.problems,
      );
    const places = async (rule: object) => (await wrong(rule)).map(({ path }) => path.join('.'));
    expect(await places({ field: 'name' })).toEqual(['reminders.0.field']);
    expect(await places({ field: 'nowhere' })).toEqual(['reminders.0.field']);
    expect(await places({ when: 'due + 1' })).toEqual(['reminders.0.when']);
    expect(await places({ when: "capital(due) == '壹'" })).toEqual(['reminders.0.when']);
    expect(await places({ to: ['field:due'] })).toEqual(['reminders.0.to.0']);
    expect(await places({ text: '${missing}' })).toEqual(['reminders.0.text']);
  });
});
