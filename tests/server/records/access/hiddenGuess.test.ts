import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

let server: TestServer;
let staff: Client;
let hr: Client;
const ARCHIVES = '/api/system/hr/userArchives';

beforeAll(async () => {
  server = await startTestServer();
  [staff, hr] = await Promise.all([server.api('staff'), server.api('hr')]);
});
afterAll(() => server.dispose());

it('what the own archive hides from its person is no answer to a guess, where they may correct it', async () => {
  const {
    data: {
      data: [own],
    },
  } = await staff.post<{ data: { contractNo: string }[] }>(`${ARCHIVES}/list`, {});
  expect(own?.contractNo).toBeTruthy();
  const { content } = await server.context.db
    .selectFrom('doc_version')
    .select('content')
    .where('kind', '=', 'form')
    .where('doc_key', '=', 'userFiles')
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow();
  const hidden = JSON.parse(content, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && (value as { __vModel__?: string }).__vModel__ === 'contractNo'
      ? { ...value, flowVisible: '0' }
      : value,
  ) as object;
  await publishForm(server.context, {
    formKey: 'userFiles',
    formName: '人事档案',
    definition: hidden,
    note: '',
    author,
  });
  expect((await hr.get(`${ARCHIVES}/setPersonalModify/1`)).code).toBe('1');
  expect((await staff.post<{ data: object[] }>(`${ARCHIVES}/list`, {})).data.data[0]).not.toHaveProperty('contractNo');

  const guess = (contractNo: string) =>
    staff.post(`${ARCHIVES}/qrSaveOrUpdate`, { address: '江城市新址 2 号', contractNo });
  for (const one of ['HT-0', own?.contractNo ?? ''])
    expect(await guess(one)).toMatchObject({ code: 'RECORD_FORBIDDEN' });
  expect(await staff.post(`${ARCHIVES}/qrSaveOrUpdate`, { address: '江城市新址 2 号' })).toMatchObject({ code: '1' });
});
