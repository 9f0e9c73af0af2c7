import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addWorkTime, calendarOf } from '../../../../src/domain/workTime.ts';
import { runDueTimers } from '../../../../src/server/approval/calls/scheduler.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { recordsOf } from '../../support/sealDemo.ts';
import { begin, clientOf, edge, FIELDS, flowFile, publishStory, type Story, storyOf, task } from '../story.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { parseDateTime } from '../../../../src/server/flow/parse/parseDateTime.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const timed = (key: string, timer: string): Promise<void> =>
    publishStory(
      server,
      key,
      flowFile(key, task('check user u-hr', timer) + edge('f1', 'apply', 'check') + edge('f2', 'check', 'e')),
    );
  await timed('worked', '<sf:timer due="P2D" remind="PT4H" clock="work"/>');
  await timed('passing', '<sf:timer due="P2D"/>');
  await publishStory(
    server,
    'risen',
    flowFile(
      'risen',
      task('check user u-staff', '<sf:timer due="PT1H" action="escalate"/>') +
        edge('f1', 'apply', 'check') +
        edge('f2', 'check', 'e'),
    ),
  );
  await publishStory(server, 'dated', file('dated', '${day}'), [
    ...FIELDS,
    { tag: 'el-date-picker', __vModel__: 'day', label: '生效日期' },
  ]);
});
afterAll(() => server.dispose());

const dueOf = async (story: Story): Promise<{ arrived: number; due: number; timer: number }> => {
  const row = await server.context.db
    .selectFrom('flw_task')
    .select(['id', 'arrived_at', 'due_at'])
    .where('record_id', '=', story.id)
    .where('node_id', '=', 'check')
    .executeTakeFirstOrThrow();
  const timer = await server.context.db
    .selectFrom('flw_timer')
    .select('due_at')
    .where('task_id', '=', row.id)
    .where('kind', '=', 'due')
    .executeTakeFirstOrThrow();
  return { arrived: row.arrived_at.getTime(), due: row.due_at?.getTime() ?? 0, timer: timer.due_at.getTime() };
};

const near = (time: number, wanted: number): void => {
  expect(Math.abs(time - wanted)).toBeLessThan(60_000);
};

describe('times counted in working time', () => {
  it('follow the calendar that administrators keep, and others pass as they do', async () => {
    const items = [
      { dictLabel: '工作日', dictValue: '1,2,3', listClass: 'days' },
      { dictLabel: '上班时间', dictValue: '10:00-12:00', listClass: 'hours' },
    ];
    const admin = await clientOf(server, 'admin');
    const plain = await dueOf(await begin(server, 'worked'));
    near(plain.due, addWorkTime(plain.arrived, { days: 2, ms: 0 }, calendarOf([])));
    expect(
      (
        await admin.post('/api/system/sys/dictType/saveOrUpdate', {
          typeCode: 'workCalendar',
          typeName: '工作日历',
          items,
        })
      ).code,
    ).toBe('1');
    const own = await dueOf(await begin(server, 'worked'));
    near(own.due, addWorkTime(own.arrived, { days: 2, ms: 0 }, calendarOf(items)));
    expect(own.timer).toBe(own.due);
    expect(own.due).not.toBe(plain.due);
    const passing = await dueOf(await begin(server, 'passing'));
    near(passing.due, passing.arrived + 2 * 86_400_000);
  });

  it('go on in working time after a suspension, and the others as time passes', async () => {
    const admin = await clientOf(server, 'admin');
    const { db } = server.context;
    const all = { dictLabel: '工作日', dictValue: '1,2,3,4,5,6,7', listClass: 'days' };
    const hours = [{ dictLabel: '上班时间', dictValue: '00:00-24:00', listClass: 'hours' }];
    const keep = async (items: object[]): Promise<void> => {
      expect(
        (
          await admin.post('/api/system/sys/dictType/saveOrUpdate', {
            typeCode: 'workCalendar',
            typeName: '工作日历',
            items,
          })
        ).code,
      ).toBe('1');
    };
    const call = async (what: string, story: Story): Promise<void> => {
      const { id } = await db
        .selectFrom('flw_instance')
        .select('id')
        .where('record_id', '=', story.id)
        .executeTakeFirstOrThrow();
      expect(
        (await admin.post<{ isDone: boolean }[]>(`/api/task/flow/admin/${what}`, { instanceIds: [id], reason: '核查' }))
          .data,
      ).toMatchObject([{ isDone: true }]);
    };
    await keep([all, ...hours]);
    const [worked, passing] = [await begin(server, 'worked'), await begin(server, 'passing')];
    for (const story of [worked, passing]) await call('suspend', story);
    // meanwhile the office works two hours a day: what is left of two days of 24 hours are 48 hours of work
    const few = [all, { dictLabel: '上班时间', dictValue: '10:00-12:00', listClass: 'hours' }];
    await keep(few);
    const now = Date.now();
    for (const story of [worked, passing]) await call('resume', story);
    const [late, soon] = [await dueOf(worked), await dueOf(passing)];
    near(late.due, addWorkTime(now, { days: 0, ms: 48 * 3_600_000 }, calendarOf(few)));
    expect(late.timer).toBe(late.due);
    near(soon.due, soon.arrived + 2 * 86_400_000);
    near(soon.timer, soon.due);
  });

  it('are lengths of days, hours and minutes: others are refused with their element', async () => {
    const admin = await clientOf(server, 'admin');
    const { data } = await admin.post<{ problems: { path: string[]; message: string }[] }>(
      '/api/system/flowDef/check',
      {
        flowKey: 'odd',
        definition: flowFile(
          'odd',
          task('check user u-hr', '<sf:timer due="P1M" clock="work"/>') +
            edge('f1', 'apply', 'check') +
            edge('f2', 'check', 'e'),
        ),
      },
    );
    expect(data.problems).toContainEqual(
      expect.objectContaining({ path: ['check'], message: expect.stringContaining('不能按工作时间计算') as string }),
    );
  });
});

