import { afterAll, beforeAll, expect, it } from 'vitest';
import { formTopic } from '../../../src/domain/formTopic.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  for (const formKey of ['newsA', 'newsB']) {
    await admin.post('/api/system/frmDef/saveDraft', {
      formKey,
      definition: { formKey, formName: formKey, fields: [{ tag: 'el-input', __vModel__: 'name', label: '名称' }] },
    });
    expect((await admin.post('/api/system/frmDef/publish', { formKey, note: '测试' })).msg).toBe('发布成功');
  }
});
afterAll(() => server.dispose());

/** What an open page is told, until `isEnough` or twenty seconds. */
async function toldTo(client: Client, act: () => Promise<void>, isEnough: (text: string) => boolean): Promise<string> {
  const stop = new AbortController();
  const answer = await fetch(`${server.url}/api/system/events`, {
    headers: { authorization: `Bearer ${client.token}` },
    signal: stop.signal,
  });
  const timer = setTimeout(() => stop.abort(), 20_000);
  let text = '';
  try {
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    const readUntil = async (isThere: (found: string) => boolean): Promise<void> => {
      while (!isThere(text)) {
        const { value, done } = await reader.read();
        if (done) break;
        text += value;
      }
    };
    // from then on a page is told everything
    await readUntil((found) => found.includes('event: open'));
    await act();
    await readUntil(isEnough);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  clearTimeout(timer);
  stop.abort();
  return text;
}

it('writes of a form are told of together, reading a form is not', async () => {
  const text = await toldTo(
    admin,
    async () => {
      await admin.post('/api/system/frmCrud/list/newsB', { page: { pageNum: 1, pageSize: 10 } });
      for (let count = 0; count < 3; count += 1)
        expect(
          (await admin.post('/api/system/frmCrud/saveOrUpdate/newsA', { fieldsMap: { name: '一' }, childTables: {} }))
            .msg,
        ).toBe('保存成功');
    },
    (found) => found.includes(formTopic('newsA')),
  );
  expect(text.split(formTopic('newsA')).length - 1).toBe(1);
  expect(text).not.toContain(formTopic('newsB'));
});
