import { type KyselyPlugin, sql, type SqlBool } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { recordTableName } from '../../../../src/server/records/columns/tableNames.ts';
import { type SearchMethod, searchMethodsOf } from '../../../../src/server/records/access/accessPaths.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { isLong } from '../../../support/tier.ts';
import { type Client, startTestServer, type TestServer } from '../../support.ts';
import { storeMany } from '../../../support/storeMany.ts';
import { recordsOf as recordTableOf } from '../../../../src/server/records/columns/recordSource.ts';
import { loadReadingSituations } from '../../../../src/server/records/read/answerRecord.ts';
import { begin, edge, flowFile, publishStory, task } from '../../approval/story.ts';

let server: TestServer;
let staff: Client;
let hr: Client;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  [staff, hr] = await Promise.all([server.api('staff'), server.api('hr')]);
  await publishForm(server.context, {
    formKey: FORM,
    formName: FORM,
    note: '',
    author,
    definition: { fields: [{ tag: 'el-input', __vModel__: 'title', label: '标题', isList: '1' }] },
  });
  await storeMany(server.context, FORM, OWN, (n) => ({ id: `w${n}`, title: '记录' }));
  const fields = [
    { tag: 'el-input', __vModel__: 'title', label: '事由', isTitle: '1', isList: '1', isSearch: '1' },
    { tag: 'el-input', __vModel__: 'secret', label: '底价', isTitle: '1', isList: '1', isSearch: '1' },
    { tag: 'el-input-number', __vModel__: 'price', label: '价格', isList: '1' },
    { tag: 'el-input', __vModel__: 'never', label: '内部', isTitle: '1', isList: '1', flowVisible: '0' },
  ];
  const hidden = '<sf:field key="secret" visible="0"/><sf:field key="price" visible="0"/>';
  await publishStory(
    server,
    'oracle',
    flowFile('oracle', `${task('check user u-hr', hidden)}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`),
    fields,
  );
  const { data, code, msg } = await recordsOf(staff, 'oracle').run(
    { fieldsMap: { title: '采购设备', secret: '八十八万', price: 880_000 }, childTables: {} } as never,
    'submit',
  );
  expect(code, msg).toBe('1');
  id = data.id ?? '';
});
afterAll(() => server.dispose());

const FORM = 'manyways';

const TABLE = recordTableName(FORM);

const OWN = 600;

/** As if the table held so many records. */
const sized = async (records: number): Promise<readonly SearchMethod[]> => {
  await sql`update pg_class set reltuples = ${sql.lit(records)} where oid = to_regclass(${`"${TABLE}"`})`.execute(
    server.context.db,
  );
  const ways = ['u-staff', 'u-hr'].map((id) => ({
    kind: 'own' as const,
    condition: sql<SqlBool>`frm_record.create_by = ${id}`,
  }));
  return searchMethodsOf(
    server.context,
    server.context.db,
    { key: `of ${records}`, formKey: FORM, order: 'title', facts: null },
    ways,
  );
};

describe('whether a way leads to many records', () => {
  it('is yes for six hundred among a million: a page of them is soon found in the order of all', async () => {
    expect(await sized(1_000_000)).toEqual(['inOrder', 'sorted']);
  });

  it('is no for them among a hundred million: to sort them is quicker', async () => {
    expect(await sized(100_000_000)).toEqual(['sorted', 'sorted']);
  });

  it('does not hang on statistics that are not there yet', async () => {
    expect(await sized(-1)).toEqual(['inOrder', 'sorted']);
  });
});

interface Listed {
  data: { id: string }[];
  page: { total: number };
}

const PEOPLE = ['staff', 'leader', 'manager', 'hr', 'finance', 'device'];

const FORMS = ['businessSealApply', 'expenseReimbursement', 'earnestMoney', 'scrapDevice'];

