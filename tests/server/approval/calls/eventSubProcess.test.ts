import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { runDueTimers } from '../../../../src/server/approval/calls/scheduler.ts';
import { recordsIn } from '../../support/recordsIn.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { each, LOOP, ROWS, TABLE } from '../process/rowProcess.ts';
import { begin, clientOf, edge, FIELDS, flowFile, publishStory, type Story, storyOf, task } from '../story.ts';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../../../src/server/flowDocuments/publishFlow.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const body =
    receives('grade', '定级', { level: 'level' }) +
    task('one user u-leader') +
    receives('pay', '付款完成', { amount: 'paid' });
  const edges = edge('f1', 'apply', 'grade') + edge('f2', 'grade', 'one') + edge('f3', 'one', 'pay');
  await publishFlow(server.context, {
    xml: flowFile('answered', body + edges + edge('f4', 'pay', 'e')),
    note: '',
    author,
  });
  await publishForm(server.context, {
    formKey: 'answered',
    formName: '付款申请',
    note: '',
    author,
    definition: {
      flowKey: 'answered',
      urgentWhen: "level == '特急'",
      fields: [
        ...FIELDS,
        { tag: 'el-input', __vModel__: 'level', label: '等级' },
        { tag: 'el-input-number', __vModel__: 'doubled', label: '两倍' },
      ],
      effects: [{ on: 'finished', set: 'this', fields: { doubled: 'amount * 2.0' } }],
    },
  });
});
afterAll(() => server.dispose());

const fail = (error: unknown): never => {
  throw error;
};

const due = (): Promise<number> => runDueTimers(server.context, fail);

const rows = async (id: string) =>
  await server.context.db
    .selectFrom('flw_timer as t')
    .innerJoin('flw_instance as i', 'i.id', 't.instance_id')
    .where('i.record_id', '=', id)
    .select(['t.kind', 't.awaits', 't.node_id'])
    .orderBy('t.node_id')
    .execute();

const MESSAGE = (name: string): string => `<messageEventDefinition messageRef="${name}"/>`;

const AFTER = (length: string): string =>
  `<timerEventDefinition><timeDuration>${length}</timeDuration></timerEventDefinition>`;

const caught = (id: string, event: string, more = ''): string =>
  `<intermediateCatchEvent id="${id}" name="${id}">${more}${event}</intermediateCatchEvent>`;

/** An event sub-process with one task of the personnel office. */
const triggered = (id: string, event: string, ends = true): string =>
  `<subProcess id="${id}" name="${id}" triggeredByEvent="true"><startEvent id="${id}s" isInterrupting="${ends}">${event}</startEvent>${task(`${id}t user u-hr`)}<endEvent id="${id}e"/>${edge(`${id}1`, `${id}s`, `${id}t`)}${edge(`${id}2`, `${id}t`, `${id}e`)}</subProcess>`;

const line = (...ids: string[]): string =>
  ids
    .slice(1)
    .map((id, at) => edge(`l${ids[at]}${id}`, ids[at] ?? '', id))
    .join('');

