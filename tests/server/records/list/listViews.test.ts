import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, type SqlBool } from 'kysely';
import { type Client, startTestServer, type TestServer } from '../../support.ts';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { areConditionsCheap, countRecords } from '../../../../src/server/records/list/countRecords.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { columnsOf } from '../../../../src/server/records/columns/columnRefs.ts';
import { recordTable } from '../../../../src/server/records/columns/recordSource.ts';
import { secondsAgo, storeMany } from '../../../support/storeMany.ts';

let server: TestServer;
let staff: Client;
let leader: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, leader, admin] = await Promise.all([server.api('staff'), server.api('leader'), server.api('admin')]);
  await publishForm(server.context, {
    formKey: FORM,
    formName: FORM,
    note: '',
    author,
    definition: {
      fields: [
        { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', isList: '1', isSearch: '1' },
        { tag: 'el-input-number', __vModel__: 'amount', label: '金额', isList: '1', isSearch: '1' },
      ],
    },
  });
  await storeMany(server.context, FORM, ROWS, (n) => ({
    id: `t${String(n).padStart(6, '0')}`,
    title: '记录',
    create_by: n % 10 === 0 ? 'u-staff' : 'u-hr',
    create_time: secondsAgo(n),
    fieldsMap: { title: `记录 ${n}`, amount: n % 100 },
  }));
  await sql`analyze ${recordTable(FORM)}`.execute(server.context.db);
});
afterAll(() => server.dispose());

const of = { formKey: 'businessSealApply', place: '/seals:businessSealApply:' };

const config = { query: { look: 'board.flwState', more: '{}' }, columns: { order: ['title'], widths: { title: 300 } } };

interface Views {
  mayShare: boolean;
  ownDefault: string;
  commonDefault: string;
  views: { id: string; name: string; isMine: boolean; mayChange: boolean; config: unknown }[];
}

const viewsOf = async (client: Client | undefined): Promise<Views> =>
  (
    await (client as Client).get<Views>(
      `/api/system/listView/list?formKey=${of.formKey}&place=${encodeURIComponent(of.place)}`,
    )
  ).data;

const save = (client: Client | undefined, more: object) =>
  (client as Client).post<string>('/api/system/listView/save', { ...of, name: '在办', config, ...more });

it("a view is its person's alone until it is shared, and a shared one is changed by who keeps the form", async () => {
  const mine = await save(staff, {});
  expect(mine.code).toBe('1');
  expect((await viewsOf(staff)).views).toEqual([
    { id: mine.data, name: '在办', isShared: false, isMine: true, mayChange: true, config },
  ]);
  expect((await viewsOf(leader)).views).toEqual([]);
  expect([(await viewsOf(staff)).mayShare, (await save(staff, { name: '共享', isShared: true })).code]).toEqual([
    false,
    '403',
  ]);
  const shared = await save(admin, { name: '全部在办', isShared: true });
  expect((await viewsOf(leader)).views).toMatchObject([{ name: '全部在办', isMine: false, mayChange: false }]);
  expect((await save(leader, { id: shared.data, name: '改' })).code).toBe('403');
  expect((await save(leader, { id: mine.data, name: '改' })).code).toBe('404');
  expect((await admin?.post('/api/system/listView/remove', { id: shared.data }))?.code).toBe('1');
  expect((await viewsOf(leader)).views).toEqual([]);
});

it('a list without a key below another one has the views that were stored without a position', async () => {
  const below = { ...of, place: `${of.place}.1-0` };
  const earlier = (await save(leader, { name: '早先的' })).data;
  const own = (await save(leader, { ...below, name: '第二页' })).data;
  const url = (place: string): string =>
    `/api/system/listView/list?formKey=${of.formKey}&place=${encodeURIComponent(place)}`;
  const idsAt = async (place: string) =>
    (await (leader as Client).get<Views>(url(place))).data.views.map(({ id }) => id);
  expect((await idsAt(below.place)).toSorted()).toEqual([earlier, own].toSorted());
  expect(await idsAt(of.place)).toEqual([earlier]);
  expect(await idsAt(`${of.place}keyed`)).toEqual([]);
  const choice = { ...below, id: earlier, isShared: false };
  expect((await leader?.post('/api/system/listView/setDefault', choice))?.code).toBe('1');
  expect((await (leader as Client).get<Views>(url(below.place))).data.ownDefault).toBe(earlier);
  for (const id of [earlier, own]) await leader?.post('/api/system/listView/remove', { id });
});

