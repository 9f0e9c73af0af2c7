import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { runDueTimers } from '../../../../src/server/approval/calls/scheduler.ts';
import { recordsOf } from '../../support/sealDemo.ts';
import { recordsIn } from '../../support/recordsIn.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { begin, edge, flowFile, publishStory, task } from '../story.ts';

let server: TestServer;

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

const SIGNAL = (name: string): string => `<signalEventDefinition signalRef="${name}"/>`;
const MESSAGE = (name: string): string => `<messageEventDefinition messageRef="${name}"/>`;

const WHEN = (text: string): string =>
  `<conditionalEventDefinition><condition>${text}</condition></conditionalEventDefinition>`;

const caught = (id: string, event: string, more = ''): string =>
  `<intermediateCatchEvent id="${id}" name="${id}">${more}${event}</intermediateCatchEvent>`;

const edged = (id: string, on: string, event: string, ends = true): string =>
  `<boundaryEvent id="${id}" name="${id}" attachedToRef="${on}" cancelActivity="${ends}">${event}</boundaryEvent>`;

const line = (...ids: string[]): string =>
  ids
    .slice(1)
    .map((id, at) => edge(`l${ids[at]}${id}`, ids[at] ?? '', id))
    .join('');

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

describe('a signal', () => {
  it('reaches every process that waits for it, once, and none that begins to wait later', async () => {
    await publishStory(
      server,
      'hears',
      flowFile(
        'hears',
        caught('wait', SIGNAL('盘点完成')) + task('one user leader') + line('apply', 'wait', 'one', 'e'),
      ),
    );
    await publishStory(
      server,
      'throws',
      flowFile(
        'throws',
        `${task('work user leader')}<intermediateThrowEvent id="told">${SIGNAL('盘点完成')}</intermediateThrowEvent>${line('apply', 'work', 'told', 'e')}`,
      ),
    );
    const [first, second, thrower] = [
      await begin(server, 'hears'),
      await begin(server, 'hears'),
      await begin(server, 'throws'),
    ];
    expect([await first.at(), await first.holders()]).toEqual(['wait', []]);
    await thrower.act('leader', 'approve');
    const late = await begin(server, 'hears');
    await due();
    expect([await first.holders(), await second.holders(), await late.holders()]).toEqual([['leader'], ['leader'], []]);
    await due();
    expect(await late.holders()).toEqual([]);
    expect((await rows(first.id)).length + (await rows(thrower.id)).length).toBe(0);
    expect((await first.history()).map(({ action, opinion }) => `${action} ${opinion}`)).toContain(
      'message 收到信号“盘点完成”',
    );
  });

  it('is heard by a suspended process once it goes on', async () => {
    const story = await begin(server, 'hears');
    const { id } = await server.context.db
      .selectFrom('flw_instance')
      .select('id')
      .where('record_id', '=', story.id)
      .executeTakeFirstOrThrow();
    const admin = await story.client('admin');
    await admin.post('/api/task/flow/admin/suspend', { instanceIds: [id], reason: '核对' });
    await (await begin(server, 'throws')).act('leader', 'approve');
    await due();
    expect(await story.holders()).toEqual([]);
    await admin.post('/api/task/flow/admin/resume', { instanceIds: [id], reason: '已核对' });
    await due();
    expect(await story.holders()).toEqual(['leader']);
  });

  it('on the edge of a task that it does not end opens its path each time', async () => {
    await publishStory(
      server,
      'edge',
      flowFile(
        'edge',
        `${task('one user leader')}${edged('b', 'one', SIGNAL('盘点完成'), false)}${task('told user u-hr')}<endEvent id="e2"/>${line('apply', 'one', 'e')}${line('b', 'told', 'e2')}`,
      ),
    );
    const story = await begin(server, 'edge');
    for (const _ of [1, 2]) {
      await (await begin(server, 'throws')).act('leader', 'approve');
      await due();
    }
    expect(await story.holders()).toEqual(['hr', 'hr', 'leader']);
  });
});

