import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishFlow } from '../../../../src/server/flowDocuments/publishFlow.ts';
import { author } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { edge, FIELDS, flowFile, publishStory, task } from '../../approval/story.ts';

interface Listed {
  data: { id: string }[];
  page: { total: number };
}
type Definition = Record<string, unknown> & { access?: object };

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

const CRUD = '/api/system/frmCrud';
const ARCHIVE = 'userFiles-0009';
const total = async (client: Client, formKey: string): Promise<number> =>
  (await client.post<Listed>(`${CRUD}/list/${formKey}`, {})).data.page.total;

async function publish(formKey: string, definition: object): Promise<void> {
  expect((await admin.post('/api/system/frmDef/saveDraft', { formKey, formName: formKey, definition })).code).toBe('1');
  const call = (acknowledged: string) =>
    admin.post<{ impact?: { seen: string } } | null>('/api/system/frmDef/publish', { formKey, note: '', acknowledged });
  const told = await call('');
  // what it does to stored records is confirmed
  const { code } = told.code === 'DOC_IMPACT' ? await call(told.data?.impact?.seen ?? '') : told;
  expect(code).toBe('1');
}

/** What counts since the first publication is the grid of roles; `access` fills it once. */
async function give(code: string, formKey: string, rights: readonly string[]): Promise<void> {
  const body = { code, forms: [{ formKey, rights }] };
  expect((await admin.post('/api/system/sys/role/saveGrid', body)).code).toBe('1');
}
const EVERYBODY = { createRoles: ['*'] };
const KEEPING = ['see', 'create', 'editOwn', 'editAll', 'delete', 'import', 'export', 'print'];

/** Every call that answers what a record holds, or what hangs on it, and what each says to this person. */
async function reads(client: Client, formKey: string, id: string): Promise<Record<string, string>> {
  const answers = await Promise.all(
    [
      `${CRUD}/getById/${formKey}?id=${id}`,
      `${CRUD}/getRevision/${formKey}?id=${id}&revision=1`,
      `${CRUD}/history/${formKey}?id=${id}`,
      `/api/file/att/listByBusIdAndType?busId=${id}&busType=${formKey}`,
      `/api/task/flow/process/history?formKey=${formKey}&recordId=${id}`,
    ].map(async (path) => [path.split('?')[0] ?? path, (await client.get(path)).code] as const),
  );
  return Object.fromEntries(answers);
}
const all = (codes: Record<string, string>): string[] => [...new Set(Object.values(codes))];

async function uploaded(client: Client): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob(['hello'], { type: 'text/plain' }), 'note.txt');
  return (await client.post<{ id: string }>('/api/file/sys/file/upload', form)).data.id;
}
const attach = async (client: Client): Promise<string> =>
  (
    await client.post('/api/file/attBusi/insertAtt', {
      busId: ARCHIVE,
      busType: 'userFiles',
      attId: await uploaded(client),
    })
  ).code;

