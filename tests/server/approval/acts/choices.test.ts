import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf, tasksOf } from '../../support/sealDemo.ts';
import { runDueTimers } from '../../../../src/server/approval/calls/scheduler.ts';
import { recordsIn } from '../../support/recordsIn.ts';
import { type Client, startTestServer, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, flowFile, publishStory, storyOf, task } from '../story.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await publishStory(server, 'chosen', flowFile('chosen', WAYS));
  await publishStory(
    server,
    'signed',
    flowFile(
      'signed',
      `${task('sign user u-leader', '<sf:settings signature="1"/><sf:cc type="user" value="u-device"/>')}${task('last user u-hr')}${edge('f1', 'apply', 'sign')}${edge('f2', 'sign', 'last')}${edge('f3', 'last', 'e')}`,
    ),
  );
  await publishStory(server, 'strict', flowFile('strict', BODY));
  await publishStory(server, 'open', flowFile('open', BODY, 'toApplicant="1"'));
  const nobody = task('check user u-nobody', '<sf:settings empty="admin"/>');
  await publishStory(
    server,
    'nobody',
    flowFile('nobody', `${nobody}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`),
  );
});
afterAll(() => server.dispose());

/** apply → (amount > 100: big (chosen) | small (hr)) → check (chosen, all) → e */
const WAYS =
  task('big choice') +
  task('small user u-hr') +
  task('check choice', '<sf:sign mode="all"/>') +
  '<exclusiveGateway id="g" default="fs"/>' +
  edge('f1', 'apply', 'g') +
  edge('fb', 'g', 'big', 'amount > 100.0') +
  edge('fs', 'g', 'small') +
  edge('f2', 'big', 'check') +
  edge('f3', 'small', 'check') +
  edge('f4', 'check', 'e');

const submit = async (amount: number, choices: Record<string, string[]> = {}) =>
  recordsOf(await clientOf(server, 'staff'), 'chosen').run({ fieldsMap: { title: '采购', amount } }, 'submit', {
    choices,
  } as object);

