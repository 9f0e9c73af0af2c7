import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, flowFile, publishStory, task } from '../story.ts';
import { recordsOf, tasksOf } from '../../support/sealDemo.ts';

let server: TestServer;
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

beforeAll(async () => {
  server = await startTestServer();
  await publishStory(
    server,
    'signed',
    flowFile(
      'signed',
      `${task('sign user u-leader', '<sf:settings signature="1"/><sf:cc type="user" value="u-device"/>')}${task('last user u-hr')}${edge('f1', 'apply', 'sign')}${edge('f2', 'sign', 'last')}${edge('f3', 'last', 'e')}`,
    ),
  );
});
afterAll(() => server.dispose());

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
