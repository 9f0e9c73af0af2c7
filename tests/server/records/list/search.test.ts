import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/index.ts';
import { continueTitleRecomputation } from '../../../../src/server/records/index.ts';
import { joinMarks, markOf } from '../../../../src/server/records/search/marks.ts';
import { matchingRecordsSql, indexForSearch } from '../../../../src/server/records/search/searchIndex.ts';
import { pinyinText } from '../../../../src/server/records/search/pinyin.ts';
import type { SearchResult } from '../../../../src/server/records/search/findRecords.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { usualOrLong } from '../../../support/tier.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

const text = (key: string, label: string, more: object = {}): object => ({
  tag: 'el-input',
  __vModel__: key,
  label,
  ...more,
});
const STAFF_ONLY = { access: { createRoles: ['staff', 'leader'] } };
const CUSTOMERS = [text('name', '客户名称', { isTitle: '1' })];
const ORDERS = [
  text('number', '委托编号', {
    readonly: true,
    serial: { rule: 'XY-{yyyy}-{0000}', at: 'save' },
  }),
  text('title', '工程', { isTitle: '1' }),
  {
    tag: 'recordSelector',
    __vModel__: 'customer',
    label: '委托单位',
    to: 'findCustomer',
  },
  text('site', '地点', { isSearch: '1' }),
  text('secret', '底价', { isSearch: '1' }),
];

let server: TestServer;
let staff: Client;
let leader: Client;
let admin: Client;
const publish = (formKey: string, formName: string, fields: object[], more: object = {}) =>
  publishForm(server.context, {
    formKey,
    formName,
    note: '',
    author,
    definition: { formKey, formName, fields, ...more },
  });
const find = async (client: Client, words: string, more = ''): Promise<SearchResult> => {
  const answer = await client.get<SearchResult>(`/api/system/search/records?text=${encodeURIComponent(words)}${more}`);
  expect(answer.code, answer.msg).toBe('1');
  return answer.data;
};
const keysOf = async (client: Client, words: string): Promise<string[]> =>
  (await find(client, words)).forms.map(({ formKey }) => formKey).sort();

let customer = '';
let order = '';
beforeAll(async () => {
  server = await startTestServer();
  [staff, leader, admin] = await Promise.all([server.api('staff'), server.api('leader'), server.api('admin')]);
  await publish('findCustomer', '来往单位', CUSTOMERS, STAFF_ONLY);
  await publish('findOrder', '检验委托', ORDERS, STAFF_ONLY);
  await publish('findSecret', '内部事项', [text('title', '事由', { isTitle: '1' })], {
    access: { createRoles: ['hr'] },
  });
  const made = await recordsOf(staff, 'findCustomer').save({
    fieldsMap: { name: '重庆翡翠湾置业' },
  } as never);
  customer = made.data.id ?? '';
  const saved = await recordsOf(staff, 'findOrder').save({
    fieldsMap: {
      title: '凤凰里三期桩基',
      customer,
      site: '白鹭街 18 号',
      secret: '玄武石',
    },
  } as never);
  order = saved.data.id ?? '';
  expect(order, saved.msg).not.toBe('');
});
afterAll(() => server.dispose());