describe('an event sub-process', () => {
  it('that interrupts ends all else, and with it the process', async () => {
    await publishStory(
      server,
      'stop',
      flowFile('stop', `${task('one user leader')}${triggered('x', MESSAGE('客户撤单'))}${line('apply', 'one', 'e')}`),
    );
    const story = await begin(server, 'stop');
    await story.do('admin', 'message', { message: '客户撤单' });
    expect([await story.holders(), await rows(story.id)]).toEqual([['hr'], []]);
    await story.act('hr', 'approve');
    expect(await story.state()).toBe('3');
  });

  it('that does not runs beside, each time it is told; the process ends when both have', async () => {
    await publishStory(
      server,
      'beside',
      flowFile(
        'beside',
        `${task('one user leader')}${triggered('x', `<extensionElements><sf:answer field="amount" from="sum"/></extensionElements>${MESSAGE('补充材料')}`, false)}${line('apply', 'one', 'e')}`,
      ),
    );
    const story = await begin(server, 'beside');
    await story.do('admin', 'message', { message: '补充材料', data: { sum: 7 } });
    const { fields } = await server.context.db
      .selectFrom(await recordsIn(server, 'beside'))
      .select('fields')
      .where('id', '=', story.id)
      .executeTakeFirstOrThrow();
    expect(fields['amount']).toBe(7);
    await story.do('admin', 'message', { message: '补充材料' });
    expect(await story.holders()).toEqual(['hr', 'hr', 'leader']);
    await story.act('leader', 'approve');
    await story.act('hr', 'approve');
    expect(await story.state()).toBe('1');
    await story.act('hr', 'approve');
    expect([await story.state(), await rows(story.id)]).toEqual(['3', []]);
  });

  it('begins by its time; sent back to the applicant from inside of it, the process is as at its beginning, its time counted anew', async () => {
    await publishStory(
      server,
      'late',
      flowFile('late', `${task('one user leader')}${triggered('x', AFTER('PT1H'))}${line('apply', 'one', 'e')}`),
    );
    const story = await begin(server, 'late');
    await server.context.db
      .updateTable('flw_timer')
      .set({ due_at: new Date(0) })
      .where('node_id', '=', 'x')
      .execute();
    await due();
    expect([await story.holders(), await rows(story.id)]).toEqual([['hr'], []]);
    await story.act('hr', 'return', { opinion: '请重填' });
    expect([await story.state(), await story.holders(), (await rows(story.id)).map(({ node_id }) => node_id)]).toEqual([
      '2',
      ['staff'],
      ['x'],
    ]);
    await story.act('staff', 'submit');
    expect(await story.holders()).toEqual(['leader']);
  });

  it('beside an application that is with its applicant is no return: the mark 已撤回 stays, and nobody is told of a return', async () => {
    await publishStory(
      server,
      'corrected',
      flowFile(
        'corrected',
        `${task('one user leader')}${triggered('x', MESSAGE('补充材料'), false)}${line('apply', 'one', 'e')}`,
      ),
    );
    const story = await begin(server, 'corrected');
    const situation = async () => {
      const { is_withdrawn: isWithdrawn, flw_state: state } = await server.context.db
        .selectFrom('flw_instance')
        .select(['is_withdrawn', 'flw_state'])
        .where('record_id', '=', story.id)
        .executeTakeFirstOrThrow();
      const { data } = await (
        await story.client('staff')
      ).post<{ data: { kind: string; recordId: string }[] }>('/api/system/sysMsgRemind/msgRemindList', {
        data: {},
        page: { pageNum: 1, pageSize: 100 },
      });
      const returns = data.data.filter(({ kind, recordId }) => kind === 'flow-2' && recordId === story.id).length;
      return { isWithdrawn, state, returns };
    };
    const withdrawn = { isWithdrawn: true, state: '2', returns: 0 };
    await story.do('staff', 'takeBackFlow');
    expect(await situation()).toEqual(withdrawn);
    await story.do('admin', 'message', { message: '补充材料' });
    expect([await story.holders(), await situation()]).toEqual([['hr', 'staff'], withdrawn]);
    await story.act('hr', 'approve');
    expect([await story.holders(), await situation()]).toEqual([['staff'], withdrawn]);
    await story.act('staff', 'submit');
    expect(await situation()).toEqual({ isWithdrawn: false, state: '1', returns: 0 });
    const returned = { isWithdrawn: false, state: '2', returns: 1 };
    await story.act('leader', 'return', { opinion: '请重填' });
    expect(await situation()).toEqual(returned);
    await story.do('admin', 'message', { message: '补充材料' });
    await story.act('hr', 'approve');
    await story.do('hr', 'takeBackFlow');
    expect([await story.holders(), await situation()]).toEqual([['hr', 'staff'], returned]);
  });

  it('within a sub-process hears its errors and escalations, and what follows the sub-process goes on', async () => {
    await publishStory(
      server,
      'inner',
      flowFile(
        'inner',
        `<subProcess id="part"><startEvent id="is"/>${task('one user leader')}<intermediateThrowEvent id="up"><escalationEventDefinition escalationRef="up"/></intermediateThrowEvent>${task('two user u-finance')}<endEvent id="bad"><errorEventDefinition errorRef="bad"/></endEvent>${line('is', 'one', 'up', 'two', 'bad')}${triggered('x', '<errorEventDefinition/>')}${triggered('y', '<escalationEventDefinition/>', false).replaceAll('user u-hr', 'user u-manager')}</subProcess>${task('last user u-sealer')}${line('apply', 'part', 'last', 'e')}`,
      ),
    );
    const story = await begin(server, 'inner');
    await story.act('leader', 'approve');
    expect(await story.holders()).toEqual(['finance', 'hr']);
    await story.act('finance', 'approve');
    expect(await story.at()).toBe('xt');
    await story.act('hr', 'approve');
    expect(await story.at()).toBe('last');
  });
});

