import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { begin, edge, flowFile, publishStory, task } from '../approval/story.ts';
import { fillColumns } from '../../../src/server/records/index.ts';
import { recordsOf } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
  await publishForm('car', CAR);
  const saved = await admin.post<{ id: string }>('/api/system/frmCrud/saveOrUpdate/car', {
    fieldsMap: { reason: '送样', km: 120, note: '雨天' },
    childTables: { trips: [{ id: 'r1', fieldsMap: { place: '滨江' } }] },
  });
  expect(saved.code).toBe('1');
});
afterAll(() => server.dispose());

const input = (key: string, label: string, more: object = {}) => ({
  tag: 'el-input',
  __vModel__: key,
  label,
  isList: '1',
  ...more,
});
const km = { tag: 'el-input-number', __vModel__: 'km', label: '公里数', isList: '1' };
const trips = { tag: 'subTable', __vModel__: 'trips', label: '行程', children: [input('place', '地点')] };
const CAR = [input('reason', '事由'), km, input('note', '备注'), trips];

type Answer<T> = { code: string; msg: string; status: number; data: T };
const form = (formKey: string, fields: object[], more: object = {}) => ({
  formKey,
  formName: `表单${formKey}`,
  fields,
  access: { createRoles: ['*'] },
  ...more,
});

async function draft(formKey: string, fields: object[], more: object = {}): Promise<void> {
  const { code, msg } = await admin.post('/api/system/frmDef/saveDraft', {
    formKey,
    formName: `表单${formKey}`,
    definition: form(formKey, fields, more),
  });
  expect([code, msg]).toEqual(['1', '草稿已保存']);
}
const publish = <T = { version: number }>(formKey: string, more: object = {}): Promise<Answer<T>> =>
  admin.post<T>('/api/system/frmDef/publish', { formKey, note: '改', ...more }) as Promise<Answer<T>>;
async function publishForm(formKey: string, fields: object[], more: object = {}): Promise<void> {
  await draft(formKey, fields, more);
  expect((await publish(formKey)).code).toBe('1');
}
interface Impact {
  removed: { key: string; records: number | null }[];
  changed: { key: string; records: number | null }[];
  breaks: { kind: string; key: string; name: string; place: string; detail: string; path: unknown[] }[];
  touches: { kind: string; key: string; place: string; state: string }[];
  running: unknown[];
  seen: string;
}
const impact = async (formKey: string, fields: object[], more: object = {}): Promise<Impact> =>
  (await admin.post<Impact>('/api/system/frmDef/impact', { formKey, definition: form(formKey, fields, more) })).data;
const without = (...keys: string[]) => CAR.filter(({ __vModel__: key }) => !keys.includes(key));

async function dataset(datasetKey: string, definition: object): Promise<void> {
  await admin.post('/api/system/datasetDef/saveDraft', {
    datasetKey,
    name: datasetKey,
    definition: { datasetKey, name: `数据集${datasetKey}`, params: [], ...definition },
  });
  expect((await admin.post('/api/system/datasetDef/publish', { datasetKey, note: '' })).code).toBe('1');
}
async function screen(screenKey: string, root: object, isPublished = true): Promise<void> {
  await admin.post('/api/system/screenDef/saveDraft', {
    screenKey,
    title: `界面${screenKey}`,
    definition: { screenKey, title: `界面${screenKey}`, root },
  });
  if (isPublished) expect((await admin.post('/api/system/screenDef/publish', { screenKey, note: '' })).code).toBe('1');
}