describe('records of all forms', () => {
  it.each([
    ['title', '凤凰里', ['findOrder']],
    ['number', 'xy-20', ['findOrder']],
    ['customer', '翡翠湾', ['findCustomer', 'findOrder']],
    ['searched field', '白鹭街', ['findOrder']],
    ['initials', 'fhlsq', ['findOrder']],
    ['pinyin from a character within', 'sanqizhuangji', ['findOrder']],
    ['pinyin cut off within a syllable', 'feicuiw', ['findCustomer', 'findOrder']],
    ['reading that the neighbour asks for', 'chongqingfei', ['findCustomer', 'findOrder']],
    ['two words of two fields', '凤凰 白鹭', ['findOrder']],
    ['a word and a sound', '三期 blj', ['findOrder']],
  ])('are found by %s', async (_what, words, keys) => {
    expect(await keysOf(staff, words)).toEqual(keys);
  });

  it.each(['凤凰里四期', 'fhlsz', 'zhongqingfei', '凤凰 没有', '%%', '__'])('are not found by %s', async (words) => {
    expect(await keysOf(staff, words)).toEqual([]);
  });

  it('show what was found: marked in the title, else in the field that holds it', async () => {
    const [found] = (await find(staff, 'fhl 翡翠湾')).forms;
    expect(found).toMatchObject({
      formKey: 'findOrder',
      formName: '检验委托',
      total: 1,
    });
    expect(found?.rows[0]).toMatchObject({
      id: order,
      title: { text: '凤凰里三期桩基', marks: [[0, 3]] },
      hits: [{ label: '委托单位', text: '重庆翡翠湾置业', marks: [[2, 5]] }],
    });
  });

  it('follow changes and removal in the transaction that makes them', async () => {
    const { data } = await recordsOf(staff, 'findOrder').save({
      fieldsMap: { title: '琥珀城南区' },
    } as never);
    expect(await keysOf(staff, 'hpcnq')).toEqual(['findOrder']);
    await staff.post('/api/system/frmCrud/saveOrUpdate/findOrder', {
      id: data.id,
      revision: data.revision,
      fieldsMap: { ...data.fieldsMap, title: '珊瑚城北区' },
      childTables: {},
    });
    expect([await keysOf(staff, 'hpcnq'), await keysOf(staff, 'shcbq')]).toEqual([[], ['findOrder']]);
    await staff.get(`/api/system/frmCrud/delById/findOrder?id=${data.id}`);
    expect(await keysOf(staff, 'shcbq')).toEqual([]);
  });

  it('refuse less than two characters, and are of one form where that is asked', async () => {
    expect((await staff.get('/api/system/search/records?text=a')).code).toBe('REQUEST_INVALID');
    expect(await find(staff, ' 凤 凰 ')).toEqual({ forms: [], isMore: false });
    const { forms } = await find(staff, '翡翠湾', '&formKey=findCustomer&pageSize=1');
    expect(forms.map(({ formKey }) => formKey)).toEqual(['findCustomer']);
  });
});

describe('within the rights of who asks', () => {
  it("another's records and forms that one does not see are not found, nor counted", async () => {
    const hr = await server.api('hr');
    await recordsOf(hr, 'findSecret').save({
      fieldsMap: { title: '凤凰里人员名单' },
    } as never);
    expect(await keysOf(hr, '凤凰里')).toEqual(['findSecret']);
    expect(await keysOf(staff, '凤凰里')).toEqual(['findOrder']);
    expect(await keysOf(admin, '凤凰里')).toEqual(['findOrder', 'findSecret']);
  });

  it('records of a form that one has no right to see are left out, and keep those of other forms from nobody', async () => {
    const definition = { formName: '保密台账', fields: [text('title', '事由', { isTitle: '1' })] };
    await admin.post('/api/system/frmDef/saveDraft', { formKey: 'findSealed', formName: '保密台账', definition });
    await admin.post('/api/system/frmDef/publish', { formKey: 'findSealed', note: '' });
    await recordsOf(admin, 'findSealed').save({ fieldsMap: { title: '凤凰里保密协议' } } as never);
    expect(await keysOf(admin, '凤凰里')).toContain('findSealed');
    expect((await recordsOf(staff, 'findSealed').list()).code).toBe('403');
    expect(await keysOf(staff, '凤凰里')).toEqual(['findOrder']);
    expect(await find(staff, '凤凰里', '&formKey=findSealed')).toEqual({ forms: [], isMore: false });
    await admin.get(
      `/api/system/frmCrud/delById/findSealed?id=${(await find(admin, '保密协议')).forms[0]?.rows[0]?.id}`,
    );
  });

  it('where more records are found than are named one by one, the rights are the same', async () => {
    const { db } = server.context;
    const ids = Array.from({ length: 3200 }, (_none, index) => `many-${index}`);
    await db.transaction().execute((trx) =>
      indexForSearch(
        trx,
        'findSecret',
        ids.map((id) => ({ id, search_text: '凤凰里人员' })),
      ),
    );
    expect(await keysOf(staff, '凤凰里')).toEqual(['findOrder']);
    expect(await keysOf(admin, '凤凰里')).toEqual(['findOrder', 'findSecret']);
    await db.deleteFrom('frm_search').where('record_id', 'in', ids).execute();
  });

  it('a field that a version hides finds nothing and is shown to nobody, neither as written nor by its sound', async () => {
    expect(await keysOf(staff, '玄武石')).toEqual(['findOrder']);
    const hidden = ORDERS.map((field) =>
      (field as { __vModel__: string }).__vModel__ === 'secret' ? { ...field, flowVisible: '0' } : field,
    );
    await publish('findOrder', '检验委托', hidden, STAFF_ONLY);
    await continueTitleRecomputation(server.context);
    for (const words of ['玄武石', 'xuanwushi', 'xws']) expect(await keysOf(staff, words)).toEqual([]);
    expect(JSON.stringify(await find(leader, '凤凰里'))).not.toContain('玄武石');
  });
});