describe('people the applicant chooses', () => {
  it('are asked for at the submission, for every node on the way at once, and nothing is stored without them', async () => {
    const count = async () =>
      Number(
        (
          await server.context.db
            .selectFrom(await recordsIn(server, 'chosen'))
            .select((of) => of.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    const before = await count();
    const refused = await submit(500);
    expect(refused).toMatchObject({
      code: 'FLOW_CHOICE',
      msg: '请选择“big”“check”的办理人',
      data: {
        nodes: [
          { nodeId: 'big', taskNode: 'big', isMultiple: false },
          { nodeId: 'check', taskNode: 'check', isMultiple: true },
        ],
      },
    });
    expect((await submit(500, { check: ['u-hr'] })).data).toMatchObject({ nodes: [{ nodeId: 'big' }] });
    expect((await submit(500, { big: [], check: ['u-hr'] })).code).toBe('FLOW_PEOPLE');
    expect((await submit(500, { big: ['u-nobody'], check: ['u-hr'] })).code).toBe('FLOW_PEOPLE');
    expect(await count()).toBe(before);
  });

  it('are never whoever applied, neither by their own choice nor by that of somebody on the way', async () => {
    expect(await submit(500, { big: ['u-staff'], check: ['u-hr'] })).toMatchObject({
      code: 'FLOW_PEOPLE',
      msg: expect.stringContaining('不能选择自己'),
    });
    expect((await submit(500, { big: ['u-leader'], check: ['u-hr', 'u-staff'] })).code).toBe('FLOW_PEOPLE');
    const story = storyOf(server, 'chosen', (await submit(5, { check: ['u-finance'] })).data.id ?? '');
    await server.context.db
      .updateTable('flw_instance')
      .set({ choices: '{}' })
      .where('record_id', '=', story.id)
      .execute();
    expect(await story.act('hr', 'approve', { choices: { check: ['u-staff'] } })).toMatchObject({
      code: 'FLOW_PEOPLE',
      msg: expect.stringContaining('不能选择申请人'),
    });
    expect((await story.act('hr', 'approve', { choices: { check: ['u-hr'] } })).code).toBe('1');
  });

  it('of a node on a way that is not taken are not asked for', async () => {
    expect((await submit(5)).data).toMatchObject({ nodes: [{ nodeId: 'check' }] });
  });

  it('get their tasks when the node is reached', async () => {
    const first = await submit(500, { big: ['u-leader'], check: ['u-hr', 'u-finance'] });
    const story = storyOf(server, 'chosen', first.data.id ?? '');
    expect(await story.holders()).toEqual(['leader']);
    await story.act('leader', 'approve');
    expect(await story.holders()).toEqual(['finance', 'hr']);
  });

  it('a way that only a later change opens asks whoever sends it there', async () => {
    const first = await submit(5, { check: ['u-finance'] });
    const story = storyOf(server, 'chosen', first.data.id ?? '');
    await story.act('hr', 'return', { opinion: '金额有误' });
    const staff = recordsOf(await story.client('staff'), 'chosen');
    const { data } = await staff.get(story.id);
    const again = { id: story.id, revision: data.revision ?? 0, fieldsMap: { amount: 900 } };
    expect(await staff.run(again, 'submit')).toMatchObject({
      code: 'FLOW_CHOICE',
      data: { nodes: [{ nodeId: 'big' }] },
    });
    expect((await staff.run(again, 'submit', { choices: { big: ['u-manager'] } } as object)).code).toBe('1');
    expect(await story.holders()).toEqual(['manager']);
  });

  it('are asked for again where whoever was chosen can no longer sign in', async () => {
    const { db } = server.context;
    const disable = (isDisabled: boolean) =>
      db.updateTable('sys_user').set({ is_disabled: isDisabled }).where('id', '=', 'u-device').execute();
    const begun = async () => storyOf(server, 'chosen', (await submit(5, { check: ['u-device'] })).data.id ?? '');
    const [passed, returned] = [await begun(), await begun()];
    await disable(true);
    try {
      const asked = { code: 'FLOW_CHOICE', data: { nodes: [{ nodeId: 'check' }] } };
      expect(await passed.act('hr', 'approve')).toMatchObject(asked);
      expect((await passed.act('hr', 'approve', { choices: { check: ['u-finance'] } })).code).toBe('1');
      expect(await passed.holders()).toEqual(['finance']);
      await returned.act('hr', 'return', { opinion: '另选' });
      expect(await returned.act('staff', 'submit')).toMatchObject(asked);
      expect((await returned.act('staff', 'submit', { choices: { check: ['u-finance'] } })).code).toBe('1');
    } finally {
      await disable(false);
    }
  });

  it('are not put aside by who decides before them, and nothing else is kept of what is sent', async () => {
    const first = await submit(500, { big: ['u-leader'], check: ['u-hr'], small: ['u-device'], nowhere: ['u-device'] });
    const story = storyOf(server, 'chosen', first.data.id ?? '');
    expect((await story.act('leader', 'approve', { choices: { check: ['u-device'] } })).code).toBe('403');
    expect(await story.holders()).toEqual(['leader']);
    const { choices } = await server.context.db
      .selectFrom('flw_instance')
      .select('choices')
      .where('record_id', '=', story.id)
      .executeTakeFirstOrThrow();
    expect(choices).toEqual({ big: ['u-leader'], check: ['u-hr'] });
    expect((await story.act('leader', 'approve')).code).toBe('1');
    expect(await story.holders()).toEqual(['hr']);
  });
});

describe('people chosen for nodes that only an event reaches', () => {
  const timer = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>';
  const boundary = (id: string, on: string, target: string): string =>
    `<boundaryEvent id="${id}" name="${id}" attachedToRef="${on}" cancelActivity="false">${timer}</boundaryEvent>${edge(`${id}f`, id, target)}`;
  /** check, then a race between a message and a time; a boundary event and an event sub-process beside them */
  const EVENTS =
    task('check user u-hr') +
    boundary('slow', 'check', 'g') +
    '<exclusiveGateway id="g" default="gd"/>' +
    task('late choice') +
    task('never choice') +
    edge('gd', 'g', 'late') +
    edge('gn', 'g', 'never', 'amount > 100.0') +
    boundary('slower', 'late', 'latest') +
    task('latest choice') +
    '<eventBasedGateway id="r"/>' +
    '<intermediateCatchEvent id="m" name="m"><messageEventDefinition messageRef="到"/></intermediateCatchEvent>' +
    `<intermediateCatchEvent id="t" name="t">${timer}</intermediateCatchEvent>` +
    task('told user u-hr') +
    task('untold choice') +
    `<subProcess id="es" name="es" triggeredByEvent="true"><startEvent id="ess"><messageEventDefinition messageRef="停"/></startEvent>${task('stopped choice')}<endEvent id="ese"/>${edge('es1', 'ess', 'stopped')}${edge('es2', 'stopped', 'ese')}</subProcess>` +
    edge('f1', 'apply', 'check') +
    edge('f2', 'check', 'r') +
    edge('f3', 'r', 'm') +
    edge('f4', 'r', 't') +
    edge('f5', 'm', 'told') +
    edge('f6', 't', 'untold') +
    ['late', 'never', 'latest', 'told', 'untold'].map((id) => edge(`e${id}`, id, 'e')).join('');

  it('are asked for at the submission, because nobody can be asked when the event happens', async () => {
    await publishStory(server, 'events', flowFile('events', EVENTS));
    const staff = recordsOf(await clientOf(server, 'staff'), 'events');
    const submitWith = (choices: Record<string, string[]>) =>
      staff.run({ fieldsMap: { title: '采购', amount: 5 } }, 'submit', { choices } as object);
    const refused = await submitWith({});
    expect(refused.code).toBe('FLOW_CHOICE');
    const { nodes } = refused.data as unknown as { nodes: { nodeId: string }[] };
    expect(nodes.map(({ nodeId }) => nodeId).sort()).toEqual(['late', 'latest', 'stopped', 'untold']);
    const people = ['u-finance'];
    const { data } = await submitWith({ late: people, latest: people, stopped: people, untold: people });
    const story = storyOf(server, 'events', data.id ?? '');
    expect(await story.holders()).toEqual(['hr']);
    await server.context.db
      .updateTable('flw_timer')
      .set({ due_at: new Date(0) })
      .where('kind', '=', 'boundary')
      .execute();
    await runDueTimers(server.context, (error) => {
      throw error;
    });
    expect(await story.holders()).toEqual(['finance', 'hr']);
  });
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function uploaded(client: Client): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([PNG], { type: 'image/png' }), '签名.png');
  return (await client.post<{ id: string }>('/api/file/sys/file/upload', form)).data.id;
}

const fetched = (client: Client, id: string): Promise<number> =>
  client.get(`/api/file/sys/file/download/${id}`).then(({ status }) => status);

describe('what goes with a decision', () => {
  it('a node that asks for a signature takes no consent without one', async () => {
    const story = await begin(server, 'signed');
    expect((await story.act('leader', 'approve')).code).toBe('FLOW_SIGNATURE');
    expect(await story.holders()).toEqual(['leader']);
    const signature = await uploaded(await clientOf(server, 'leader'));
    expect((await story.act('leader', 'approve', { signature })).data.taskNode).toBe('last');
    expect((await story.history()).find(({ action }) => action === 'approve')).toMatchObject({ signature });
  });

  it('its files are open to who may read the record, and to nobody else', async () => {
    const story = await begin(server, 'signed');
    const leader = await clientOf(server, 'leader');
    const [signature, file] = [await uploaded(leader), await uploaded(leader)];
    expect(await fetched(await clientOf(server, 'staff'), file)).not.toBe(200);
    await story.act('leader', 'approve', { signature, files: [file] });
    expect(await fetched(await clientOf(server, 'staff'), file)).toBe(200);
    expect(await fetched(await clientOf(server, 'hr'), signature)).toBe(200);
    expect(await fetched(await clientOf(server, 'finance'), file)).not.toBe(200);
  });

  it('its files stay: who decided cannot throw away what was decided upon', async () => {
    const story = await begin(server, 'signed');
    const leader = await clientOf(server, 'leader');
    const [signature, file, loose] = [await uploaded(leader), await uploaded(leader), await uploaded(leader)];
    await story.act('leader', 'approve', { signature, files: [file] });
    for (const id of [signature, file]) {
      expect((await leader.get(`/api/common/download?fileName=${id}&delete=true`)).code).toBe('403');
      expect(await fetched(leader, id)).toBe(200);
    }
    expect((await leader.get(`/api/common/download?fileName=${loose}&delete=true`)).status).toBe(200);
  });

  it('somebody else’s file cannot be taken for one’s own', async () => {
    const story = await begin(server, 'signed');
    const foreign = await uploaded(await clientOf(server, 'finance'));
    expect((await story.act('leader', 'approve', { signature: foreign })).code).toBe('403');
    expect(await story.holders()).toEqual(['leader']);
  });

  it('who gets a copy at a node reads it once the node is done', async () => {
    const story = await begin(server, 'signed');
    const device = recordsOf(await clientOf(server, 'device'), 'signed');
    expect((await device.get(story.id)).code).toBe('404');
    await story.act('leader', 'approve', { signature: await uploaded(await clientOf(server, 'leader')) });
    expect((await device.get(story.id)).code).toBe('1');
  });
});

describe('calls of the flow', () => {
  it('the picture of a process shows its nodes, its progress to who may read the record, and escapes what people wrote', async () => {
    const story = await begin(server, 'signed');
    const staff = await clientOf(server, 'staff');
    const shown = await staff.get(`/api/system/flow/img/viewProcessImg?formKey=signed&recordId=${story.id}`);
    expect(shown.headers.get('content-type')).toContain('image/svg+xml');
    expect(shown.msg).toContain('>sign<');
    expect(shown.msg).not.toContain('<script');
    expect((await staff.get('/api/system/flow/img/getFlwDefImg?formKey=businessSealApply')).msg).toContain(
      '印章管理员用印',
    );
    expect(
      (
        await (
          await clientOf(server, 'finance')
        ).get(`/api/system/flow/img/viewProcessImg?formKey=signed&recordId=${story.id}`)
      ).status,
    ).toBe(404);
  });

  it('to-dos are listed under the system service too, and stopFlow ends a process', async () => {
    const story = await begin(server, 'signed');
    const leader = await clientOf(server, 'leader');
    for (const call of ['getTodoList', 'getAllTodoList']) {
      const { data } = await leader.post<{ data: { recordId: string }[] }>(`/api/system/flow/task/${call}`, {
        data: {},
        page: { pageNum: 1, pageSize: 100 },
      });
      expect(data.data.some(({ recordId }) => recordId === story.id)).toBe(true);
    }
    await (
      await clientOf(server, 'staff')
    ).post('/api/system/hr/staffResign/stopFlow', { formKey: 'signed', recordId: story.id, opinion: '离职取消' });
    expect(await story.state()).toBe('4');
    expect((await tasksOf(leader, 'listMyTodo')).some(({ recordId }) => recordId === story.id)).toBe(false);
  });
});

const APPLICANT = 'u-staff';

const BODY = `${task('check user u-leader')}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`;

describe('an application and its own applicant', () => {
  it.each([
    ['transfer', { userIds: [APPLICANT] }],
    ['delegate', { userIds: [APPLICANT] }],
    ['addSign', { userIds: ['u-hr', APPLICANT], place: 'before' }],
  ])('%s to the applicant is refused and names them; nothing has moved', async (call, body) => {
    const story = await begin(server, 'strict');
    const answer = await story.do('leader', call, body);
    expect(answer.code).toBe('FLOW_PEOPLE');
    expect(answer.msg).toContain('是申请人，不能办理自己的申请');
    expect(await story.holders()).toEqual(['leader']);
    expect((await story.history()).map(({ action }) => action)).not.toContain(call);
    expect((await story.options('leader')).task?.applicantId).toBe(APPLICANT);
  });

  it('a copy may still be sent to them, and stands in the history also where it goes with a decision', async () => {
    const story = await begin(server, 'strict');
    expect((await story.do('leader', 'cc', { userIds: [APPLICANT] })).code).toBe('1');
    expect((await story.act('leader', 'approve', { cc: ['u-device'] })).code).toBe('1');
    const copies = (await story.history()).filter(({ action }) => action === 'cc');
    expect(copies).toHaveLength(2);
    expect(copies[1]).toMatchObject({ taskNode: 'check', detail: '抄送 吴建国' });
  });

  it('goes to the other administrators where a node has nobody, to the applicant only where there is no other', async () => {
    const { db } = server.context;
    const own = await begin(server, 'nobody');
    expect(await own.holders()).toEqual(['admin']);
    await db.insertInto('sys_user_role').values({ user_id: APPLICANT, role_code: 'admin' }).execute();
    const story = await begin(server, 'nobody');
    expect(await story.holders()).toEqual(['admin']);
    await db.deleteFrom('sys_user_role').where('user_id', '=', 'u-admin').where('role_code', '=', 'admin').execute();
    const last = await begin(server, 'nobody');
    expect(await last.holders()).toEqual(['staff']);
  });

  it('a process may allow it, and then the history says who the applicant is', async () => {
    const story = await begin(server, 'open');
    expect((await story.options('leader')).task?.applicantId).toBeUndefined();
    expect((await story.do('leader', 'transfer', { userIds: [APPLICANT] })).code).toBe('1');
    expect(await story.holders()).toEqual(['staff']);
    expect((await story.history()).find(({ action }) => action === 'transfer')?.detail).toMatch(
      /^转办给 .+（申请人）$/,
    );
  });
});
