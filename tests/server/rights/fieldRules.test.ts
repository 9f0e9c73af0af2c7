import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishDataset } from '../../../src/server/datasets/index.ts';
import { continueTitleRecomputation } from '../../../src/server/records/index.ts';
import { RECORD_OPERATIONS, type RecordOperation } from '../../../src/server/rights/index.ts';
import { author } from '../support/sealDemo.ts';
import { BASE, FORM, POINTING } from './ruledForms.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const SECRET = '绝密七号';
const AMOUNT = 778899;
const RIGHTS = ['see', 'create', 'editOwn', 'editAll', 'delete', 'import', 'export', 'print'];
const CRUD = '/api/system/frmCrud';

let server: TestServer;
let admin: Client;
let staff: Client;
let id: string;
let file: string;
/** What the record points at. */
let base: string;

async function publish(formKey: string, definition: object): Promise<void> {
  expect((await admin.post('/api/system/frmDef/saveDraft', { formKey, formName: formKey, definition })).code).toBe('1');
  expect((await admin.post('/api/system/frmDef/publish', { formKey, note: '' })).code).toBe('1');
}
const give = (code: string, formKey: string, rights: readonly string[], rules: object = {}) =>
  admin.post('/api/system/sys/role/saveGrid', { code, forms: [{ formKey, rights, ...rules }] });
const HIDDEN = { hidden: ['secret', 'amount', 'scan', 'lines.price'], locked: ['remark'] };
const free = (): Promise<unknown> => give('staff', 'ruled', RIGHTS, { hidden: [], locked: [] });
const ruled = (): Promise<unknown> => give('staff', 'ruled', RIGHTS, HIDDEN);

