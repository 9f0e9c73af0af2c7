import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { publishFlow } from '../../../../src/server/flowDocuments/publishFlow.ts';
import { author, publishFields, recordsOf } from '../../support/sealDemo.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../support.ts';
import { edge, FIELDS, flowFile, publishStory, task } from '../../approval/story.ts';
import { loadForm } from '../../../../src/server/documents/index.ts';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { loadOldRuleConditions } from '../../../../src/server/records/access/oldRules.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
let hr: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff, hr] = await Promise.all([server.api('admin'), server.api('staff'), server.api('hr')]);
});
afterAll(() => server.dispose());

interface Listed {
  data: { id: string }[];
  page: { total: number };
}

type Definition = Record<string, unknown> & { access?: object };

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

interface Paged {
  data: { id: string; title: string; fieldsMap: Record<string, unknown> }[];
  page: { total: number };
}

const ask = (client: Client, key: string, data: object): Promise<Answer<Paged>> =>
  client.post<Paged>(`/api/system/frmCrud/list/${key}`, { data, page: { pageNum: 1, pageSize: 20 } });

const found = async (client: Client, key: string, data: object): Promise<string[]> =>
  (await ask(client, key, data)).data.data.map(({ title }) => title);

const fields = (more: object = {}) => [
  { tag: 'el-input', __vModel__: 'title', label: '事由', isTitle: '1', isList: '1' },
  { tag: 'el-input', __vModel__: 'bid', label: '底价', isList: '1', isSearch: '1', ...more },
  { tag: 'el-input-number', __vModel__: 'price', label: '价格', isList: '1', isSearch: '1', ...more },
  {
    tag: 'el-checkbox-group',
    __vModel__: 'kinds',
    label: '类别',
    isList: '1',
    isSearch: '1',
    ...more,
    options: [{ label: '甲', value: 'a' }],
  },
];

const flow = (hidden: string) =>
  flowFile('opened', `${task('check user u-hr', hidden)}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`);

/** The applicant fills in what the form hides from everybody else. */
const ownFields = (xml: string): string =>
  xml.replace(
    '<sf:candidates type="initiator"/>',
    `<sf:candidates type="initiator"/>${['bid', 'price', 'kinds'].map((key) => `<sf:field key="${key}" visible="1" editable="1"/>`).join('')}`,
  );

const HIDDEN = ['bid', 'price', 'kinds'].map((key) => `<sf:field key="${key}" visible="0"/>`).join('');

const begin = async (key: string, title: string, price: number): Promise<void> => {
  const { code, msg } = await recordsOf(staff, key).run(
    { fieldsMap: { title, bid: `价${price}`, price, kinds: ['a'] }, childTables: {} } as never,
    'submit',
  );
  expect(code, msg).toBe('1');
};

const GUESSES: object[] = [
  { conditions: [{ field: 'bid', op: 'eq', value: '价88' }] },
  { conditions: [{ field: 'bid', op: 'contains', value: '88' }] },
  { conditions: [{ field: 'bid', op: 'in', value: ['价88', 'x'] }] },
  { conditions: [{ field: 'price', op: 'gte', value: 80 }] },
  { conditions: [{ field: 'price', op: 'range', value: [80, 90] }] },
  { conditions: [{ field: 'kinds', op: 'eq', value: 'a' }] },
  { keyword: '价88' },
];

it.each(['process', 'form'])(
  'what an earlier version of the %s hid stays hidden in what runs by it: no filter finds it and no order tells it',
  async (which) => {
    const key = which === 'process' ? 'opened' : 'shown';
    if (which === 'process') await publishStory(server, key, flow(HIDDEN), fields());
    else {
      await publishFlow(server.context, { xml: ownFields(flow('')), note: '', author });
      await publishForm(server.context, {
        formKey: key,
        formName: key,
        definition: { flowKey: 'opened', fields: fields({ flowVisible: '0' }) },
        note: '',
        author,
      });
    }
    await begin(key, '旧甲', 88);
    await begin(key, '旧乙', 11);
    if (which === 'process') await publishFlow(server.context, { xml: flow(''), note: '', author });
    await publishForm(server.context, {
      formKey: key,
      formName: key,
      definition: { flowKey: 'opened', fields: fields() },
      note: '',
      author,
    });
    await begin(key, '新', 50);

    // what runs by the new version answers
    expect(await found(hr, key, { conditions: [{ field: 'price', op: 'lte', value: 60 }] })).toEqual(['新']);
    for (const guess of GUESSES) expect(await found(hr, key, guess), JSON.stringify(guess)).not.toContain('旧甲');
    const orders = await Promise.all(
      ['asc', 'desc'].map((order) => found(hr, key, { sort: { field: 'price', order } })),
    );
    // the old ones stand together, one way round and the other, whatever they hold
    expect(orders.map((titles) => titles.filter((title) => title !== '新'))).toEqual([
      ['旧甲', '旧乙'],
      ['旧乙', '旧甲'],
    ]);
    const exported = await hr.post(`/api/system/frmCrud/exportRows/${key}`, {
      data: { conditions: [{ field: 'price', op: 'gte', value: 80 }] },
    });
    expect(exported.headers.get('x-row-count')).toBe('0');
    // a map counts only what its conditions list
    const areas = await hr.post(`/api/system/relation/areas/${key}`, { field: 'bid', data: {} });
    expect(areas.data).toEqual({ areas: [], rest: 1, empty: 0 });
    expect(await found(admin, key, { conditions: [{ field: 'price', op: 'gte', value: 80 }] })).toEqual(['旧甲']);
  },
);