const ORDERS = [
  null,
  { field: 'createTime', order: 'asc' },
  { field: 'title', order: 'asc' },
  { field: 'updateTime', order: 'desc' },
];

/** A list is merged from the ways that lead to records, one record is judged by a condition on its own rows: the two must name the same records. */
it.each(PEOPLE)(
  'the records that %s finds in a list, in whichever order, are those that open for them one by one',
  async (person) => {
    const client = await server.api(person);
    const admin = await server.api('admin');
    let seen = 0;
    // usually half of the forms, the other half for the next person
    const forms = FORMS.filter((_form, at) => isLong || at % 2 === PEOPLE.indexOf(person) % 2);
    for (const form of forms) {
      const list = async (who: typeof client, sort: object | null): Promise<{ ids: string[]; total: number }> => {
        const { data } = await who.post<Listed>(`/api/system/frmCrud/list/${form}`, {
          data: sort ? { sort } : {},
          page: { pageNum: 1, pageSize: 500 },
        });
        return { ids: data.data.map(({ id }) => id).sort(), total: data.page.total };
      };
      const open: string[] = [];
      for (const id of (await list(admin, null)).ids)
        if ((await client.get(`/api/system/frmCrud/getById/${form}?id=${id}`)).code === '1') open.push(id);
      for (const sort of ORDERS)
        expect([form, sort, await list(client, sort)]).toEqual([form, sort, { ids: open, total: open.length }]);
      seen += open.length;
    }
    expect(seen).toBeGreaterThan(0);
  },
);

it('the situations of many records of a form without a process cost no more queries than that of one', async () => {
  const { context } = server;
  const formKey = 'withoutProcess';
  await publishForm(context, {
    formKey,
    formName: '无流程',
    note: '',
    author,
    definition: { fields: [{ tag: 'el-input', __vModel__: 'name', label: '名称' }] },
  });
  const staff = recordsOf(await server.api('staff'), formKey);
  for (const name of ['一', '二', '三']) expect((await staff.save({ fieldsMap: { name } })).code).toBe('1');
  const rows = await context.db
    .selectFrom(await recordTableOf(context.db, formKey))
    .selectAll()
    .execute();
  const user = { id: 'u-staff', name: '', username: 'staff', roles: [], fieldRules: {} } as never;
  const queriesFor = async (count: number): Promise<number> => {
    let queries = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await loadReadingSituations(context, context.db.withPlugin(counting), user, rows.slice(0, count));
    return queries;
  };
  await queriesFor(1);
  expect([rows.length, await queriesFor(3)]).toEqual([3, await queriesFor(1)]);
});

interface Paged {
  data: { id: string; title: string; fieldsMap: Record<string, unknown> }[];
  page: { total: number };
}

const list = (client: Client, data: object) =>
  client.post<Paged>('/api/system/frmCrud/list/oracle', { data, page: { pageNum: 1, pageSize: 20 } });

