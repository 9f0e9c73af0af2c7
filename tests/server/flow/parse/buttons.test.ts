import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowFormConfig } from '../../../../src/grammar/documents.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, flowFile, publishStory, type Story } from '../../approval/story.ts';

const node = (extensions: string): string =>
  `<userTask id="one" name="one"><extensionElements><sf:candidates type="user" value="leader"/>${extensions}</extensionElements></userTask>`;
const file = (key: string, extensions: string): string =>
  flowFile(key, `${edge('f1', 'apply', 'one')}${node(extensions)}${edge('f2', 'one', 'e')}`);

describe('the buttons of a node', () => {
  it('are what the file lists and names; unknown ones and long names are errors', async () => {
    const { definition, problems } = await parseFlow(
      file(
        'p',
        '<sf:actions value="approve,reject"/><sf:button action="approve" name="核准"/><sf:button action="transfer"/><sf:button action="shred" name="粉碎"/><sf:button action="cc" name="抄送给公司全体同事并请他们回复"/>',
      ),
    );
    expect(definition?.nodes['one']?.rules).toMatchObject({
      actions: ['approve', 'reject', 'transfer', 'cc'],
      actionNames: { approve: '核准' },
    });
    expect(problems.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      expect.stringContaining('shred'),
      expect.stringContaining('过长'),
    ]);
  });
  it('without a list are those that are named alone', async () => {
    expect(
      (await parseFlow(file('p', '<sf:button action="approve" name="核准"/>'))).definition?.nodes['one']?.rules
        ?.actions,
    ).toEqual(['approve']);
  });
});

describe('a node that offers nothing but consent, save and return', () => {
  let server: TestServer;
  let bare: Story;
  beforeAll(async () => {
    server = await startTestServer();
    await publishStory(
      server,
      'bare',
      file('bare', '<sf:button action="approve" name="核准"/><sf:field key="note" visible="1" editable="1"/>'),
    );
    await publishStory(
      server,
      'mild',
      file(
        'mild',
        '<sf:actions value="approve,save,return"/><sf:table key="t" defaults="1"/><sf:field key="note" visible="1" editable="1"/>',
      ),
    );
    bare = await begin(server, 'bare');
  });
  afterAll(() => server.dispose());

  it('tells the browser its name', async () => {
    expect((await bare.options('leader')).task).toMatchObject({ actions: ['approve'], names: { approve: '核准' } });
    const config = (
      await (await clientOf(server, 'leader')).get<FlowFormConfig>('/api/task/flow/flwFrm/getFrmCfg?formKey=bare')
    ).data;
    expect(config.nodes.find(({ nodeId }) => nodeId === 'one')?.actionNames).toEqual({ approve: '核准' });
  });

  it('refuses every other action, however it is asked for, and leaves the approval where it was', async () => {
    const users = { userIds: ['u-device'] };
    for (const [call, more] of [
      ['transfer', users],
      ['delegate', users],
      ['addSign', { ...users, place: 'before' }],
      ['cc', users],
      ['removeSign', { signers: ['x'] }],
    ] as const) {
      expect([call, (await bare.do('leader', call, more)).code]).toEqual([call, '403']);
    }
    for (const action of ['return', 'reject'] as const)
      expect([action, (await bare.act('leader', action, { opinion: '不行' })).code]).toEqual([action, '403']);
    expect((await bare.act('leader', 'approve', { cc: ['u-device'] })).code).toBe('403');
    const task = await bare.todo('leader');
    const batch = await (
      await clientOf(server, 'leader')
    ).post<{ isDone: boolean }[]>('/api/task/flow/task/batchApprove', { taskIds: [task?.taskId], opinion: '同意' });
    expect(batch.data.map(({ isDone }) => isDone)).toEqual([false]);
    const leader = recordsOf(await clientOf(server, 'leader'), 'bare');
    const { data } = await leader.get(bare.id);
    expect(
      (await leader.save({ id: bare.id, revision: data?.revision ?? 0, fieldsMap: { note: '记一笔' } })).code,
    ).toBe('403');
    expect([await bare.at(), await bare.holders(), (await leader.get(bare.id)).data.fieldsMap['note'] ?? '']).toEqual([
      'one',
      ['leader'],
      '',
    ]);
    expect((await bare.act('leader', 'approve')).code).toBe('1');
  });

  it('takes what it offers, and a copy only where that is offered to who holds the task', async () => {
    const mild = await begin(server, 'mild');
    const leader = recordsOf(await clientOf(server, 'leader'), 'mild');
    const { data } = await leader.get(mild.id);
    expect(
      (await leader.save({ id: mild.id, revision: data?.revision ?? 0, fieldsMap: { note: '记一笔' } })).code,
    ).toBe('1');
    expect((await mild.do('staff', 'cc', { userIds: ['u-device'] })).code).toBe('TASK_NOT_YOURS');
    expect((await mild.act('leader', 'return', { opinion: '退', target: 'apply' })).code).toBe('1');
  });
});