it('the records behind a roll-up do not tell what an earlier version of their form hid from the person', async () => {
  const paid = (more: object) =>
    publishForm(server.context, {
      formKey: 'rolledPaid',
      formName: 'rolledPaid',
      definition: {
        flowKey: 'rolledFlow',
        fields: [{ tag: 'recordSelector', __vModel__: 'deal', label: '合同', to: 'rolledDeal' }, ...fields(more)],
      },
      note: '',
      author,
    });
  const deal = (more: object[]) =>
    publishFields(server, 'rolledDeal', [
      { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
      ...more,
    ]);
  await deal([]);
  await publishFlow(server.context, {
    xml: ownFields(flow('')).replaceAll('"opened"', '"rolledFlow"').replaceAll('u-hr', 'u-leader'),
    note: '',
    author,
  });
  await paid({ flowVisible: '0' });
  const rollup = { from: 'rolledPaid', via: 'deal', fn: 'count', where: "it.price >= 80 && it.flwState != '4'" };
  await deal([{ tag: 'el-input-number', __vModel__: 'dear', label: '高价', precision: 0, rollup }]);
  const { data } = await recordsOf(staff, 'rolledDeal').save({ fieldsMap: { name: '合同' } });
  const pay = async (title: string, price: number): Promise<void> => {
    const values = { fieldsMap: { title, bid: 'x', price, deal: data.id }, childTables: {} };
    const { code, msg } = await recordsOf(staff, 'rolledPaid').run(values as never, 'submit');
    expect(code, msg).toBe('1');
  };
  await pay('旧', 88);
  await paid({});
  await pay('新', 90);
  await pay('便宜', 10);
  const behind = async (client: Client) => {
    const answer = await client.post<{ rows: { title: string }[] }>('/api/system/relation/behind/rolledPaid', {
      data: { behind: { rollup: { formKey: 'rolledDeal', field: 'dear', id: data.id } } },
    });
    expect(answer.code, answer.msg).toBe('1');
    return answer.data.rows.map(({ title }) => title);
  };
  expect(await behind(admin)).toEqual(['新', '旧']);
  expect(await behind(await server.api('leader'))).toEqual(['新']);
});

it('what earlier versions hide is looked up again a minute after it was, also while it is asked for all the time', async () => {
  const key = 'minute';
  const publish = (more: object) =>
    publishForm(server.context, {
      formKey: key,
      formName: key,
      definition: { flowKey: 'minuteFlow', fields: fields(more) },
      note: '',
      author,
    });
  await publishFlow(server.context, {
    xml: ownFields(flow('')).replaceAll('"opened"', '"minuteFlow"'),
    note: '',
    author,
  });
  await publish({ flowVisible: '0' });
  await begin(key, '旧', 88);
  await publish({});
  const loaded = await loadForm(server.context, server.context.db, key);
  const isHidden = async (): Promise<boolean> =>
    (await loadOldRuleConditions(server.context, server.context.db, key, { ...loaded, flow: null }))('price') !== null;
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now');
  try {
    clock.mockReturnValue(now);
    expect(await isHidden()).toBe(true);
    await server.context.db.updateTable('flw_instance').set({ form_version: 2 }).where('form_key', '=', key).execute();
    clock.mockReturnValue(now + 40_000);
    expect(await isHidden()).toBe(true);
    clock.mockReturnValue(now + 70_000);
    expect(await isHidden()).toBe(false);
  } finally {
    clock.mockRestore();
  }
});
