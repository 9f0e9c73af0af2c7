import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MoveResult } from '../../../../src/server/approval/admin/moveInstances.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, FIELDS, flowFile, publishStory, task, type Story } from '../story.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

const HIDDEN = [...FIELDS, { tag: 'el-input', __vModel__: 'secret', label: '底价', flowEditable: '1' }];
const VALUES = { title: '事项', secret: '八十八' };
const FIRST = `${edge('f1', 'apply', 'a')}${task('a user hr', '<sf:field key="secret" visible="0"/>')}${edge('f2', 'a', 'b')}${task('b user manager')}${edge('f3', 'b', 'e')}`;
const SECOND = `${edge('f1', 'apply', 'b')}${task('b user manager')}${edge('f3', 'b', 'e')}`;
const error = (name: string) =>
  expect.objectContaining({ level: 'error', detail: expect.stringContaining(`“${name}”在目标版本中`) });

const instanceOf = async (story: Story): Promise<string> =>
  (
    await server.context.db
      .selectFrom('flw_instance')
      .select('id')
      .where('record_id', '=', story.id)
      .executeTakeFirstOrThrow()
  ).id;
async function move(story: Story, flowVersion: number): Promise<MoveResult | undefined> {
  return (
    await (
      await clientOf(server, 'admin')
    ).post<MoveResult[]>('/api/task/flow/admin/move', {
      instanceIds: [await instanceOf(story)],
      flowVersion,
      reason: '改制',
    })
  ).data[0];
}

/** A process on its way from `a` to `b`, and a second version of its flow. */
async function onTheWay(key: string, second: string): Promise<Story> {
  await publishStory(server, key, flowFile(key, FIRST), HIDDEN);
  const story = await begin(server, key, VALUES);
  expect((await story.act('hr', 'approve', { cc: ['u-sealer'] })).code).toBe('1');
  await publishStory(server, key, second, HIDDEN);
  return story;
}

it.each([
  ['the step is not there any more', SECOND, 'a'],
  [
    'the step is there and nothing of who sees what in it',
    `${SECOND.replace('"apply" targetRef="b"', '"apply" targetRef="a"')}<manualTask id="a" name="a"/>${edge('f2', 'a', 'b')}`,
    'a',
  ],
  ['the applicant’s task is another', SECOND.replaceAll('"apply"', '"apply2"'), 'apply'],
])('a process is not moved to a version where somebody’s done step is gone: %s', async (title, second, name) => {
  const key = `gone${name}${second.includes('manualTask') ? 'Kind' : ''}`;
  const story = await onTheWay(
    key,
    name === 'apply' ? flowFile(key, second).replaceAll('"apply"', '"apply2"') : flowFile(key, second),
  );
  const moved = await move(story, 2);
  expect([title, moved?.isMoved, moved?.misfits]).toEqual([title, false, expect.arrayContaining([error(name)])]);
  expect(
    (
      await story
        .client('hr')
        .then((hr) => hr.get<{ fieldsMap: object }>(`/api/system/frmCrud/getById/${key}?id=${story.id}`))
    ).data.fieldsMap,
  ).toMatchObject({ title: '事项' });
});

it('nor where the event is gone by whose rules somebody reads who may tell a message', async () => {
  const event = `<boundaryEvent id="told" name="到货" attachedToRef="b" cancelActivity="false"><extensionElements><sf:candidates type="user" value="sealer"/><sf:field key="secret" visible="0"/></extensionElements><messageEventDefinition messageRef="m"/></boundaryEvent><endEvent id="e2"/>${edge('f9', 'told', 'e2')}`;
  await publishStory(server, 'goneEvent', flowFile('goneEvent', `${SECOND}${event}`), HIDDEN);
  const story = await begin(server, 'goneEvent', VALUES);
  await publishStory(server, 'goneEvent', flowFile('goneEvent', SECOND), HIDDEN);
  expect(await move(story, 2)).toMatchObject({ isMoved: false, misfits: expect.arrayContaining([error('到货')]) });
});

it('who acted at a step that a move took away reads on without what any step hid, and everything as before once it is back', async () => {
  const story = await onTheWay('moved', flowFile('moved', SECOND));
  // as a server did that asked only where the process stands
  await server.context.db
    .updateTable('flw_instance')
    .set({ flow_version: 2 })
    .where('id', '=', await instanceOf(story))
    .execute();
  for (const who of ['hr', 'sealer']) {
    const client = await story.client(who);
    const read = await client.get<{ fieldsMap: object }>(`/api/system/frmCrud/getById/moved?id=${story.id}`);
    expect([who, read.code, read.data.fieldsMap]).toEqual([who, '1', {}]);
    expect((await client.get(`/api/system/frmCrud/history/moved?id=${story.id}`)).code).toBe('1');
    const list = await client.post<{ data: { id: string; fieldsMap: object }[] }>('/api/system/frmCrud/list/moved', {});
    expect([list.code, list.data.data.find(({ id }) => id === story.id)?.fieldsMap]).toEqual(['1', {}]);
  }
  expect(await move(story, 1)).toMatchObject({ isMoved: true });
  const { data } = await (
    await story.client('hr')
  ).get<{ fieldsMap: object }>(`/api/system/frmCrud/getById/moved?id=${story.id}`);
  expect(data.fieldsMap).toMatchObject({ title: '事项' });
  expect(data.fieldsMap).not.toHaveProperty('secret');
});