async function sheet(client: Client, url: string, body: object): Promise<string> {
  const response = await fetch(`${server.url}${url}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const book = read(bytes);
  return JSON.stringify(book.SheetNames.map((name) => utils.sheet_to_json(book.Sheets[name]!, { header: 1 })));
}
const said = async (call: Promise<{ code: string; msg: string; data: unknown }>): Promise<string> => {
  const { code, msg, data } = await call;
  return JSON.stringify({ code, msg, data });
};
const run = (client: Client, question: object): Promise<string> =>
  said(client.post('/api/system/dataset/run', { questions: [question] }));

beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
  await publish('ruledBase', BASE);
  await publish('ruled', FORM);
  await publish('pointing', POINTING);
  await free();
  await give('staff', 'pointing', RIGHTS);
  await give('staff', 'ruledBase', RIGHTS);
  const upload = new FormData();
  upload.append('file', new Blob(['扫描'], { type: 'text/plain' }), '扫描.txt');
  file = (await admin.post<{ id: string }>('/api/file/sys/file/upload', upload)).data.id;
  // of somebody else of the unit, so that nothing is read as one's own upload
  await admin.post('/api/system/sys/roleScope/save', { code: 'staff', scope: 'all', forms: [] });
  const save = async (formKey: string, fieldsMap: object): Promise<string> =>
    (await admin.post<{ id: string }>(`${CRUD}/saveOrUpdate/${formKey}`, { fieldsMap, childTables: {} })).data.id;
  base = await save('ruledBase', { name: '依据一' });
  const saved = await admin.post<{ id: string }>(`${CRUD}/saveOrUpdate/ruled`, {
    fieldsMap: { title: '甲号', secret: SECRET, amount: AMOUNT, remark: '原备注', scan: file, base },
    childTables: { lines: [{ id: 'r1', fieldsMap: { item: '一项', price: 445566 } }] },
  });
  expect(saved.code, saved.msg).toBe('1');
  id = saved.data.id;
  const first = {
    id,
    revision: 1,
    fieldsMap: { title: '甲号', secret: '先前的', amount: AMOUNT, remark: '原备注', scan: file, base },
  };
  const rows = [{ id: 'r1', fieldsMap: { item: '一项', price: 445566 } }];
  const again = await admin.post<{ revision: number }>(`${CRUD}/saveOrUpdate/ruled`, {
    ...first,
    childTables: { lines: rows },
  });
  await admin.post(`${CRUD}/saveOrUpdate/ruled`, {
    ...first,
    revision: again.data.revision,
    fieldsMap: { ...first.fieldsMap, secret: SECRET },
    childTables: { lines: rows },
  });
  await publishDataset(server.context, {
    datasetKey: 'ruledFigures',
    definition: {
      datasetKey: 'ruledFigures',
      name: '受限统计',
      from: 'ruled',
      groupBy: [{ key: 'secret', of: 'secret' }],
      measures: [{ key: 'total', fn: 'sum', of: 'amount' }],
    },
    note: '',
    author,
  });
});
afterAll(() => server.dispose());

interface Probe {
  way: RecordOperation | 'dataset' | 'relation';
  what: string;
  /** Everything that the way answers, as text. */
  ask(): Promise<string>;
  /** What stands in it where no rule holds. */
  shows: string;
}

const NUMBER = String(AMOUNT);
/** Every way a record leaves, with the value that it shows to whom nothing is hidden. */
const LEAVING: readonly Probe[] = [
  { way: 'list', what: 'values', shows: NUMBER, ask: () => said(staff.post(`${CRUD}/list/ruled`, {})) },
  { way: 'list', what: 'titles', shows: SECRET, ask: () => said(staff.post(`${CRUD}/list/ruled`, {})) },
  { way: 'list', what: 'whole unit', shows: NUMBER, ask: () => said(staff.post(`${CRUD}/listNoAuth/ruled`, {})) },
  {
    way: 'list',
    what: 'condition',
    shows: id_(),
    ask: () =>
      said(staff.post(`${CRUD}/list/ruled`, { data: { conditions: [{ field: 'amount', op: 'gte', value: 1 }] } })),
  },
  {
    way: 'list',
    what: 'order',
    shows: id_(),
    ask: () => said(staff.post(`${CRUD}/list/ruled`, { data: { sort: { field: 'amount', order: 'asc' } } })),
  },
  {
    way: 'search',
    what: 'keyword',
    shows: id_(),
    ask: () => said(staff.post(`${CRUD}/list/ruled`, { data: { keyword: SECRET } })),
  },
  {
    way: 'search',
    what: 'all forms',
    shows: id_(),
    ask: () => said(staff.get(`/api/system/search/records?text=${encodeURIComponent(SECRET)}`)),
  },
  { way: 'detail', what: 'values', shows: NUMBER, ask: () => said(staff.get(`${CRUD}/getById/ruled?id=${id}`)) },
  { way: 'detail', what: 'cells', shows: '445566', ask: () => said(staff.get(`${CRUD}/getById/ruled?id=${id}`)) },
  // paper is drawn from what the detail answers
  { way: 'print', what: 'title', shows: SECRET, ask: () => said(staff.get(`${CRUD}/getById/ruled?id=${id}`)) },
  {
    way: 'history',
    what: 'revision',
    shows: NUMBER,
    ask: () => said(staff.get(`${CRUD}/getRevision/ruled?id=${id}&revision=1`)),
  },
  { way: 'history', what: 'changes', shows: SECRET, ask: () => said(staff.get(`${CRUD}/history/ruled?id=${id}`)) },
  {
    way: 'export',
    what: 'values',
    shows: NUMBER,
    ask: () => sheet(staff, `${CRUD}/exportRows/ruled`, {}),
  },
  { way: 'export', what: 'heading', shows: '密语', ask: () => sheet(staff, `${CRUD}/exportRows/ruled`, {}) },
  {
    way: 'sum',
    what: 'foot of a list',
    shows: NUMBER,
    ask: () => said(staff.post('/api/system/relation/sums/ruled', { fields: ['amount'] })),
  },
  {
    way: 'options',
    what: 'candidates',
    shows: SECRET,
    ask: () => said(staff.post('/api/system/relation/candidates/ruled', {})),
  },
  {
    way: 'options',
    what: 'values that a relation fills in',
    shows: SECRET,
    ask: () => said(staff.post('/api/system/relation/values/ruled', { id, fill: { copied: { name: 'secret' } } })),
  },
  {
    way: 'relation',
    what: 'titles',
    shows: SECRET,
    ask: () => said(staff.post('/api/system/relation/readable/ruled', { ids: [id] })),
  },
  {
    way: 'chain',
    what: 'title of what it hangs on',
    shows: SECRET,
    // the label of a relation is a text of the record that points, so that one must not be found by other probes
    ask: async () => {
      const pointing = await admin.post<{ id: string }>(`${CRUD}/saveOrUpdate/pointing`, {
        fieldsMap: { name: '引用一', to: id },
        childTables: {},
      });
      const told = await said(staff.post(`${CRUD}/chain/pointing`, { id: pointing.data.id }));
      await admin.get(`${CRUD}/removeById/pointing?id=${pointing.data.id}`);
      return told;
    },
  },
  {
    way: 'chain',
    what: 'amounts of what hangs on it',
    shows: NUMBER,
    ask: () => said(staff.post(`${CRUD}/chain/ruledBase`, { id: base })),
  },
  { way: 'dataset', what: 'group', shows: SECRET, ask: () => run(staff, { datasetKey: 'ruledFigures' }) },
  { way: 'dataset', what: 'measure', shows: NUMBER, ask: () => run(staff, { datasetKey: 'ruledFigures' }) },
  {
    way: 'file',
    what: 'download',
    shows: '200',
    ask: async () => String((await staff.get(`/api/file/sys/file/download/${file}`)).status),
  },
  {
    way: 'unique',
    what: 'guess',
    shows: 'isFree',
    ask: () => said(staff.post(`${CRUD}/checkUnique/ruled`, { field: 'secret', value: SECRET })),
  },
];
/** The record's id is only known when the tests run. */
function id_(): string {
  return '"id"';
}

/** Ways that answer no value of a record: another test, or the reason. */
const OTHERS: Partial<Record<RecordOperation, string>> = {
  create: 'below: what comes in',
  save: 'below: what comes in',
  act: 'effects act in the name of the published document',
  import: 'below: what comes in',
  importState: 'counts and messages alone',
  news: 'carries ids alone',
  rights: 'carries no record',
  comment: 'carries what people write, no value of the record',
  timeline: 'tests/server/recordPages: names no change of a field that is hidden',
  delete: 'answers nothing',
};

describe('a field that a role never sees', () => {
  it('has a probe, or a reason, for every way of the table', () => {
    const tried = new Set<string>([...LEAVING.map(({ way }) => way), ...Object.keys(OTHERS)]);
    expect(Object.keys(RECORD_OPERATIONS).filter((way) => !tried.has(way))).toEqual([]);
  });

  it.each(LEAVING)('leaves by no “$way” ($what)', async ({ ask, shows }) => {
    await free();
    expect(await ask()).toContain(shows);
    await ruled();
    expect(await ask()).not.toContain(shows);
  });

  it('is named in the refusal of a question by it', async () => {
    await ruled();
    const answer = await staff.post(`${CRUD}/list/ruled`, { data: { sort: { field: 'amount', order: 'asc' } } });
    expect(answer).toMatchObject({ code: 'REQUEST_INVALID', msg: expect.stringContaining('amount') as string });
  });

  it('is seen by another role of the same form, and by whom another of their roles shows it', async () => {
    await ruled();
    await give('hr', 'ruled', ['see'], { hidden: [], locked: [] });
    await admin.post('/api/system/sys/roleScope/save', { code: 'hr', scope: 'all', forms: [] });
    const hr = await server.api('hr');
    expect(await said(hr.get(`${CRUD}/getById/ruled?id=${id}`))).toContain(NUMBER);
    const add = { code: 'hr', kind: 'user', ids: [(await who(staff)).id] };
    expect((await admin.post('/api/system/sys/role/addMembers', add)).code).toBe('1');
    expect(await said(staff.get(`${CRUD}/getById/ruled?id=${id}`))).toContain(NUMBER);
    await admin.post('/api/system/sys/role/removeMember', { code: 'hr', kind: 'user', memberId: add.ids[0] });
    expect(await said(staff.get(`${CRUD}/getById/ruled?id=${id}`))).not.toContain(NUMBER);
  });

  it('is told to the page, so that it shows neither field nor column', async () => {
    await ruled();
    expect((await who(staff)).fieldRules).toEqual({
      ruled: { hidden: [...HIDDEN.hidden].sort(), locked: [...HIDDEN.hidden, 'remark'].sort() },
    });
    expect((await who(admin)).fieldRules).toEqual({});
  });

  it('stands in titles again once no role is kept from it', async () => {
    await ruled();
    await continueTitleRecomputation(server.context);
    expect(await said(admin.get(`${CRUD}/getById/ruled?id=${id}`))).toContain('"title":"甲号"');
    await free();
    expect(await said(staff.get(`${CRUD}/getById/ruled?id=${id}`))).toContain(`"title":"甲号 ${SECRET}"`);
  });
});

const who = async (client: Client): Promise<{ id: string; fieldRules: object }> =>
  (await client.get<{ id: string; fieldRules: object }>('/api/auth/oauth/getCurrentUser')).data;
const stored = async (): Promise<{ fieldsMap: Record<string, unknown>; revision: number; childTables: object }> =>
  (await admin.get<never>(`${CRUD}/getById/ruled?id=${id}`)).data;

describe('what comes in', () => {
  it.each([
    ['a hidden field', { secret: '猜的' }],
    ['a hidden number', { amount: 1 }],
    ['a locked field', { remark: '改过的备注' }],
  ])('%s is refused in a save', async (_name, change) => {
    await ruled();
    const { fieldsMap, revision, childTables } = (
      await staff.get<{ fieldsMap: object; revision: number; childTables: object }>(`${CRUD}/getById/ruled?id=${id}`)
    ).data;
    const body = { id, revision, fieldsMap: { ...fieldsMap, ...change }, childTables };
    expect((await staff.post(`${CRUD}/saveOrUpdate/ruled`, body)).code).toBe('RECORD_FORBIDDEN');
    expect((await stored()).fieldsMap).toMatchObject({ secret: SECRET, amount: AMOUNT, remark: '原备注' });
  });

  it('a save of what they see keeps what they do not see, cells of rows included', async () => {
    await ruled();
    const { data } = await staff.get<{ fieldsMap: object; revision: number; childTables: object }>(
      `${CRUD}/getById/ruled?id=${id}`,
    );
    const body = {
      id,
      revision: data.revision,
      fieldsMap: { ...data.fieldsMap, title: '乙号' },
      childTables: data.childTables,
    };
    expect(await staff.post(`${CRUD}/saveOrUpdate/ruled`, body)).toMatchObject({ code: '1' });
    const kept = await stored();
    expect(kept.fieldsMap).toMatchObject({ title: '乙号', secret: SECRET, amount: AMOUNT });
    expect(JSON.stringify(kept.childTables)).toContain('445566');
  });

  it('a new record takes no value of a closed field', async () => {
    await ruled();
    const save = (fieldsMap: object) => staff.post(`${CRUD}/saveOrUpdate/ruled`, { fieldsMap, childTables: {} });
    expect((await save({ title: '丙', amount: 5 })).code).toBe('RECORD_FORBIDDEN');
    expect((await save({ title: '丙', remark: '新' })).code).toBe('RECORD_FORBIDDEN');
    expect((await save({ title: '丙' })).code).toBe('1');
  });

  it('a relation fills in nothing of what its chooser does not see', async () => {
    await ruled();
    const body = { fieldsMap: { name: '抄', to: id, copied: SECRET }, childTables: {} };
    expect((await staff.post(`${CRUD}/saveOrUpdate/pointing`, body)).code).not.toBe('1');
  });
});

describe('the grid', () => {
  it('refuses a field that the form does not have', async () => {
    expect(await give('staff', 'ruled', RIGHTS, { hidden: ['nothing'] })).toMatchObject({
      code: 'REQUEST_INVALID',
      msg: expect.stringContaining('nothing') as string,
    });
  });

  it('keeps a rule of a field that the form had, and can be saved with it', async () => {
    const field = (key: string) => ({ tag: 'el-input', __vModel__: key, label: key });
    await publish('shrunk', { formName: '减少的表单', fields: ['title', 'salary', 'bonus'].map(field) });
    expect((await give('staff', 'shrunk', RIGHTS, { hidden: ['salary'] })).code).toBe('1');
    await publish('shrunk', { formName: '减少的表单', fields: ['title', 'bonus'].map(field) });
    expect((await give('staff', 'shrunk', RIGHTS, { hidden: ['salary', 'bonus'], locked: [] })).code).toBe('1');
    expect((await give('manager', 'shrunk', RIGHTS, { hidden: ['salary'] })).msg).toContain('salary');
    // a pack leaves it out: another installation does not know the field
    const items = [
      { kind: 'role', key: 'staff' },
      { kind: 'form', key: 'shrunk' },
    ];
    const response = await fetch(`${server.url}/api/system/sys/pack/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: '减少', note: '', items }),
    });
    const pack = (await response.json()) as { items: { kind: string; content: { forms?: { hidden: string[] }[] } }[] };
    const role = pack.items.find(({ kind }) => kind === 'role');
    expect(role?.content.forms?.map(({ hidden }) => hidden)).toEqual([['bonus']]);
  });

  it('keeps the rules where rights alone are saved, and gives them to a copy of the role', async () => {
    await ruled();
    await give('staff', 'ruled', RIGHTS);
    await admin.post('/api/system/sys/role/copy', { from: 'staff', code: 'staffTwin', name: '经办人二' });
    const grid = await admin.get<{ forms: { formKey: string; hidden: string[]; locked: string[] }[] }>(
      '/api/system/sys/role/grid?code=staffTwin',
    );
    expect(grid.data.forms.find(({ formKey }) => formKey === 'ruled')).toMatchObject({
      hidden: [...HIDDEN.hidden].sort(),
      locked: ['remark'],
    });
  });

  it('names the fields and columns of a form', async () => {
    const { data } = await admin.get<{ key: string }[]>('/api/system/sys/role/formFields?formKey=ruled');
    expect(data.map(({ key }) => key)).toEqual([
      'title',
      'secret',
      'amount',
      'base',
      'remark',
      'scan',
      'lines',
      'lines.item',
      'lines.price',
    ]);
    expect((await staff.get('/api/system/sys/role/formFields?formKey=ruled')).code).toBe('403');
  });
});