describe('a message', () => {
  const who =
    '<extensionElements><sf:candidates type="user" value="u-finance"/><sf:answer field="amount" from="paid"/></extensionElements>';
  beforeAll(async () => {
    await publishStory(
      server,
      'paid',
      flowFile(
        'paid',
        `<receiveTask id="wait" name="等付款" messageRef="付款完成">${who}</receiveTask>${task('one user leader')}${line('apply', 'wait', 'one', 'e')}`,
      ),
    );
  });

  it('is told by an administrator or whom the task names, with values that go into the record; by nobody else, and only while it is waited for', async () => {
    const story = await begin(server, 'paid');
    expect((await story.do('staff', 'message', { message: '付款完成' })).code).toBe('403');
    expect((await story.do('admin', 'message', { message: '别的' })).code).toBe('FLOW_NOT_WAITING');
    const { data: asked } = await (
      await story.client('finance')
    ).post<{ data: { title: string }[] }>('/api/system/sysMsgRemind/msgRemindList', {
      data: {},
      page: { pageNum: 1, pageSize: 20 },
    });
    expect(asked.data.some(({ title }) => title.includes('等付款'))).toBe(true);
    expect((await story.options('finance')).messages.map(({ name }) => name)).toEqual(['付款完成']);
    expect((await story.options('admin')).messages).toEqual([{ name: '付款完成', nodeId: 'wait', nodeName: '等付款' }]);
    expect((await story.options('staff')).messages).toEqual([]);
    expect((await story.do('admin', 'message', { message: '付款完成', data: { paid: 'x' } })).code).toBe(
      'RECORD_INVALID',
    );
    expect(await story.holders()).toEqual([]);
    expect(
      (await story.do('admin', 'message', { message: '付款完成', data: { paid: 88 }, opinion: '回单已到' })).code,
    ).toBe('1');
    expect(await story.holders()).toEqual(['leader']);
    const { fields } = await server.context.db
      .selectFrom(await recordsIn(server, 'paid'))
      .select('fields')
      .where('id', '=', story.id)
      .executeTakeFirstOrThrow();
    expect(fields['amount']).toBe(88);
    expect((await story.do('admin', 'message', { message: '付款完成' })).code).toBe('FLOW_NOT_WAITING');
    expect(
      (await story.history()).some(
        ({ action, opinion, detail }) => action === 'message' && opinion === '回单已到' && detail === '通知“付款完成”',
      ),
    ).toBe(true);
  });

  it('opens nobody’s file to who tells it: an id in its values is believed of own files alone', async () => {
    const answers =
      '<extensionElements><sf:candidates type="user" value="u-finance"/><sf:answer field="paper" from="paper"/></extensionElements>';
    await publishStory(
      server,
      'papers',
      flowFile(
        'papers',
        `<receiveTask id="wait" name="等回单" messageRef="回单">${answers}</receiveTask>${task('one user leader')}${line('apply', 'wait', 'one', 'e')}`,
      ),
      [
        { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1' },
        { tag: 'el-upload', __vModel__: 'paper', label: '回单' },
      ],
    );
    const story = await begin(server, 'papers');
    const [hr, finance] = await Promise.all([story.client('hr'), story.client('finance')]);
    const upload = async (client: Client): Promise<string> => {
      const form = new FormData();
      form.append('file', new Blob(['工资']), '工资.txt');
      return (await client.post<{ id: string }>('/api/file/sys/file/upload', form)).data.id;
    };
    const [foreign, own] = [await upload(hr), await upload(finance)];
    expect((await story.do('finance', 'message', { message: '回单', data: { paper: foreign } })).code).toBe('403');
    expect((await finance.get(`/api/file/att/getById?id=${foreign}`)).code).toBe('404');
    expect((await story.do('finance', 'message', { message: '回单', data: { paper: own } })).code).toBe('1');
  });

  it('thrown in one branch is heard in another of the same record', async () => {
    await publishStory(
      server,
      'twin',
      flowFile(
        'twin',
        `<parallelGateway id="p"/>${task('one user leader')}<intermediateThrowEvent id="told">${MESSAGE('样品已到')}</intermediateThrowEvent>${caught('wait', MESSAGE('样品已到'))}${task('two user u-hr')}<parallelGateway id="j"/>${line('apply', 'p', 'one', 'told', 'j', 'e')}${line('p', 'wait', 'two', 'j')}`,
      ),
    );
    const [story, other] = [await begin(server, 'twin'), await begin(server, 'twin')];
    await story.act('leader', 'approve');
    await due();
    expect([await story.holders(), await other.holders()]).toEqual([['hr'], ['leader']]);
  });
});

describe('a condition', () => {
  const SAVES = '<sf:field key="amount" editable="1"/>';
  it('lets what waits for it go on when somebody saves the record, and at once where it holds already', async () => {
    await publishStory(
      server,
      'met',
      flowFile(
        'met',
        `<parallelGateway id="p"/>${task('one user leader', SAVES)}${caught('wait', WHEN('amount > 100.0'))}${task('two user u-hr')}<parallelGateway id="j"/>${line('apply', 'p', 'one', 'j', 'e')}${line('p', 'wait', 'two', 'j')}`,
      ),
    );
    expect(await (await begin(server, 'met', { title: '甲', amount: 200 })).holders()).toEqual(['hr', 'leader']);
    const story = await begin(server, 'met', { title: '乙', amount: 1 });
    expect(await story.holders()).toEqual(['leader']);
    const records = recordsOf(await story.client('leader'), 'met');
    const { data } = await records.get(story.id);
    const saved = await records.save({
      id: story.id,
      revision: data?.revision ?? 0,
      fieldsMap: { ...data?.fieldsMap, amount: 500 },
    });
    expect(saved.code).toBe('1');
    expect(await story.holders()).toEqual(['hr', 'leader']);
  });

  it('on the edge of a task ends it when an approval elsewhere makes it true; one that does not end it happens once', async () => {
    const around = `${edged('b', 'two', WHEN('amount > 100.0'))}${edged('n', 'two', WHEN('amount > 10.0'), false)}`;
    await publishStory(
      server,
      'cut',
      flowFile(
        'cut',
        `<parallelGateway id="p"/>${task('one user leader', SAVES)}${task('two user u-hr')}${around}${task('late user u-finance')}${task('seen user u-manager')}${line('apply', 'p', 'one', 'e')}${line('p', 'two', 'e')}${line('b', 'late', 'e')}${line('n', 'seen', 'e')}`,
      ),
    );
    const story = await begin(server, 'cut', { title: '甲', amount: 50 });
    expect(await story.holders()).toEqual(['hr', 'leader', 'manager']);
    const records = recordsOf(await story.client('leader'), 'cut');
    const { data } = await records.get(story.id);
    expect(
      (
        await records.run(
          { id: story.id, revision: data?.revision ?? 0, fieldsMap: { ...data?.fieldsMap, amount: 500 } },
          'approve',
        )
      ).code,
    ).toBe('1');
    expect(await story.holders()).toEqual(['finance', 'manager']);
  });
});

it('a step that is taken back waits again for what it waited for', async () => {
  await publishStory(
    server,
    'again',
    flowFile(
      'again',
      `${task('one user leader')}${edged('b', 'one', SIGNAL('盘点完成'))}${task('two user u-hr')}${task('out user u-finance')}${line('apply', 'one', 'two', 'e')}${line('b', 'out', 'e')}`,
    ),
  );
  const story = await begin(server, 'again');
  await story.act('leader', 'approve');
  expect(await rows(story.id)).toEqual([]);
  expect((await story.do('leader', 'takeBackFlow')).code).toBe('1');
  expect((await rows(story.id)).map(({ awaits }) => awaits)).toEqual(['盘点完成']);
});

it('a manual task is passed, or a task of whom it names; a start that another engine triggers is told, not run; a script is refused with what to do instead', async () => {
  const manual = `<manualTask id="m"/><manualTask id="n" name="n"><extensionElements><sf:candidates type="role" value="leader"/></extensionElements></manualTask>`;
  const { definition, problems } = await parseFlow(
    flowFile(
      'p',
      `${manual}<startEvent id="other">${MESSAGE('订单')}</startEvent><scriptTask id="script"/>${line('apply', 'm', 'n', 'script', 'e')}${line('other', 'n')}`,
    ),
  );
  expect([definition?.nodes['m']?.kind, definition?.nodes['n']?.kind, definition?.startNodeId]).toEqual([
    'pass',
    'userTask',
    's',
  ]);
  expect(problems).toContainEqual(expect.objectContaining({ level: 'warning', path: ['other'] }));
  expect(problems.filter(({ level }) => level === 'error').map(({ path }) => path)).toEqual([['script']]);
  expect(problems.find(({ path }) => path[0] === 'script')?.message).toContain('服务调用');
});