describe('what a node hides from its handler', () => {
  it('stands neither in the record, nor in its title, nor in the to-do', async () => {
    const { data } = await recordsOf(hr, 'oracle').get(id);
    expect(data?.fieldsMap).toMatchObject({ title: '采购设备' });
    const todo = await hr.post<{ data: object[] }>('/api/task/flow/task/listMyTodo', {
      data: { conditions: [{ field: 'formKey', op: 'eq', value: 'oracle' }] },
      page: { pageNum: 1, pageSize: 10 },
    });
    expect(todo.data.data).toHaveLength(1);
    for (const told of [
      data,
      todo.data,
      (await list(hr, {})).data,
      (await hr.post('/api/task/flow/task/exportRows/todo', { data: {} })).data,
      (await hr.get(`/api/system/frmCrud/history/oracle?id=${id}`)).data,
    ]) {
      expect(JSON.stringify(told)).not.toMatch(/八十八万|880000|880,000/);
    }
  });

  it('is not found by filter, order or word: neither rows nor numbers answer a guess', async () => {
    const asked: object[] = [
      { conditions: [{ field: 'secret', op: 'contains', value: '八' }] },
      { conditions: [{ field: 'secret', op: 'eq', value: '八十八万' }] },
      { conditions: [{ field: 'price', op: 'gte', value: 1 }] },
      { conditions: [{ field: 'never', op: 'eq', value: 'x' }] },
      { sort: { field: 'secret', order: 'asc' } },
      { sort: { field: 'price', order: 'desc' } },
      { conditions: [{ field: 'secretLabel', op: 'eq', value: 'x' }] },
    ];
    for (const data of asked) expect((await list(hr, data)).code, JSON.stringify(data)).toBe('REQUEST_INVALID');
    expect((await list(hr, { keyword: '采购设备' })).data.page.total).toBe(1);
    for (const guess of [
      { keyword: '八十八万' },
      { keyword: '880000' },
      { conditions: [{ field: 'title', op: 'contains', value: '八十八' }] },
    ])
      expect((await list(hr, guess)).data.page.total, JSON.stringify(guess)).toBe(0);
    const tasks = await hr.post<Paged>('/api/task/flow/task/listMyTodo', {
      data: { keyword: '八十八万' },
      page: { pageNum: 1, pageSize: 10 },
    });
    expect(tasks.data.page.total).toBe(0);
  });
});

describe('what a copy, a node that waits for a message or a whole sub-table hides', () => {
  const field = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
  const titled = { isTitle: '1', isList: '1', isSearch: '1' };
  const dataset = { datasetKey: 'hiddenRows', name: '明细', from: 'nodes.items' };

  it('is no answer to a guess, and stands in no title', async () => {
    const body = [
      task('check user u-leader', '<sf:table key="items" visible="0"/>'),
      '<sendTask id="tell" name="tell"><extensionElements><sf:cc type="user" value="u-hr"/><sf:field key="told" visible="0"/></extensionElements></sendTask>',
      '<receiveTask id="wait" name="wait" messageRef="付款"><extensionElements><sf:candidates type="user" value="u-finance"/><sf:field key="heard" visible="0"/></extensionElements></receiveTask>',
      edge('f1', 'apply', 'tell'),
      edge('f2', 'tell', 'check'),
      edge('f3', 'check', 'wait'),
      edge('f4', 'wait', 'e'),
    ].join('');
    await publishStory(server, 'nodes', flowFile('nodes', body), [
      field('title', titled),
      field('told', titled),
      field('heard', titled),
      { tag: 'subTable', __vModel__: 'items', label: '明细', children: [field('cost')] },
    ]);
    const story = await begin(server, 'nodes', { title: '采购', told: '甲公司', heard: '乙公司' });
    expect(await story.holders()).toEqual(['leader']);
    const admin = await server.api('admin');
    await admin.post('/api/system/datasetDef/saveDraft', {
      ...dataset,
      definition: {
        ...dataset,
        groupBy: [{ key: 'cost', of: 'row.cost' }],
        measures: [{ key: 'number', fn: 'count' }],
      },
    });
    const published = await admin.post('/api/system/datasetDef/publish', { datasetKey: 'hiddenRows', note: '' });
    expect(published.msg).toBe('发布成功');
    const run = async (client: Client) =>
      (
        await client.post<{ error?: { code: string } }[]>('/api/system/dataset/run', {
          questions: [{ datasetKey: 'hiddenRows' }],
        })
      ).data[0]?.error?.code;
    expect([await run(hr), await run(admin)]).toEqual(['DATASET_FIELD', undefined]);
    const ask = async (data: object) => {
      const answer = await hr.post<Paged>('/api/system/frmCrud/list/nodes', {
        data,
        page: { pageNum: 1, pageSize: 20 },
      });
      return answer.code === '1' ? answer.data.data.map(({ title }) => title) : answer.code;
    };
    expect(await ask({})).toEqual(['采购']);
    for (const key of ['told', 'heard'])
      expect(await ask({ conditions: [{ field: key, op: 'contains', value: '公司' }] }), key).toBe('REQUEST_INVALID');
    expect(await ask({ keyword: '公司' })).toEqual([]);
  });
});

