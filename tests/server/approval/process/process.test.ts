import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../../../src/server/flowDocuments/publishFlow.ts';
import { importRecords } from '../../../../src/server/records/index.ts';
import { author, recordsOf, tasksOf, todoOf } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

let server: TestServer;
let staff: Client;

/** A process file whose tasks carry the given candidates: `id type value`. */
function flowWith(key: string, tasks: readonly string[], rest: string): string {
  const elements = tasks.map((line) => {
    const [id, type, value = ''] = line.split(' ');
    return `<userTask id="${id}" name="${id}"><extensionElements><sf:candidates type="${type}" value="${value}"/></extensionElements></userTask>`;
  });
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:sf="urn:schema-first:bpmn" targetNamespace="t"><process id="${key}" name="${key}">
    <startEvent id="s"/><userTask id="apply" name="apply"><extensionElements><sf:candidates type="initiator"/></extensionElements></userTask><sequenceFlow id="f0" sourceRef="s" targetRef="apply"/>
    ${elements.join('')}<endEvent id="e"/>${rest}</process></definitions>`;
}
const edge = (id: string, from: string, to: string, condition = ''): string =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${condition ? `<conditionExpression><![CDATA[${condition}]]></conditionExpression>` : ''}</sequenceFlow>`;

async function publish(key: string, xml: string): Promise<ReturnType<typeof recordsOf>> {
  await publishFlow(server.context, { xml, note: '', author });
  await publishForm(server.context, {
    formKey: key,
    formName: key,
    note: '',
    author,
    definition: {
      flowKey: key,
      fields: [
        { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1' },
        { tag: 'userSelector', __vModel__: 'checker', label: '复核人' },
        { tag: 'el-input-number', __vModel__: 'amount', label: '金额' },
      ],
    },
  });
  return recordsOf(staff, key);
}
const simple = (key: string, candidate: string): string =>
  flowWith(key, [`check ${candidate}`], edge('f1', 'apply', 'check') + edge('f2', 'check', 'e'));
const holders = async (recordId: string): Promise<string[]> =>
  (
    await server.context.db
      .selectFrom('flw_task as t')
      .innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
      .where('t.record_id', '=', recordId)
      .where('t.state', '=', 'open')
      .select('c.user_id')
      .orderBy('c.user_id')
      .execute()
  ).map((row) => row.user_id);

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
});
afterAll(() => server.dispose());

describe('who gets a task', () => {
  it.each([
    ['deptLeader', 'deptLeader', ['u-leader']],
    ['user by id', 'user u-hr', ['u-hr']],
    ['user by name', 'user hr', ['u-hr']],
    ['field', 'field checker', ['u-sealer']],
    ['initiator', 'initiator', ['u-staff']],
  ])('by %s', async (_name, candidate, expected) => {
    const key = `by${candidate.replace(/\W/g, '')}`;
    const records = await publish(key, simple(key, candidate));
    const { data } = await records.run(
      { fieldsMap: { title: 'x', checker: 'u-sealer', checkerLabel: '孙丽华' } },
      'submit',
    );
    expect(await holders(data.id ?? '')).toEqual(expected);
  });

  it('in an imported approval, people who act one after another', async () => {
    const xml = simple('inOrder', 'user u-hr').replace(
      /(<userTask id="check".*?<\/extensionElements>)/,
      '$1<multiInstanceLoopCharacteristics isSequential="true"/>',
    );
    await publish('inOrder', xml);
    const at = new Date('2026-01-05T08:00:00Z');
    const times = { createBy: 'u-staff', createTime: at, updateBy: 'u-staff', updateTime: at };
    const step = { nodeId: 'apply', taskNode: 'apply', userId: 'u-staff', action: 'submit' as const, opinion: '', at };
    const openNode = { nodeId: 'check', taskNode: 'check', userIds: ['u-sealer', 'u-hr'] };
    const record = { id: 'in-order', formKey: 'inOrder', flwState: '1' as const, ...times, fieldsMap: { title: 'x' } };
    await server.context.db
      .transaction()
      .execute((trx) =>
        importRecords(server.context, trx, 'inOrder', [{ ...record, childTables: {}, steps: [step], openNode }]),
      );
    for (const who of ['sealer', 'hr']) {
      expect(await holders('in-order')).toEqual([`u-${who}`]);
      const records = recordsOf(await server.api(who), 'inOrder');
      const { revision = 0 } = (await records.get('in-order')).data;
      expect((await records.run({ id: 'in-order', revision }, 'approve', { opinion: '同意' })).code).toBe('1');
    }
    expect((await recordsOf(staff, 'inOrder').get('in-order')).data.flwState).toBe('3');
  });

  it('a role means its holders in the unit of the applicant', async () => {
    const records = await publish('byRole', simple('byRole', 'role finance'));
    const { data } = await records.run({ fieldsMap: { title: 'x' } }, 'submit');
    expect(await holders(data.id ?? '')).toContain('u-finance');
    expect(data.taskNode).toBe('check');
  });

  it('a department leader who applies is not asked to approve the own application while there is somebody above', async () => {
    await publish('leaderApplies', simple('leaderApplies', 'deptLeader'));
    await server.context.db
      .updateTable('sys_org')
      .set({ leader_id: 'u-manager' })
      .where('id', '=', 'unit-jc')
      .execute();
    const leader = await server.api('leader');
    const { data } = await recordsOf(leader, 'leaderApplies').run({ fieldsMap: { title: 'x' } }, 'submit');
    expect(await holders(data.id ?? '')).toEqual(['u-manager']);
  });

  it('a node without anybody is told to the person who submits, and nothing is stored', async () => {
    const records = await publish('nobody', simple('nobody', 'field checker'));
    const refused = await records.run({ fieldsMap: { title: 'x' } }, 'submit');
    expect(refused).toMatchObject({
      status: 409,
      code: 'FLOW_NO_CANDIDATE',
      msg: '节点“check”没有可办理的人员，请联系管理员',
    });
    expect((await records.list()).data.page.total).toBe(0);
    expect(
      await server.context.db.selectFrom('flw_instance').select('id').where('form_key', '=', 'nobody').execute(),
    ).toEqual([]);
  });
});