describe('the impact of a publication', () => {
  it('counts the records that hold a field or rows of a table that goes, and those of a field of another type', async () => {
    const found = await impact('car', [input('reason', '事由'), input('km', '公里数')]);
    expect(found).toMatchObject({
      removed: [
        { key: 'note', records: 1 },
        { key: 'trips', records: 1 },
      ],
      changed: [{ key: 'km', records: 1 }],
      breaks: [],
    });
    expect(
      (await impact('car', [input('reason', '事由'), km, input('note', '备注'), { ...trips, children: [] }])).removed,
    ).toEqual([{ key: 'trips.place', label: '行程.地点', records: 1, isMore: false }]);
  });

  it('counts the values of each type that a field has had', async () => {
    const number = { tag: 'el-input-number', __vModel__: 'size', label: '规格' };
    const save = async (size: unknown): Promise<void> =>
      expect((await recordsOf(admin, 'sizes').save({ fieldsMap: { a: '甲', size } })).code).toBe('1');
    await publishForm('sizes', [input('a', '甲'), number]);
    await save(3);
    const { seen } = await impact('sizes', [input('a', '甲'), input('size', '规格')]);
    await draft('sizes', [input('a', '甲'), input('size', '规格')]);
    expect((await publish('sizes', { acknowledged: seen })).code).toBe('1');
    await save('大号');
    await save('');
    await fillColumns(server.context);
    expect((await impact('sizes', [input('a', '甲')])).removed).toMatchObject([{ key: 'size', records: 2 }]);
  });

  it('tells what effects write and roll-ups disclose, and which of it is new', async () => {
    const lorry = [input('note', '备注'), km];
    await publishForm('lorry', lorry);
    const fields = [
      { tag: 'recordSelector', __vModel__: 'lorry', label: '用车', to: 'lorry' },
      { tag: 'el-input-number', __vModel__: 'fee', label: '金额' },
    ];
    const effects = [{ on: 'saved', set: 'lorry', fields: { note: "'已付'" } }];
    const text = '保存后：修改“表单lorry”的备注';
    expect(await impact('toll', fields, { effects })).toMatchObject({ authority: [{ text, isAdded: true }] });
    await publishForm('toll', fields, { effects });
    expect(await impact('toll', fields, { effects })).toMatchObject({ authority: [{ text, isAdded: false }] });
    const rollup = { from: 'toll', via: 'lorry', fn: 'sum', of: 'fee' };
    expect(await impact('lorry', [...lorry, { ...km, __vModel__: 'tolls', label: '路费', rollup }])).toMatchObject({
      authority: [{ text: '“路费”汇总“表单toll”的金额，能看此字段的人都能看到', isAdded: true }],
    });
  });

  it('is nothing to see where only something is added, or nobody has a value', async () => {
    expect(await impact('car', [...CAR, input('more', '另')])).toMatchObject({ removed: [], touches: [], seen: '' });
    await publishForm('empty', [input('a', '甲'), input('b', '乙')]);
    expect(await impact('empty', [input('a', '甲')])).toMatchObject({ removed: [{ key: 'b', records: 0 }], seen: '' });
  });

  it('must be seen as it is before the form is published', async () => {
    await draft('car', without('note'));
    const refused = await publish<{ impact: Impact }>('car');
    expect([refused.status, refused.code]).toEqual([409, 'DOC_IMPACT']);
    expect((await publish('car', { acknowledged: 'guess' })).code).toBe('DOC_IMPACT');
    const { seen } = await impact('car', without('note'));
    expect(refused.data.impact.seen).toBe(seen);
    // a screen that names the field comes in between: the impact seen is not the one there is
    await screen('test/cars', { tag: 'list', formKey: 'car', columns: [{ field: 'note' }] });
    expect((await publish('car', { acknowledged: seen })).code).toBe('DOC_IMPACT');
    const now = await impact('car', without('note'));
    expect(now.touches).toMatchObject([{ kind: 'screen', key: 'test/cars', place: '列表 · 列' }]);
    expect((await publish('car', { acknowledged: now.seen })).code).toBe('1');
  });

  it('of an earlier version that is to be published again must be seen, too', async () => {
    await publishForm('back', [input('a', '甲')]);
    await publishForm('back', [input('a', '甲'), input('b', '乙')]);
    await admin.post('/api/system/frmCrud/saveOrUpdate/back', { fieldsMap: { a: '1', b: '2' }, childTables: {} });
    const call = (more: object) => admin.post('/api/system/frmDef/rollback', { formKey: 'back', version: 1, ...more });
    expect(await call({})).toMatchObject({ code: 'DOC_IMPACT' });
    const { seen } = await impact('back', [input('a', '甲')]);
    expect(await call({ acknowledged: seen })).toMatchObject({ code: '1' });
  });

  it('counts the applications that run, by the version of the form that they keep', async () => {
    const body = `${task('check user u-leader')}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`;
    const fields = [input('title', '标题', { isTitle: '1' }), input('extra', '附言')];
    await publishStory(server, 'under', flowFile('under', body), fields);
    const ended = await begin(server, 'under', { title: '甲', extra: '一' });
    await ended.act('leader', 'approve');
    await begin(server, 'under', { title: '乙', extra: '二' });
    const found = await impact('under', fields.slice(0, 1), { flowKey: 'under' });
    expect(found).toMatchObject({ removed: [{ key: 'extra', records: 2 }], running: [{ version: 1, count: 1 }] });
  });
});