describe('a late task', () => {
  it('goes to the leader of who holds it, beside them, where its node says so', async () => {
    const story = await begin(server, 'risen');
    expect(await story.holders()).toEqual(['staff']);
    await server.context.db
      .updateTable('flw_timer')
      .set({ due_at: new Date(0) })
      .execute();
    await runDueTimers(server.context, (error) => {
      throw error;
    });
    expect(await story.holders()).toEqual(['leader', 'staff']);
    expect((await story.history()).at(-1)).toMatchObject({ action: 'reassign', userName: '系统' });
    expect((await story.act('leader', 'approve')).data.flwState).toBe('3');
  });

  it('goes past the applicant to the next leader above, unless the node allows the applicant', async () => {
    const { db } = server.context;
    const late = async (key: string): Promise<string[]> => {
      const leader = recordsOf(await clientOf(server, 'leader'), key);
      const { data } = await leader.run({ fieldsMap: { title: '事项' } }, 'submit');
      const story = storyOf(server, key, data.id ?? '');
      expect(await story.holders()).toEqual(['staff']);
      await db
        .updateTable('flw_timer')
        .set({ due_at: new Date(0) })
        .execute();
      await runDueTimers(server.context, (error) => {
        throw error;
      });
      return story.holders();
    };
    const own = (settings: string): string =>
      flowFile(
        'risenOwn',
        task('check user u-staff', `<sf:timer due="PT1H" action="escalate"/>${settings}`) +
          edge('f1', 'apply', 'check') +
          edge('f2', 'check', 'e'),
      );
    await publishStory(server, 'risenOwn', own(''));
    expect(await late('risenOwn')).toEqual(['staff']);
    const { parent_id: formerParent } = await db
      .selectFrom('sys_org')
      .select('parent_id')
      .where('id', '=', 'dept-jy')
      .executeTakeFirstOrThrow();
    await db.updateTable('sys_org').set({ parent_id: 'dept-ld' }).where('id', '=', 'dept-jy').execute();
    try {
      expect(await late('risenOwn')).toEqual(['manager', 'staff']);
    } finally {
      await db.updateTable('sys_org').set({ parent_id: formerParent }).where('id', '=', 'dept-jy').execute();
    }
    await publishStory(server, 'risenOwn', own('<sf:settings toApplicant="1"/>'));
    expect(await late('risenOwn')).toEqual(['leader', 'staff']);
  });
});

const timer = (date: string): string =>
  `<intermediateCatchEvent id="t" name="等待"><timerEventDefinition><timeDate>${date}</timeDate></timerEventDefinition></intermediateCatchEvent>`;

const file = (key: string, date: string): string =>
  flowFile(
    key,
    `${edge('f1', 'apply', 't')}${timer(date)}${edge('f2', 't', 'one')}${task('one user leader')}${edge('f3', 'one', 'e')}`,
  );

it('a time is China’s unless it says a zone; what is no time is an error', async () => {
  expect((await parseFlow(file('p', '2026-12-31T09:00'))).definition?.nodes['t']?.until).toEqual({
    time: Date.UTC(2026, 11, 31, 1),
  });
  expect((await parseFlow(file('p', '2026-12-31T09:00:00Z'))).definition?.nodes['t']?.until).toEqual({
    time: Date.UTC(2026, 11, 31, 9),
  });
  expect((await parseFlow(file('p', '${到货日期}'))).definition?.nodes['t']?.until).toEqual({ field: '到货日期' });
  for (const text of ['明天', '2026-12-31abc', '2026-12-31T9:00', '2026-02-30T09:00'])
    expect(
      (await parseFlow(file('p', text))).problems.some(
        ({ level, message }) => level === 'error' && message.includes(text),
      ),
      text,
    ).toBe(true);
  expect([parseDateTime('2026-12-31'), parseDateTime(''), parseDateTime(5)]).toEqual([
    Date.UTC(2026, 11, 30, 16),
    null,
    null,
  ]);
});

it('the time of a field is the one that its form and lists show, without regard to a zone', () => {
  for (const text of ['2026-12-31 09:00:00', '2026-12-31T09:00:00.000', '2026-12-31T09:00:00Z'])
    expect(parseDateTime(text), text).toBe(Date.UTC(2026, 11, 31, 1));
  for (const text of ['2026-12-31abc', '2026-12-31 9:00', '2026-02-30', '2026-12-31 25:00'])
    expect(parseDateTime(text), text).toBeNull();
});

it('a process waits for the day that its form names, goes on at once when that is past, and is not submitted without it', async () => {
  const none = await begin(server, 'dated').catch((error: unknown) => String(error));
  expect(none).toContain('DOC_FLOW');
  const later = await begin(server, 'dated', { title: '甲', day: '2099-01-01' });
  const past = await begin(server, 'dated', { title: '乙', day: '2020-01-01' });
  await runDueTimers(server.context, (error) => {
    throw error;
  });
  expect([await later.holders(), await past.holders()]).toEqual([[], ['leader']]);
});