it('two views of one name, an unknown form, and a form that one does not see are refused', async () => {
  await save(leader, {});
  expect(await save(leader, {})).toMatchObject({
    code: 'REQUEST_INVALID',
    msg: expect.stringContaining('在办') as string,
  });
  expect((await save(leader, { formKey: 'noSuchForm' })).code).toBe('404');
  expect((await save(staff, { formKey: 'monthBasicSalary', place: '' })).code).toBe('403');
  expect((await save(staff, { name: '多', config: { query: {}, script: 'x' } })).code).toBe('REQUEST_INVALID');
});

it("a list opens with one's own default before that of everybody, and not with a view that is gone or private", async () => {
  const setDefault = (client: Client | undefined, id: string | null, isDefaultOfAll = false) =>
    (client as Client).post('/api/system/listView/setDefault', { ...of, id, isShared: isDefaultOfAll });
  const defaultsOf = async (client: Client | undefined) => {
    const { ownDefault, commonDefault } = await viewsOf(client);
    return [ownDefault, commonDefault];
  };
  const shared = (await save(admin, { name: '大家的', isShared: true })).data;
  const secret = (await save(admin, { name: '自己的' })).data;
  expect((await setDefault(staff, shared, true)).code).toBe('403');
  expect((await setDefault(admin, secret, true)).msg).toContain('没有共享');
  expect((await setDefault(staff, secret)).code).toBe('404');
  expect((await setDefault(admin, shared, true)).code).toBe('1');
  expect(await defaultsOf(staff)).toEqual(['', shared]);
  await setDefault(staff, 'doc:在办');
  expect(await defaultsOf(staff)).toEqual(['doc:在办', shared]);
  await setDefault(staff, 'none');
  expect(await defaultsOf(staff)).toEqual(['none', shared]);
  await setDefault(staff, shared);
  // no longer shared: nobody but its owner opens the list with it
  await save(admin, { id: shared, name: '大家的', isShared: false });
  expect(await defaultsOf(staff)).toEqual(['', '']);
  await save(admin, { id: shared, name: '大家的', isShared: true });
  expect(await defaultsOf(staff)).toEqual([shared, shared]);
  await admin?.post('/api/system/listView/remove', { id: shared });
  expect(await defaultsOf(staff)).toEqual(['', '']);
  await setDefault(staff, 'none');
  await setDefault(staff, null);
  expect(await defaultsOf(staff)).toEqual(['', '']);
});

const FORM = 'totals';

const ROWS = 3_000;