describe('a publication that would break what is in force is refused, naming document and place', () => {
  it('a dataset that measures the field', async () => {
    await publishForm('money', [input('a', '甲'), { tag: 'el-input-number', __vModel__: 'amount', label: '金额' }]);
    await dataset('test/sums', { from: 'money', measures: [{ key: 'm', fn: 'sum', of: 'amount' }] });
    await draft('money', [input('a', '甲')]);
    const refused = await publish<{ impact: Impact }>('money', { acknowledged: 'x' });
    expect([refused.status, refused.code]).toEqual([422, 'DOC_BREAKS']);
    expect(refused.msg).toBe('发布后会使 1 处失效，请先修改：数据集“数据集test/sums”的度量，引用的字段“amount”不存在');
    expect(refused.data.impact.breaks).toMatchObject([
      { kind: 'dataset', key: 'test/sums', path: ['measures', 0, 'of'] },
    ]);
    // no acknowledgement helps, and a field of another type is as bad
    const { breaks, seen } = await impact('money', [input('a', '甲'), input('amount', '金额')]);
    expect(breaks).toMatchObject([{ kind: 'dataset' }]);
    expect((await publish('money', { acknowledged: seen })).code).toBe('DOC_BREAKS');
  });

  it('a roll-up and a relation of other forms', async () => {
    const target = [
      input('name', '名称'),
      {
        tag: 'el-input-number',
        __vModel__: 'total',
        label: '合计',
        rollup: { from: 'part', via: 'whole', fn: 'sum', of: 'size' },
      },
    ];
    await publishForm('whole', [input('name', '名称')]);
    await publishForm('part', [
      { tag: 'recordSelector', __vModel__: 'whole', label: '整体', to: 'whole', columns: ['name'] },
      { tag: 'el-input-number', __vModel__: 'size', label: '大小' },
    ]);
    await publishForm('whole', target);
    const lost = await impact('part', [
      { tag: 'recordSelector', __vModel__: 'whole', label: '整体', to: 'whole', columns: ['name'] },
    ]);
    expect(lost.breaks).toMatchObject([{ kind: 'form', key: 'whole', name: '表单whole', place: '字段“合计” · 汇总' }]);
    const unnamed = await impact('whole', target.slice(1));
    expect(unnamed.breaks).toMatchObject([{ kind: 'form', key: 'part', place: '字段“整体” · 选择窗口的列' }]);
  });

  it('a list that is narrowed by the field; a draft that names it is only touched', async () => {
    await publishForm('asked', [input('a', '甲'), input('kind', '种类')]);
    await screen('test/asked', { tag: 'list', formKey: 'asked', fixedQuery: { kind: '1' } });
    await screen('test/later', { tag: 'list', formKey: 'asked', sort: { field: 'kind' } }, false);
    const found = await impact('asked', [input('a', '甲')]);
    expect(found.breaks).toMatchObject([{ kind: 'screen', key: 'test/asked' }]);
    expect(found.touches).toMatchObject([{ key: 'test/later', state: 'draft' }]);
  });

  it('a condition of the process, by the name of its branch; node rights of the field are only touched', async () => {
    await admin.post('/api/system/flowDef/saveDraft', { flowKey: 'carFlow', flowName: '用车审批', definition: FLOW });
    expect((await admin.post('/api/system/flowDef/publish', { flowKey: 'carFlow', note: '' })).code).toBe('1');
    await publishForm('carApply', [input('reason', '事由'), km, input('plate', '车辆')], { flowKey: 'carFlow' });
    const found = await impact('carApply', [input('reason', '事由')], { flowKey: 'carFlow' });
    expect(found.breaks).toMatchObject([
      { kind: 'flow', key: 'carFlow', name: '用车审批', place: '分支“公里数超过100”的条件' },
    ]);
    expect(found.touches).toMatchObject([{ kind: 'flow', place: '节点“部门审核” · 字段权限' }]);
    await draft('carApply', [input('reason', '事由')], { flowKey: 'carFlow' });
    expect((await publish('carApply')).msg).toBe(
      '发布后会使 1 处失效，请先修改：流程“用车审批”的分支“公里数超过100”的条件，表达式引用了不存在的字段“km”',
    );
    // removing what only node rights name is a matter of seeing it
    await draft('carApply', [input('reason', '事由'), km], { flowKey: 'carFlow' });
    const { seen } = await impact('carApply', [input('reason', '事由'), km], { flowKey: 'carFlow' });
    expect((await publish('carApply')).code).toBe('DOC_IMPACT');
    expect((await publish('carApply', { acknowledged: seen })).code).toBe('1');
  });

  it('a chart of a measure that its dataset gives up', async () => {
    await publishForm('sold', [input('a', '甲')]);
    const measures = [{ key: 'm', fn: 'count', label: '数量' }];
    await dataset('test/sold', { from: 'sold', groupBy: [{ key: 'g', of: 'a' }], measures });
    await screen('test/board', {
      tag: 'page',
      children: [{ tag: 'chart', dataset: 'test/sold', type: 'bar', x: 'g', y: ['m'] }],
    });
    const datasetKey = 'test/sold';
    await admin.post('/api/system/datasetDef/saveDraft', {
      datasetKey,
      name: '销售',
      definition: { datasetKey, name: '销售', params: [], from: 'sold', measures },
    });
    expect(await admin.post('/api/system/datasetDef/publish', { datasetKey, note: '' })).toMatchObject({
      code: 'DOC_BREAKS',
      msg: '发布后会使 1 处失效，请先修改：界面“界面test/board”的图表 · 横轴（分组），数据集中不再有“g”',
    });
  });
});