describe('who may read a record, by the version of its form that is published', () => {
  it('takes from former keepers and leaders every way to a record, and gives the new keepers all of them', async () => {
    const [former, leader, keeper, owner] = (await Promise.all(
      ['duruoxi', 'dengguoqiang', 'panyuhan', 'staff'].map((who) => server.api(who)),
    )) as [Client, Client, Client, Client];
    const ids = async (): Promise<string[]> =>
      (await leader.post<Listed>(`${CRUD}/list/userFiles`, {})).data.data.map(({ id }) => id);
    const led = await ids();
    expect(led.length).toBeGreaterThan(1);
    const attId = await uploaded(former);
    expect(
      (await former.post('/api/file/attBusi/insertAtt', { busId: ARCHIVE, busType: 'userFiles', attId })).code,
    ).toBe('1');
    const { data: before } = await admin.get<Definition>('/api/system/frmDef/getDraft?formKey=userFiles');
    await publish('userFiles', { ...before, access: { keeperRoles: ['finance'], ownerField: 'userId' } });
    await give('hr', 'userFiles', []);
    await give('finance', 'userFiles', KEEPING);

    expect(await total(former, 'userFiles')).toBe(1);
    expect(all(await reads(former, 'userFiles', ARCHIVE))).toEqual(['404']);
    const own = await ids();
    expect(own).toHaveLength(1);
    for (const id of led)
      expect((await leader.get(`${CRUD}/getById/userFiles?id=${id}`)).code).toBe(own.includes(id) ? '1' : '404');
    expect((await former.get(`/api/system/hr/userArchives/exportArchivesWord?id=${ARCHIVE}`)).status).toBe(404);
    expect(await attach(former)).toBe('404');

    expect(await total(keeper, 'userFiles')).toBe(54);
    expect(all(await reads(keeper, 'userFiles', ARCHIVE))).toEqual(['1']);
    expect(await attach(keeper)).toBe('1');
    // the file area finds it by the record it hangs on
    expect((await keeper.get(`/api/file/sys/file/download/${attId}`)).status).toBe(200);
    expect((await owner.get(`${CRUD}/getById/userFiles?id=userFiles-0002`)).code).toBe('1');
    await publish('userFiles', before);
    await give('hr', 'userFiles', KEEPING);
    await give('finance', 'userFiles', []);
    expect(all(await reads(former, 'userFiles', ARCHIVE))).toEqual(['1']);
    expect(all(await reads(keeper, 'userFiles', ARCHIVE))).toEqual(['404']);
  });

  it('is one answer of list and record, too, where a form loses its process or is given one', async () => {
    const [staff, manager] = [await server.api('staff'), await server.api('manager')];
    const fields = [{ tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', flowEditable: '1' }];
    await publishStory(
      server,
      'losesFlow',
      flowFile('losesFlow', `${task('last user u-hr')}${edge('f1', 'apply', 'last')}${edge('f3', 'last', 'e')}`),
      fields,
    );
    const { data: draft } = await staff.post<{ id: string }>(`${CRUD}/saveOrUpdate/losesFlow`, {
      fieldsMap: { title: '草稿' },
      childTables: {},
    });
    expect([await total(manager, 'losesFlow'), ...all(await reads(manager, 'losesFlow', draft.id))]).toEqual([
      0,
      '404',
    ]);
    await publish('losesFlow', { formName: 'losesFlow', access: EVERYBODY, fields });
    expect([await total(manager, 'losesFlow'), ...all(await reads(manager, 'losesFlow', draft.id))]).toEqual([1, '1']);

    await publish('gainsFlow', { formName: 'gainsFlow', access: EVERYBODY, fields });
    const { data: inForce } = await staff.post<{ id: string }>(`${CRUD}/saveOrUpdate/gainsFlow`, {
      fieldsMap: { title: '在用' },
      childTables: {},
    });
    expect([await total(manager, 'gainsFlow'), ...all(await reads(manager, 'gainsFlow', inForce.id))]).toEqual([
      1,
      '1',
    ]);
    await publish('gainsFlow', { formName: 'gainsFlow', flowKey: 'losesFlow', access: EVERYBODY, fields });
    // what was entered before counts as finished (EFF-007), so it stays where it was
    expect([await total(manager, 'gainsFlow'), ...all(await reads(manager, 'gainsFlow', inForce.id))]).toEqual([
      1,
      '1',
    ]);
    expect(all(await reads(staff, 'gainsFlow', inForce.id))).toEqual(['1']);
  });

  it('lists to the person whom a record is about what was submitted, and no draft of somebody else', async () => {
    const [keeper, person] = [await server.api('hr'), await server.api('weizixuan')];
    const body = `${task('last user u-manager')}${edge('f1', 'apply', 'last')}${edge('f3', 'last', 'e')}`;
    await publishFlow(server.context, { xml: flowFile('aboutPeople', body), note: '', author });
    await publish('aboutPeople', {
      formName: 'aboutPeople',
      flowKey: 'aboutPeople',
      access: { keeperRoles: ['hr'], ownerField: 'checkers' },
      fields: FIELDS,
    });
    const values = { fieldsMap: { title: '谈话', checkers: 'u-weizixuan' }, childTables: {} };
    const { data: draft } = await keeper.post<{ id: string; revision: number }>(
      `${CRUD}/saveOrUpdate/aboutPeople`,
      values,
    );
    expect([await total(person, 'aboutPeople'), ...all(await reads(person, 'aboutPeople', draft.id))]).toEqual([
      0,
      '404',
    ]);
    const record = { ...values, id: draft.id, revision: draft.revision };
    const submitted = await keeper.post(`${CRUD}/runProcess/aboutPeople`, { record, action: 'submit' });
    expect(submitted.code, submitted.msg).toBe('1');
    expect(await total(person, 'aboutPeople')).toBe(1);
    expect((await person.get(`${CRUD}/getById/aboutPeople?id=${draft.id}`)).code).toBe('1');
  });
});