describe('whether a value is taken', () => {
  it('is told only to those who may add such a record: nobody tries out numbers of identity cards', async () => {
    const definition = {
      access: { keeperRoles: ['hr'] },
      fields: [{ tag: 'el-input', __vModel__: 'card', label: '证号', unique: true }],
    };
    await publishForm(server.context, { formKey: 'kept', formName: '档案', definition, note: '', author });
    expect((await recordsOf(hr, 'kept').save({ fieldsMap: { card: '110101' }, childTables: {} } as never)).code).toBe(
      '1',
    );
    const ask = (client: Client, value: string) =>
      client.post<{ isFree: boolean }>('/api/system/frmCrud/checkUnique/kept', { field: 'card', value });
    expect([(await ask(hr, '110101')).data, (await ask(hr, '2')).data]).toEqual([{ isFree: false }, { isFree: true }]);
    expect([(await ask(staff, '110101')).code, (await ask(staff, '2')).code]).toEqual(['403', '403']);
  });

  it('is told with the id of a record only to those who may write the field in it, not to whoever reads it', async () => {
    const ask = (client: Client, value: string, field = 'employeeNo') =>
      client.post<{ isFree: boolean }>('/api/system/frmCrud/checkUnique/userFiles', {
        field,
        value,
        id: 'userFiles-0002',
      });
    for (const value of ['HZ0003', 'HZ0999', 'HZ0002']) expect((await ask(staff, value)).code, value).toBe('403');
    expect([(await ask(hr, 'HZ0003')).data, (await ask(hr, 'HZ0002')).data]).toEqual([
      { isFree: false },
      { isFree: true },
    ]);
    const definition = {
      fields: [
        { tag: 'el-input', __vModel__: 'card', label: '证号', unique: true, readonly: true },
        { tag: 'el-input', __vModel__: 'no', label: '号', unique: true },
      ],
    };
    await publishForm(server.context, { formKey: 'locked', formName: '登记', definition, note: '', author });
    const { data } = await recordsOf(staff, 'locked').save({ fieldsMap: { no: '1' }, childTables: {} } as never);
    const own = (body: object) => staff.post('/api/system/frmCrud/checkUnique/locked', { value: '2', ...body });
    expect([
      (await own({ field: 'no', id: data.id })).code,
      (await own({ field: 'card', id: data.id })).code,
      (await own({ field: 'no' })).code,
      (await own({ field: 'card' })).code,
    ]).toEqual(['1', '403', '1', '403']);
  });

  it('is told of a record in approval to who has a task that opens the field, while they have it', async () => {
    const xml = flowFile(
      'uniqueFlow',
      `${task('check user u-hr', '<sf:field key="code" editable="1"/>')}${edge('f1', 'apply', 'check')}${edge('f3', 'check', 'e')}`,
    );
    await publishStory(server, 'uniqueFlow', xml, [
      { tag: 'el-input', __vModel__: 'title', label: '标题', flowEditable: '1', unique: true },
      { tag: 'el-input', __vModel__: 'code', label: '编码', unique: true },
    ]);
    const story = await begin(server, 'uniqueFlow', { title: '甲' });
    const ask = async (client: Client, field: string): Promise<string> =>
      (await client.post('/api/system/frmCrud/checkUnique/uniqueFlow', { field, value: '乙', id: story.id })).code;
    expect([
      await ask(hr, 'code'),
      await ask(hr, 'title'),
      await ask(staff, 'code'),
      await ask(staff, 'title'),
    ]).toEqual(['1', '403', '403', '403']);
    await story.act('hr', 'approve');
    expect(await ask(hr, 'code')).toBe('403');
  });
});