describe('where it goes', () => {
  it('parallel branches wait for each other, and a return from one withdraws the other', async () => {
    const xml = flowWith(
      'parallelDemo',
      ['left role leader', 'right role hr', 'last role sealer'],
      `<parallelGateway id="split" name="split"/><parallelGateway id="join" name="join"/>${edge('f1', 'apply', 'split')}${edge('f2', 'split', 'left')}${edge('f3', 'split', 'right')}${edge('f4', 'left', 'join')}${edge('f5', 'right', 'join')}${edge('f6', 'join', 'last')}${edge('f7', 'last', 'e')}`,
    );
    const records = await publish('parallelDemo', xml);
    const [leader, hr, sealer] = await Promise.all(['leader', 'hr', 'sealer'].map((name) => server.api(name)));
    if (!leader || !hr || !sealer) throw new Error('no clients');
    const { data } = await records.run({ fieldsMap: { title: 'x' } }, 'submit');
    const id = data.id ?? '';
    expect(data.taskNode).toBe('left、right');
    const started = (await tasksOf(staff, 'listMyStart')).find((row) => row.recordId === id);
    expect(started?.currentHandlers).toContain('何静怡');

    const act = async (client: Client, action: string, more = {}) => {
      const { data: now } = await recordsOf(client, 'parallelDemo').get(id);
      return recordsOf(client, 'parallelDemo').run({ id, revision: now.revision }, action, more);
    };
    expect((await act(leader, 'approve')).data.taskNode).toBe('right');
    expect((await act(hr, 'return', { opinion: '重来' })).data).toMatchObject({ flwState: '2', taskNode: 'apply' });
    expect((await act(staff, 'submit')).data.taskNode).toBe('left、right');
    const withdrawn = await todoOf(hr, id);
    expect((await act(leader, 'return', { opinion: '再重来' })).data.flwState).toBe('2');
    expect(await todoOf(hr, id)).toBeUndefined();
    expect((await act(hr, 'approve', { taskId: withdrawn?.taskId })).code).toBe('TASK_NOT_YOURS');
    await act(staff, 'submit');
    await act(hr, 'approve');
    expect((await act(leader, 'approve')).data.taskNode).toBe('last');
    expect((await act(sealer, 'approve')).data.flwState).toBe('3');
  });

  it('without a path that is open nothing is stored and the node is named', async () => {
    const xml = flowWith(
      'noPath',
      ['check role leader'],
      `<exclusiveGateway id="g" name="金额判断"/>${edge('f1', 'apply', 'g')}${edge('f2', 'g', 'check', 'amount > 10.0')}${edge('f3', 'check', 'e')}`,
    );
    const records = await publish('noPath', xml);
    const refused = await records.run({ fieldsMap: { title: 'x', amount: 5 } }, 'submit');
    expect(refused).toMatchObject({ status: 422, code: 'DOC_FLOW' });
    expect(refused.msg).toContain('金额判断');
    expect((await records.list()).data.page.total).toBe(0);
    expect((await records.run({ fieldsMap: { title: 'x', amount: 11 } }, 'submit')).data.taskNode).toBe('check');
  });

  it('a running process keeps its version of the flow', async () => {
    const records = await publish('pinned', simple('pinned', 'role leader'));
    const { data } = await records.run({ fieldsMap: { title: 'x' } }, 'submit');
    await publishFlow(server.context, {
      xml: flowWith('pinned', ['other role hr'], edge('f1', 'apply', 'other') + edge('f2', 'other', 'e')),
      note: '',
      author,
    });
    const config = async (query: string) =>
      (
        await staff.get<{ version: number; nodes: { taskNode: string }[] }>(
          `/api/task/flow/flwFrm/getFrmCfg?formKey=pinned${query}`,
        )
      ).data;
    expect((await config('')).nodes.map((node) => node.taskNode)).toEqual(['apply', 'other']);
    expect((await config(`&recordId=${data.id}`)).nodes.map((node) => node.taskNode)).toEqual(['apply', 'check']);
    const leader = await server.api('leader');
    expect(
      (await recordsOf(leader, 'pinned').run({ id: data.id, revision: data.revision }, 'approve')).data.flwState,
    ).toBe('3');
  });

  it('a form without an approval has no configuration and is complete once saved', async () => {
    await publishForm(server.context, {
      formKey: 'plain',
      formName: '台账',
      note: '',
      author,
      definition: { fields: [{ tag: 'el-input', __vModel__: 'a', label: '甲', required: true }] },
    });
    expect(await staff.get('/api/task/flow/flwFrm/getFrmCfg?formKey=plain')).toMatchObject({ code: '1', data: null });
    expect((await recordsOf(staff, 'plain').save({})).code).toBe('RECORD_INVALID');
    const { data } = await recordsOf(staff, 'plain').save({ fieldsMap: { a: '1' } });
    expect(
      (await recordsOf(staff, 'plain').save({ id: data.id, revision: data.revision, fieldsMap: { a: '2' } })).data,
    ).toMatchObject({ revision: 2, fieldsMap: { a: '2' } });
  });
});