it('records stored before there was a search are found after they are titled anew', async () => {
  const { db } = server.context;
  await db.deleteFrom('frm_search').where('record_id', '=', order).execute();
  expect(await keysOf(staff, '凤凰里')).toEqual([]);
  await sql`insert into frm_retitle (form_key, version, after_id, is_late, since, with_approvals) values ('findOrder', 1000000, '', false, now(), true) on conflict (form_key) do update set after_id = '', is_late = false`.execute(
    db,
  );
  await continueTitleRecomputation(server.context);
  expect(await keysOf(staff, '凤凰里')).toEqual(['findOrder']);
});

it('a search among many records is answered by the indexes, whatever is typed', async () => {
  const words = [['凤凰里'], ['fhlsq'], ['fenghuangli'], ['xy-2026-0001'], ['凤凰', 'zj']];
  const plans = await server.context.db.transaction().execute(async (trx) => {
    const letters = [...'东西南北中上下左右前后春夏秋冬梅兰竹菊金木水火土'];
    const name = (n: number): string =>
      Array.from({ length: 8 }, (_none, at) => letters[(n * 7 + at * n) % letters.length]).join('');
    await indexForSearch(
      trx,
      'findOrder',
      Array.from({ length: usualOrLong(4_000, 20_000) }, (_none, n) => ({
        id: `plan-${n}`,
        search_text: `yp-${n}\n${name(n)}工程`,
      })),
    );
    await sql`analyze frm_search`.execute(trx);
    const told = [];
    for (const list of words) {
      const { rows } = await sql<{
        'QUERY PLAN': string;
      }>`explain select f.record_id from (${matchingRecordsSql(list)}) f limit 3001`.execute(trx);
      told.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    await sql`delete from frm_search where record_id like 'plan-%'`.execute(trx);
    return told;
  });
  for (const plan of plans) {
    expect(plan).toContain('Bitmap Index Scan on frm_search_');
    expect(plan).not.toContain('Seq Scan');
  }
});

it('sounds and marks are of the characters they stand for', () => {
  expect(pinyinText('重庆A座3号楼\n银行')).toBe('chong qing zuo hao lou|yin hang');
  expect(markOf('WT-01 重庆A座', 'cqz')).toEqual([6, 10]);
  expect(markOf('ＡＢ大厦', 'ab')).toEqual([0, 2]);
  expect([markOf('银行', 'inha'), markOf('银行', 'yinhan'), markOf('银行', 'xing')]).toEqual([null, [0, 2], null]);
  expect(
    joinMarks([
      [4, 6],
      [0, 2],
      [1, 3],
    ]),
  ).toEqual([
    [0, 3],
    [4, 6],
  ]);
});