describe('totals of lists', () => {
  const all = sql<SqlBool>`true`;
  it('are counted where that is cheap', async () => {
    expect(
      await countRecords(server.context.db, { table: recordTable(FORM), paths: [], restrictions: [], filter: all }),
    ).toEqual({ total: ROWS, isEstimate: false });
  });

  it('come with the page of a medium table only where conditions compare columns with few values', () => {
    const areCheapWith = (op: string, queryableCondition: ReturnType<typeof sql<SqlBool>> | null = null): boolean =>
      areConditionsCheap([{ field: 'a', op, value: 'x' }], () => ({ queryableCondition }));
    expect(areCheapWith('eq')).toBe(true);
    expect(areCheapWith('contains')).toBe(false);
    expect(areCheapWith('notContains')).toBe(false);
    // a field that some processes hide is asked for in each record
    expect(areCheapWith('eq', sql<SqlBool>`false`)).toBe(false);
    expect(areConditionsCheap([{ anyOf: [] }], () => ({ queryableCondition: null }))).toBe(false);
  });

  it('are estimated, in two digits, where counting would cost more than a page may', async () => {
    expect(
      await countRecords(server.context.db, { table: recordTable(FORM), paths: [], restrictions: [], filter: all }, 0),
    ).toEqual({ total: ROWS, isEstimate: true });
    const { total, isEstimate } = await countRecords(
      server.context.db,
      {
        table: recordTable(FORM),
        paths: [],
        restrictions: [],
        filter: sql<SqlBool>`${(await columnsOf(server.context.db, FORM)).ref('amount')} < 50`,
      },
      0,
    );
    expect(isEstimate).toBe(true);
    expect(total).toBeGreaterThan(ROWS * 0.3);
    expect(total).toBeLessThan(ROWS * 0.7);
  });

  it('are estimated well for who reaches records on several paths, counting none of them twice', async () => {
    const paths = [
      { kind: 'own' as const, condition: sql<SqlBool>`frm_record.create_by = 'u-staff'` },
      { kind: 'hands' as const, condition: sql<SqlBool>`frm_record.id = any(array['t000010', 't000011'])` },
    ];
    const filter = sql<SqlBool>`${all} and (frm_record.create_by = 'u-staff' or frm_record.id in (select record_id from flw_task))`;
    const counted = { table: recordTable(FORM), filter, paths, restrictions: [all] };
    expect(await countRecords(server.context.db, counted)).toEqual({ total: 301, isEstimate: false });
    const { total } = await countRecords(server.context.db, counted, 0);
    expect(total).toBeGreaterThan(150);
    expect(total).toBeLessThan(600);
  });

  it('are of what one may read, and need no count on the last page', async () => {
    const staff = recordsOf(await server.api('staff'), FORM);
    const { data } = await staff.list({}, { pageNum: 2, pageSize: 200 });
    expect([data.data.length, data.page.total]).toEqual([100, 300]);
    const first = await staff.list(
      { conditions: [{ field: 'amount', op: 'eq', value: 50 }] },
      { pageNum: 1, pageSize: 10 },
    );
    expect([first.data.data.length, first.data.page.total]).toEqual([10, 30]);
  });

  it('say so on the wire only when they are estimates', async () => {
    const { data } = await recordsOf(await server.api('admin'), FORM).list();
    expect(data.page).toEqual({ pageNum: 1, pageSize: 10, total: ROWS });
  });

  it('keep the order of the page they come with', async () => {
    const { data } = await recordsOf(await server.api('admin'), FORM).list(
      { sort: { field: 'amount', order: 'desc' } },
      { pageNum: 1, pageSize: 40 },
    );
    const amounts = data.data.map(({ fieldsMap }) => fieldsMap['amount']);
    expect(amounts).toEqual([...Array.from({ length: 30 }, () => 99), ...Array.from({ length: 10 }, () => 98)]);
  });

  it.each([
    ['staff', (n: number) => n % 10 === 0],
    ['hr', (n: number) => n % 10 !== 0],
  ] as const)(
    'stand beside pages in the order asked for, of the few records of staff as of the many of hr: %s',
    async (who, isTheirs) => {
      const client = recordsOf(await server.api(who), FORM);
      const theirs = Array.from({ length: ROWS }, (_, index) => index + 1).filter(isTheirs);
      const idsOf = (numbers: readonly number[]): string[] =>
        numbers.slice(40, 60).map((n) => `t${String(n).padStart(6, '0')}`);
      const page = async (sort: object): Promise<string[]> =>
        (await client.list({ sort }, { pageNum: 3, pageSize: 20 })).data.data.map(({ id }) => id ?? '');
      // the higher its number, the older a record is
      expect(await page({ field: 'amount', order: 'desc' })).toEqual(
        idsOf(theirs.toSorted((a, b) => (b % 100) - (a % 100) || a - b)),
      );
      expect(await page({ field: 'amount', order: 'asc' })).toEqual(
        idsOf(theirs.toSorted((a, b) => (a % 100) - (b % 100) || b - a)),
      );
      expect(await page({ field: 'createTime', order: 'asc' })).toEqual(idsOf(theirs.toReversed()));
      expect(await page({ field: 'title', order: 'desc' })).toEqual(idsOf(theirs));
    },
  );

  it('keep a person’s order when their few records become many within the minute a server goes about them as few', async () => {
    const staff = recordsOf(await server.api('staff'), FORM);
    const oldest = async (): Promise<string[]> =>
      (await staff.list({ sort: { field: 'amount', order: 'asc' } }, { pageNum: 1, pageSize: 20 })).data.data.map(
        ({ id }) => id ?? '',
      );
    expect((await oldest())[0]).toBe('t003000');
    await storeMany(server.context, FORM, 700, (n) => ({
      id: `u${String(n).padStart(6, '0')}`,
      title: '记录',
      create_time: secondsAgo(86_400 + n),
      fieldsMap: { title: '记录', amount: -n },
    }));
    expect(await oldest()).toEqual(
      Array.from({ length: 20 }, (_, index) => `u${String(700 - index).padStart(6, '0')}`),
    );
  });
});