describe('an event sub-process for each row of a table', () => {
  it('is told of by the keeper of its row, with values that go into the row', async () => {
    const event = `<extensionElements><sf:candidates type="item" value="owner"/><sf:answer field="item.price" from="price"/></extensionElements>${MESSAGE('调价')}`;
    const inner = `${task('first user u-leader')}${triggered('x', event, false)}${edge('i1', 'is', 'first')}${edge('i2', 'first', 'ie')}`;
    await publishStory(server, 'prices', flowFile('prices', each(LOOP('items'), inner)), [...FIELDS, TABLE]);
    const { data, msg } = await recordsOf(await clientOf(server, 'staff'), 'prices').run(
      { fieldsMap: { title: '盘点' }, childTables: { items: ROWS.slice(0, 2) as never } },
      'submit',
    );
    expect(msg).toBe('办理成功');
    const story = storyOf(server, 'prices', data.id ?? '');
    const prices = async () => {
      const { child_tables: tables } = await server.context.db
        .selectFrom(await recordsIn(server, 'prices'))
        .select('child_tables')
        .where('id', '=', story.id)
        .executeTakeFirstOrThrow();
      return tables['items']?.map(({ fieldsMap }) => fieldsMap?.['price']);
    };
    expect((await story.options('finance')).messages.map(({ name }) => name)).toEqual(['调价']);
    expect((await story.do('device', 'message', { message: '调价', data: { price: 1 } })).status).not.toBe(200);
    expect(await story.do('finance', 'message', { message: '调价', data: { price: 7 } })).toMatchObject({ code: '1' });
    expect(await prices()).toEqual([10, 7]);
    expect(await story.do('hr', 'message', { message: '调价', data: { price: 9 } })).toMatchObject({ code: '1' });
    expect(await prices()).toEqual([9, 7]);
    expect((await story.do('admin', 'message', { message: '调价', data: { price: 3 } })).code).toBe('1');
    expect((await prices())?.filter((price) => price === 3)).toHaveLength(1);
  });
});

describe('a gateway of events', () => {
  it('goes on by the first that comes, and waits for no other', async () => {
    await publishStory(
      server,
      'race',
      flowFile(
        'race',
        `<eventBasedGateway id="g"/>${caught('told', MESSAGE('客户确认'))}${caught('over', AFTER('P3D'))}${task('yes user leader')}${task('no user u-hr')}${line('apply', 'g', 'told', 'yes', 'e')}${line('g', 'over', 'no', 'e')}`,
      ),
    );
    const [story, other] = [await begin(server, 'race'), await begin(server, 'race')];
    await story.do('admin', 'message', { message: '客户确认' });
    expect([await story.holders(), await rows(story.id)]).toEqual([['leader'], []]);
    const { id } = await server.context.db
      .selectFrom('flw_instance')
      .select('id')
      .where('record_id', '=', other.id)
      .executeTakeFirstOrThrow();
    await server.context.db
      .updateTable('flw_timer')
      .set({ due_at: new Date(0) })
      .where('instance_id', '=', id)
      .where('node_id', '=', 'over')
      .execute();
    await due();
    expect([await other.holders(), await rows(other.id)]).toEqual([['hr'], []]);
  });

  it('may only be followed by events that are waited for', async () => {
    const { problems } = await parseFlow(
      flowFile('p', `<eventBasedGateway id="g"/>${task('one user leader')}${line('apply', 'g', 'one', 'e')}`),
    );
    expect(problems).toContainEqual(expect.objectContaining({ level: 'error', path: ['g'] }));
  });
});

const receives = (id: string, name: string, answers: Record<string, string>): string =>
  `<receiveTask id="${id}" name="${id}" messageRef="${name}"><extensionElements>${Object.entries(answers)
    .map(([field, from]) => `<sf:answer field="${field}" from="${from}"/>`)
    .join('')}</extensionElements></receiveTask>`;

const stored = async ({ id }: Story) =>
  server.context.db
    .selectFrom(await recordsIn(server, 'answered'))
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('the values of a message', () => {
  it('are read and kept by the effects of the step that they lead to', async () => {
    const story = await begin(server, 'answered', { title: '事项', amount: 1 });
    await story.do('admin', 'message', { message: '定级', data: { level: '普通' } });
    await story.act('leader', 'approve');
    expect((await story.do('admin', 'message', { message: '付款完成', data: { paid: 88 } })).code).toBe('1');
    expect(await story.state()).toBe('3');
    expect((await stored(story)).fields).toMatchObject({ amount: 88, doubled: 176 });
    const effect = await server.context.db
      .selectFrom('frm_record_audit')
      .select('user_name')
      .where('record_id', '=', story.id)
      .where('action', '=', 'effect')
      .executeTakeFirstOrThrow();
    expect(effect.user_name).toBe((await story.history()).findLast(({ action }) => action === 'message')?.userName);
  });

  it.each([
    ['普通', '特急', true],
    ['特急', '普通', false],
  ])('that change the grade from %s to %s change the urgency of the to-dos', async (from, level, isUrgent) => {
    const story = await begin(server, 'answered', { title: '事项', level: from });
    await story.do('admin', 'message', { message: '定级', data: { level } });
    expect(((await story.todo('leader')) as { isUrgent?: boolean } | undefined)?.isUrgent ?? false).toBe(isUrgent);
    expect(await story.holders()).toEqual(['leader']);
  });
});