it('nobody but administrators asks for uses and impact', async () => {
  expect((await staff.post('/api/system/frmDef/impact', { formKey: 'car', definition: form('car', CAR) })).status).toBe(
    403,
  );
  expect((await staff.get('/api/system/frmDef/uses?formKey=car')).status).toBe(403);
});

it('a menu entry that lists a form is no use of a form whose key has another character for each `_`', async () => {
  await publishForm('car_fee', [input('name', '名称')]);
  const { db } = server.context;
  const item = JSON.stringify({ name: '车费', query: 'formKey=carXfee&tab=1' });
  await sql`insert into sys_menu (id, sn, item) values ('carXfeeMenu', 1, ${item}::jsonb)`.execute(db);
  const menus = async () =>
    (await admin.get<{ kind: string; key: string }[]>('/api/system/frmDef/uses?formKey=car_fee')).data.filter(
      ({ kind }) => kind === 'menu',
    );
  expect(await menus()).toEqual([]);
  await sql`update sys_menu set item = jsonb_set(item, '{query}', '"formKey=car_fee&tab=1"') where id = 'carXfeeMenu'`.execute(
    db,
  );
  expect(await menus()).toMatchObject([{ key: 'carXfeeMenu' }]);
  await sql`delete from sys_menu where id = 'carXfeeMenu'`.execute(db);
});

it('a path through a relation is followed anew when the form that it goes through leads elsewhere', async () => {
  await publishForm('one', [input('name', '名称')]);
  await publishForm('two', [input('name', '名称')]);
  const relation = (to: string) => ({ tag: 'recordSelector', __vModel__: 'target', label: '目标', to });
  await publishForm('middle', [input('x', '某'), relation('one')]);
  await screen('test/path', { tag: 'list', formKey: 'middle', columns: [{ field: 'target.name' }] });
  const uses = async (formKey: string) =>
    (await admin.get<{ key: string }[]>(`/api/system/frmDef/uses?formKey=${formKey}&name=name`)).data.map(
      ({ key }) => key,
    );
  expect([await uses('one'), await uses('two')]).toEqual([['test/path'], []]);
  await draft('middle', [input('x', '某'), relation('two')]);
  const { seen } = await impact('middle', [input('x', '某'), relation('two')]);
  expect((await publish('middle', { acknowledged: seen })).code).toBe('1');
  expect([await uses('one'), await uses('two')]).toEqual([[], ['test/path']]);
});

const FLOW = `<?xml version="1.0"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:sf="urn:schema-first:bpmn" id="d" targetNamespace="t">
<process id="carFlow" name="用车审批" isExecutable="true"><startEvent id="s"/>
<userTask id="apply" name="申请"><extensionElements><sf:candidates type="initiator"/></extensionElements></userTask>
<userTask id="audit" name="部门审核"><extensionElements><sf:candidates type="deptLeader" value="1"/><sf:field key="plate" editable="1"/></extensionElements></userTask>
<userTask id="boss" name="领导审批"><extensionElements><sf:candidates type="role" value="manager"/></extensionElements></userTask>
<exclusiveGateway id="g" default="f4"/><endEvent id="e"/>
<sequenceFlow id="f0" sourceRef="s" targetRef="apply"/><sequenceFlow id="f1" sourceRef="apply" targetRef="audit"/><sequenceFlow id="f2" sourceRef="audit" targetRef="g"/>
<sequenceFlow id="f3" name="公里数超过100" sourceRef="g" targetRef="boss"><conditionExpression><![CDATA[km > 100.0]]></conditionExpression></sequenceFlow>
<sequenceFlow id="f4" sourceRef="g" targetRef="e"/><sequenceFlow id="f5" sourceRef="boss" targetRef="e"/></process></definitions>`;
