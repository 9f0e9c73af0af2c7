import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../../../src/server/flowDocuments/publishFlow.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, edge, FIELDS, flowFile, publishStory, task, type Story } from '../story.ts';
import { recordTable } from '../../../../src/server/records/columns/recordSource.ts';
import { sql } from 'kysely';

let server: TestServer;
let story: Story;
const KEY = 'kept';
const CALLS = [
  'system/frmCrud/getById/kept?id=',
  'task/flow/process/history?formKey=kept&recordId=',
  'task/flow/process/options?formKey=kept&recordId=',
  'task/flow/process/progress?formKey=kept&recordId=',
  'task/flow/process/pending?formKey=kept&recordId=',
  'task/flow/img/viewProcessImg?formKey=kept&recordId=',
];
const statuses = async (who: string): Promise<number[]> => {
  const client = await story.client(who);
  return Promise.all(CALLS.map(async (call) => (await client.get(`/api/${call}${story.id}`)).status));
};

/** Its keepers have the role; it is about the person in `checkers`. */
async function publish(access: object | undefined): Promise<void> {
  await publishForm(server.context, {
    formKey: KEY,
    formName: KEY,
    note: '',
    author,
    definition: { flowKey: KEY, fields: FIELDS, ...(access ? { access } : {}) },
  });
}

beforeAll(async () => {
  server = await startTestServer();
  await publishFlow(server.context, {
    xml: flowFile(KEY, `${task('one user hr')}${edge('f1', 'apply', 'one')}${edge('f2', 'one', 'e')}`),
    note: '',
    author,
  });
  await publish(undefined);
  story = await begin(server, KEY, { title: '事项', checkers: 'u-weizixuan' });
});
afterAll(() => server.dispose());

it('who got several copies reads by the node of the latest', async () => {
  const one = task('one user leader', '<sf:field key="note" visible="0"/>');
  await publishStory(
    server,
    'copies',
    flowFile(
      'copies',
      `${one}${task('two user hr')}${edge('f1', 'apply', 'one')}${edge('f2', 'one', 'two')}${edge('f3', 'two', 'e')}`,
    ),
  );
  const copied = await begin(server, 'copies', { title: '事项', note: '要紧' });
  const noteOfReader = async (): Promise<unknown> => {
    const { code, data } = await recordsOf(await copied.client('sealer'), 'copies').get(copied.id);
    return [code, data?.fieldsMap?.['note']];
  };
  await copied.do('leader', 'cc', { userIds: ['u-sealer'] });
  expect(await noteOfReader()).toEqual(['1', undefined]);
  await copied.act('leader', 'approve');
  await copied.do('hr', 'cc', { userIds: ['u-sealer'] });
  expect(await noteOfReader()).toEqual(['1', '要紧']);
});

it('the approval of a record is read by whoever may read the record, as the form published last says', async () => {
  expect(await statuses('sealer')).toEqual(CALLS.map(() => 404));
  await publish({ keeperRoles: ['staff'], ownerField: 'checkers' });
  // what the record's own version says is another matter
  await sql`update ${recordTable(KEY)} set version = 2 where id = ${story.id}`.execute(server.context.db);
  expect(await statuses('sealer')).toEqual(CALLS.map(() => 200));
  expect(await statuses('weizixuan')).toEqual(CALLS.map(() => 200));
  expect((await story.do('sealer', 'comment', { opinion: '请补充' })).code).toBe('1');
  await publish(undefined);
  await sql`update ${recordTable(KEY)} set version = 3 where id = ${story.id}`.execute(server.context.db);
  expect(await statuses('weizixuan')).toEqual(CALLS.map(() => 404));
  expect((await story.do('weizixuan', 'comment', { opinion: '请补充' })).code).toBe('404');
});
