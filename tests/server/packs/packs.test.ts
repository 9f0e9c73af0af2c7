import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';
import { carFields, carPool, CARS, input, type CarPool, type Preview } from './carPool.ts';

const SYSTEM = '/api/system';
let from: TestServer;
let to: TestServer;
let there: Client;
let here: Client;
let source: CarPool;
let target: CarPool;
let file: string;
beforeAll(async () => {
  [from, to] = await Promise.all([startTestServer(), startTestServer()]);
  [there, here] = await Promise.all([from.api('admin'), to.api('admin')]);
  source = carPool(from.url, there);
  target = carPool(to.url, here);
  // a person whom only the source knows
  const { data } = await there.post<{ id: string }>(`${SYSTEM}/sys/user/add`, {
    username: 'driverChief',
    name: '车队长',
    deptId: await anyDept(there),
  });
  await source.build(data.id);
  file = await source.pack(...CARS);
}, 120_000);
afterAll(() => Promise.all([from.dispose(), to.dispose()]));

async function anyDept(admin: Client): Promise<string> {
  const [first] = (await admin.get<{ id: string }[]>(`${SYSTEM}/sys/org/options`)).data;
  return first?.id ?? '';
}
const idOf = async ({ context }: TestServer, username: string): Promise<string> =>
  (await context.db.selectFrom('sys_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
const labels = async (admin: Client): Promise<string[]> =>
  (await admin.get<{ items: { dictLabel: string }[] }>(`${SYSTEM}/sys/dictType/getById?id=carKind`)).data.items.map(
    ({ dictLabel }) => dictLabel,
  );
const states = ({ items }: Preview) =>
  Object.fromEntries(items.map(({ kind, key, state }) => [`${kind} ${key}`, state]));
const version = async (formKey: string): Promise<number> =>
  (await here.get<{ version: number }>(`${SYSTEM}/frmDef/getLastVersionFrmDef?formKey=${formKey}`)).data?.version ?? 0;
const errorsOf = ({ problems }: Preview) => problems.filter(({ level }) => level === 'error');

describe('what belongs to a form', () => {
  it('is found by the index of references, its pages and entries too', async () => {
    const found = await source.needs({ kind: 'form', key: 'carApply' });
    expect(found.map(({ kind, key, why }) => `${why} ${kind} ${key}`)).toEqual(
      expect.arrayContaining([
        'needed flow carFlow',
        'needed form car',
        'needed dictionary carKind',
        'shows screen test/carApply/list',
        'shows menu carApplyEntry',
      ]),
    );
    expect(found.find(({ key }) => key === 'fleet')).toMatchObject({ isProposed: false });
    expect(found.find(({ key }) => key === 'carKind')?.by).toContain('车辆');
  });
});

describe('a pack on another installation', () => {
  it('is compared without storing anything, and names who is missing', async () => {
    const { data } = await target.preview(file);
    expect(new Set(Object.values(states(data)))).toEqual(new Set(['new']));
    expect(data.missing).toMatchObject([{ kind: 'user', name: '车队长', by: '用车审批', canMap: true, mapped: null }]);
    expect(errorsOf(data)).toEqual([]);
    expect(data.problems.some(({ key, message }) => key === 'carFlow' && message.includes('不存在'))).toBe(true);
    expect((await here.get(`${SYSTEM}/frmDef/getLastVersionFrmDef?formKey=car`)).status).toBe(404);
    expect((await target.preview(file)).data.seen).toBe(data.seen);
  });

  it('is taken in as a whole, with a person of this company, and leaves a trace', async () => {
    const staff = await idOf(to, 'staff');
    const { data: person } = await target.preview(file);
    const mapping = { [`user ${person.missing[0]?.key ?? ''}`]: staff };
    const { data } = await target.preview(file, { mapping });
    expect(data.missing[0]?.mapped).toBe(staff);
    expect(data.problems.some(({ key }) => key === 'carFlow')).toBe(false);
    const done = await target.take(file, { mapping, seen: data.seen });
    expect([done.code, done.data.added, done.data.changed]).toEqual(['1', CARS.length, 0]);
    expect(await version('car')).toBe(1);
    const { data: grid } = await here.get<{ forms: { formKey: string; rights: string[]; locked: string[] }[] }>(
      `${SYSTEM}/sys/role/grid?code=fleet`,
    );
    expect(grid.forms.find(({ formKey }) => formKey === 'car')).toMatchObject({
      rights: ['see', 'create'],
      locked: ['plate'],
    });
    const entries = (
      await here.get<{ entries: { parentId: string; roles: string[]; item: { code?: string } }[] }>(
        `${SYSTEM}/sys/menu/manage`,
      )
    ).data.entries;
    expect(entries.find(({ item }) => item.code === 'carApplyEntry')).toMatchObject({
      parentId: 'office',
      roles: ['fleet', 'manager'],
    });
    const flow = await here.get<{ definition: string }>(`${SYSTEM}/flowDef/getVersion?flowKey=carFlow&version=1`);
    expect(flow.data.definition).toContain(`value="${staff}"`);
    const audit = await to.context.db.selectFrom('sys_audit').selectAll().where('object', '=', 'sys_pack').execute();
    expect(audit).toMatchObject([{ action: 'insert', user_name: '罗志斌' }]);
    // nobody came along
    expect(
      await to.context.db.selectFrom('sys_user_role').selectAll().where('role_code', '=', 'fleet').execute(),
    ).toEqual([]);
  });

  it('says same when it comes again, and that there is nothing to take', async () => {
    const staff = await idOf(to, 'staff');
    const { data: person } = await target.preview(file);
    const mapping = { [`user ${person.missing[0]?.key ?? ''}`]: staff };
    const { data } = await target.preview(file, { mapping });
    expect(new Set(Object.values(states(data)))).toEqual(new Set(['same']));
    expect((await target.take(file, { mapping, seen: data.seen })).code).toBe('REQUEST_INVALID');
  });
});

describe('a newer pack', () => {
  let newer: string;
  let imported: string;

  it('tells what it changes, and what was changed here since', async () => {
    await source.form('car', '车辆', carFields(input('seats', '座位')));
    await source.dictionary('轿车', '货车', '客车');
    newer = await source.pack({ kind: 'form', key: 'car' }, { kind: 'dictionary', key: 'carKind' });
    await target.dictionary('轿车', '卡车');
    const { data } = await target.preview(newer);
    expect(states(data)).toEqual({ 'form car': 'changed', 'dictionary carKind': 'conflict' });
    const dictionary = data.items.find(({ kind }) => kind === 'dictionary');
    expect([dictionary?.here, dictionary?.there].map((text) => text?.includes('卡车'))).toEqual([true, false]);
    expect(errorsOf(data)).toEqual([]);
  });

  it('is refused once something changed after the check, and then changes nothing', async () => {
    const { data } = await target.preview(newer);
    await target.dictionary('轿车', '大卡车');
    expect(await target.take(newer, { seen: data.seen })).toMatchObject({ code: 'PACK_STALE', status: 409 });
    expect(await version('car')).toBe(1);
  });

  it('takes in only what is chosen', async () => {
    const take = [{ kind: 'form', key: 'car' }];
    const { data } = await target.preview(newer, { take });
    expect(data.items.filter(({ isTaken }) => isTaken).map(({ key }) => key)).toEqual(['car']);
    const done = await target.take(newer, { take, seen: data.seen });
    expect([done.data.added, done.data.changed]).toEqual([0, 1]);
    imported = done.data.id;
    expect([await version('car'), (await labels(here))[1]]).toEqual([2, '大卡车']);
  });

  it('keeps a draft that somebody has here', async () => {
    await here.post(`${SYSTEM}/frmDef/saveDraft`, {
      formKey: 'carApply',
      formName: '我的草稿',
      definition: { fields: [input('mine', '我的')] },
    });
    await source.form('carApply', '用车申请', [input('reason', '用车事由')], { flowKey: 'carFlow' });
    const next = await source.pack({ kind: 'form', key: 'carApply' });
    const { data } = await target.preview(next);
    expect(data.items[0]).toMatchObject({ state: 'changed', hasDraft: true });
    expect((await target.take(next, { seen: data.seen })).code).toBe('1');
    const draft = await here.get<{ fields: { __vModel__: string }[] }>(`${SYSTEM}/frmDef/getDraft?formKey=carApply`);
    expect(JSON.stringify(draft.data)).toContain('mine');
  });

  it('is taken back as one: the version before is in force again', async () => {
    const { data } = await target.undo(imported);
    expect(data).toEqual({ restored: 1, removed: 0, kept: [] });
    const form = await here.get<{ version: number; fields: { __vModel__: string }[] }>(
      `${SYSTEM}/frmDef/getLastVersionFrmDef?formKey=car`,
    );
    expect([form.data.version, form.data.fields.map(({ __vModel__: key }) => key)]).toEqual([3, ['plate', 'kind']]);
    expect(await target.undo(imported)).toMatchObject({ code: 'PACK_UNDO' });
    // and can be taken in again, as if it had not come
    const { data: again } = await target.preview(newer);
    expect(states(again)['form car']).toBe('changed');
  });
});

describe('a pack that cannot be taken in', () => {
  it('leaves nothing of it: neither the forms that were right nor what was remembered of them', async () => {
    await source.form('good', '好表单', [input('a', '甲')]);
    await source.form('goal', '目标', [input('a', '甲')]);
    const relation = { tag: 'recordSelector', __vModel__: 'goal', label: '目标', to: 'goal' };
    await source.form('bad', '坏表单', [input('a', '甲'), relation]);
    const pack = await source.pack({ kind: 'form', key: 'good' }, { kind: 'form', key: 'bad' });
    const { data } = await target.preview(pack);
    expect(data.missing).toMatchObject([{ kind: 'form', key: 'goal', name: '目标', by: '坏表单', canMap: false }]);
    expect(errorsOf(data)).toMatchObject([
      { kind: 'form', key: 'bad', path: ['fields', 1, 'to'], message: expect.stringContaining('goal') },
    ]);
    const refused = await target.take(pack, { seen: data.seen });
    expect([refused.code, refused.msg]).toEqual([
      'PACK_BROKEN',
      expect.stringContaining('未做任何修改：表单“坏表单”（bad）（fields › 1 › to）'),
    ]);
    expect(await version('good')).toBe(0);
    // another text becomes version 1 now: what the undone import made of version 1 is not remembered
    await target.form('good', '本地表单', [input('own', '自己的')]);
    const saved = await here.post(`${SYSTEM}/frmCrud/saveOrUpdate/good`, { fieldsMap: { own: '值' }, childTables: {} });
    expect(saved.code).toBe('1');
    expect(await to.context.db.selectFrom('sys_pack').selectAll().execute()).toHaveLength(3);
  });

  it('leaves nothing of it either when it fails once all of it is written', async () => {
    await source.dictionary('轿车', '挂车');
    await source.form('whole', '整体', [input('a', '甲')]);
    const pack = await source.pack({ kind: 'form', key: 'whole' }, { kind: 'dictionary', key: 'carKind' });
    const { data } = await target.preview(pack);
    const take = data.items.map(({ kind, key }) => ({ kind, key }));
    const { data: chosen } = await target.preview(pack, { take });
    const [{ db }, labelsBefore] = [to.context, await labels(here)];
    await sql`alter table sys_pack_base add constraint fails_here check (false) not valid`.execute(db);
    expect((await target.take(pack, { take, seen: chosen.seen })).status).toBe(500);
    await sql`alter table sys_pack_base drop constraint fails_here`.execute(db);
    expect([await version('whole'), await labels(here)]).toEqual([0, labelsBefore]);
    expect(await db.selectFrom('sys_pack').selectAll().execute()).toHaveLength(3);
    expect((await target.take(pack, { take, seen: chosen.seen })).code).toBe('1');
    expect([await version('whole'), await labels(here)]).toEqual([1, ['轿车', '挂车']]);
  });

  it('names what it would break here', async () => {
    await source.dataset('m', 'plate');
    await source.form('car', '车辆', [input('plate', '车牌')]);
    const pack = await source.pack({ kind: 'form', key: 'car' });
    const { data } = await target.preview(pack);
    expect(data.effects.filter(({ isBreaking }) => isBreaking)).toMatchObject([
      { kind: 'form', key: 'car', message: expect.stringContaining('车辆统计') },
    ]);
    expect((await target.take(pack, { seen: data.seen })).code).toBe('PACK_BROKEN');
    expect(await version('car')).toBe(3);
    // with what it would break, it breaks nothing
    const both = await source.pack({ kind: 'form', key: 'car' }, { kind: 'dataset', key: 'test/cars' });
    const { data: fine } = await target.preview(both);
    expect([errorsOf(fine), fine.effects.filter(({ isBreaking }) => isBreaking)]).toEqual([[], []]);
    expect((await target.take(both, { seen: fine.seen })).code).toBe('1');
    expect(await version('car')).toBe(4);
  });
});

describe('undoing an import of things that were new', () => {
  const names = [
    { kind: 'dictionary', key: 'leaf' },
    { kind: 'form', key: 'branch' },
    { kind: 'form', key: 'twig' },
  ];
  let pack: string;
  beforeAll(async () => {
    await there.post(`${SYSTEM}/sys/dictType/saveOrUpdate`, {
      typeCode: 'leaf',
      typeName: '叶',
      items: [{ dictLabel: '绿', dictValue: 'g' }],
    });
    await source.form(
      'branch',
      '枝',
      [input('name', '名称'), { tag: 'el-select', __vModel__: 'leaf', label: '叶', isDict: '1', dictCode: 'leaf' }],
      { access: { createRoles: ['*'] } },
    );
    await source.form(
      'twig',
      '梢',
      [input('name', '名称'), { tag: 'recordSelector', __vModel__: 'branch', label: '枝', to: 'branch' }],
      { access: { createRoles: ['*'] } },
    );
    pack = await source.pack(...names);
  });
  const take = async (): Promise<string> => {
    const { data } = await target.preview(pack);
    return (await target.take(pack, { seen: data.seen })).data.id;
  };

  it('finds a role the same although a form of the pack is new, where it has no right', async () => {
    const { data } = await target.preview(
      await source.pack({ kind: 'role', key: 'staff' }, { kind: 'form', key: 'branch' }),
    );
    expect(states(data)).toEqual({ 'role staff': 'same', 'form branch': 'new' });
  });

  it('removes them', async () => {
    const { data } = await target.undo(await take());
    expect(data).toEqual({ restored: 0, removed: 3, kept: [] });
    expect([await version('branch'), await version('twig')]).toEqual([0, 0]);
    expect((await here.get(`${SYSTEM}/sys/dictType/getById?id=leaf`)).status).toBe(404);
  });

  it('is refused, naming it, when one was changed since', async () => {
    const id = await take();
    await target.form('twig', '梢', [input('name', '另一个名称')]);
    const refused = await target.undo(id);
    expect([refused.code, refused.msg]).toEqual(['PACK_UNDO', expect.stringContaining('表单“梢”（twig）')]);
    expect(await version('branch')).toBe(2);
  });

  it('takes out of use, with all that they name, those that records hold by now', async () => {
    await here.post(`${SYSTEM}/frmDef/remove`, { formKey: 'twig' });
    await to.context.db.deleteFrom('sys_pack_base').where('key', '=', 'twig').execute();
    const { data } = await target.preview(pack);
    expect(states(data)).toEqual({ 'dictionary leaf': 'same', 'form branch': 'same', 'form twig': 'new' });
    const { data: done } = await target.take(pack, { seen: data.seen });
    await here.post(`${SYSTEM}/frmCrud/saveOrUpdate/twig`, { fieldsMap: { name: '一' }, childTables: {} });
    expect((await target.undo(done.id)).data).toEqual({ restored: 0, removed: 0, kept: ['表单“梢”（twig）'] });
    expect(
      (await here.post(`${SYSTEM}/frmCrud/saveOrUpdate/twig`, { fieldsMap: { name: '二' }, childTables: {} })).code,
    ).toBe('DOC_DISABLED');
    // taken in again it is in use again
    const { data: again } = await target.preview(pack);
    expect(again.items.find(({ key }) => key === 'twig')).toMatchObject({ state: 'conflict', isTaken: false });
    expect((await target.take(pack, { take: [{ kind: 'form', key: 'twig' }], seen: again.seen })).code).toBe('1');
    expect(
      (await here.post(`${SYSTEM}/frmCrud/saveOrUpdate/twig`, { fieldsMap: { name: '二' }, childTables: {} })).code,
    ).toBe('1');
  });

  it('removes a role with rights on a form that was here before', async () => {
    const stem = { kind: 'form', key: 'stem' };
    await source.form('stem', '茎', [input('name', '名称')]);
    await there.post(`${SYSTEM}/sys/role/add`, { code: 'gardener', name: '园丁' });
    const granted = await there.post(`${SYSTEM}/sys/role/saveGrid`, {
      code: 'gardener',
      forms: [{ formKey: 'stem', rights: ['see'], hidden: [], locked: [] }],
    });
    expect(granted.code, granted.msg).toBe('1');
    const forms = await source.pack(stem);
    const { data: first } = await target.preview(forms);
    const { data: taken } = await target.take(forms, { seen: first.seen });
    const withRole = await source.pack({ kind: 'role', key: 'gardener' }, stem);
    const { data: seen } = await target.preview(withRole);
    expect(states(seen)).toEqual({ 'role gardener': 'new', 'form stem': 'same' });
    const { data: done } = await target.take(withRole, { seen: seen.seen });
    expect(await target.undo(done.id)).toMatchObject({ code: '1', data: { restored: 0, removed: 1, kept: [] } });
    expect((await target.undo(taken.id)).code).toBe('1');
  });
});

it('an import that made a group of a page is taken back: the page without what was below it', async () => {
  const MENU = `${SYSTEM}/sys/menu`;
  const item = { name: '车队', path: 'fleetPages', code: 'fleetPages', component: 'platform/taskCenter/launch' };
  const saved = await there.post<{ id: string; revision: number }>(`${MENU}/save`, {
    parentId: 'office',
    roles: null,
    item,
  });
  const take = async (...keys: string[]): Promise<string> => {
    const pack = await source.pack(...keys.map((key) => ({ kind: 'menu', key }) as const));
    const { data } = await target.preview(pack);
    return (await target.take(pack, { seen: data.seen })).data.id;
  };
  await take('fleetPages');
  const asGroup = await there.post<{ id: string }>(`${MENU}/save`, {
    ...saved.data,
    parentId: 'office',
    roles: null,
    item: { ...item, component: 'ParentView' },
  });
  const below = { ...item, name: '用车', path: 'trips', code: 'fleetTrips' };
  await there.post(`${MENU}/save`, { parentId: asGroup.data.id, roles: null, item: below });
  const { data, msg } = await target.undo(await take('fleetPages', 'fleetTrips'));
  expect([data, msg]).toEqual([{ restored: 1, removed: 1, kept: [] }, expect.any(String)]);
  const { data: entries } = await here.get<{ entries: { code: string; isRemoved: boolean }[] }>(`${MENU}/manage`);
  const listed = JSON.stringify(entries.entries.filter(({ isRemoved }) => !isRemoved));
  expect([listed.includes('fleetPages'), listed.includes('fleetTrips')]).toEqual([true, false]);
});

it('nobody but administrators packs, compares, takes in or takes back', async () => {
  const staff = await to.api('staff');
  for (const [path, body] of [
    ['items', {}],
    ['needs', { items: [CARS[0]] }],
    ['export', { name: 'x', items: [CARS[0]] }],
    ['preview', { pack: file }],
    ['import', { pack: file, seen: 'x' }],
    ['page', {}],
    ['undo', { id: 'x' }],
  ] as const)
    expect((await staff.post(`${SYSTEM}/sys/pack/${path}`, body)).status).toBe(403);
});
