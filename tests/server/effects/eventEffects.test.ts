import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edge, flowFile, clientOf, storyOf, task, type Story } from '../approval/story.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { loadPeopleAsSignedIn } from '../../../src/server/auth/index.ts';
import type { RequestUser } from '../../../src/server/http/user.ts';
import { saveTogether } from '../../../src/server/records/index.ts';
import { publishFlow } from '../../../src/server/flowDocuments/publishFlow.ts';
import { author, recordsOf, type Saved } from '../support/sealDemo.ts';
import { recordsIn, storedRecords } from '../support/recordsIn.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const text = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const number = (key: string, more: object = {}) => ({ tag: 'el-input-number', __vModel__: key, label: key, ...more });
const relation = (key: string, to: string, more: object = {}) => ({
  tag: 'recordSelector',
  __vModel__: key,
  label: key,
  to,
  ...more,
});
const access = { createRoles: ['*'] };

const contract = {
  formKey: 'fxContract',
  formName: '合同',
  access,
  unitReads: '1',
  titleTemplate: '${name}',
  fields: [
    text('name', { isTitle: '1' }),
    number('amount'),
    number('settled'),
    text('state'),
    text('code', { unique: true }),
    { ...relation('lines', 'fxLine'), multiple: true },
  ],
  effects: [
    { on: 'voided', create: 'fxNote', fields: { text: "'合同作废：' + name" } },
    { on: 'saved', when: 'amount < 0', require: 'false', message: '${name}：合同额不能为负' },
  ],
};
const line = {
  formKey: 'fxLine',
  formName: '用印登记',
  access,
  unitReads: '1',
  titleTemplate: '${file}',
  fields: [
    text('file', { isTitle: '1', required: true }),
    number('copies', { min: 1, max: 9, precision: 0 }),
    relation('apply', 'fxApply'),
    relation('contract', 'fxContract', { fill: { contractName: 'name' } }),
    text('contractName'),
  ],
};
const note = { formKey: 'fxNote', formName: '便签', access, unitReads: '1', fields: [text('text', { isTitle: '1' })] };
const apply = {
  formKey: 'fxApply',
  formName: '用印申请',
  access,
  flowKey: 'fxApply',
  titleTemplate: '${title}',
  fields: [
    text('title', { isTitle: '1' }),
    relation('contract', 'fxContract'),
    number('sum'),
    text('act'),
    {
      tag: 'subTable',
      __vModel__: 'files',
      label: '文件',
      canOp: '1',
      commonAdd: '1',
      needRemove: '1',
      children: [text('file'), number('copies')],
    },
  ],
  effects: [
    { on: 'submitted', when: "act == 'memo'", create: 'fxNote', fields: { text: "'申请 ' + title" } },
    {
      on: 'finished',
      create: 'fxLine',
      each: 'files',
      fields: { file: 'row.file', copies: 'row.copies', apply: 'id', contract: 'contract' },
    },
    { on: 'finished', set: 'contract', fields: { settled: 'contract.settled + sum' } },
    {
      on: 'finished',
      when: '!isEmpty(contract)',
      require: 'contract.settled <= contract.amount',
      message: '合计将达 ${contract.settled} 元，超过合同 ${contract.name} 的 ${contract.amount} 元',
    },
    { on: 'finished', when: "act == 'void'", void: 'contract' },
    { on: 'finished', set: 'this', fields: { act: "'已办结'" } },
    {
      on: 'finished',
      notify: ['role:sealer', 'creator'],
      text: '${title} 已办结，${contract.name} 已结 ${contract.settled}',
    },
  ],
};

let server: TestServer;
let staff: Client;
const publish = async (definition: { formKey: string; formName: string }) =>
  publishForm(server.context, { ...definition, note: '', author, definition });
const made = async (formKey: string, fieldsMap: object): Promise<Saved['data']> => {
  const answer = await recordsOf(staff, formKey).save({ fieldsMap } as never);
  expect(answer.msg).toBe('保存成功');
  return answer.data;
};
const read = async (formKey: string, id: string) =>
  server.context.db
    .selectFrom(await recordsIn(server, formKey))
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const all = (formKey: string) => storedRecords(server, formKey);
const files = (...copies: number[]) => ({
  files: copies.map((count, index) => ({ id: `r${index}`, fieldsMap: { file: `文件${index}`, copies: count } })),
});

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
  const flow = flowFile(
    'fxApply',
    task('check user u-leader') + edge('f1', 'apply', 'check') + edge('f2', 'check', 'e'),
  );
  await publishFlow(server.context, { xml: flow, note: '', author });
  // each names the other: they are published without what is not there yet
  await publish({ ...note });
  await publish({ ...contract, fields: contract.fields.slice(0, -1), effects: [] } as never);
  await publish({ ...apply, effects: [] } as never);
  await publish({ ...line });
  await publish({ ...contract });
  await publish({ ...apply });
});
afterAll(() => server.dispose());

const submitted = async (fieldsMap: object, childTables: object = {}): Promise<Story> => {
  const answer = await recordsOf(await clientOf(server, 'staff'), 'fxApply').run(
    { fieldsMap, childTables } as never,
    'submit',
  );
  expect(answer.msg).toContain('成功');
  return storyOf(server, 'fxApply', answer.data.id ?? '');
};

describe('what the end of a process does', () => {
  it('writes a record for each row, with what its relations fill, and says in its history where it comes from', async () => {
    const target = await made('fxContract', { name: '合同甲', amount: 100, settled: 10 });
    const story = await submitted({ title: '盖章甲', contract: target.id, sum: 30 }, files(2, 3));
    expect(await all('fxLine')).toEqual([]);
    const done = await story.act('leader', 'approve');
    expect(done.msg).toContain('成功');
    expect(done.data.fieldsMap.act).toBe('已办结');
    const lines = await all('fxLine');
    expect(lines.map(({ fields }) => fields)).toMatchObject([
      { file: '文件0', copies: 2, apply: story.id, applyLabel: '盖章甲', contractName: '合同甲' },
      { file: '文件1', copies: 3, contractLabel: '合同甲' },
    ]);
    expect(lines[0]).toMatchObject({ create_by: 'u-leader', flw_state: '0' });
    expect((await read('fxContract', target.id ?? '')).fields).toMatchObject({ settled: 40 });
    const history = await staff.get(`/api/system/frmCrud/history/fxContract?id=${target.id}`);
    expect(JSON.stringify(history.data)).toContain('由 用印申请“盖章甲”办结');
    const told = await server.context.db
      .selectFrom('sys_remind')
      .select(['user_id', 'title'])
      .where('kind', '=', 'effect')
      .execute();
    expect(told.map(({ user_id: id }) => id).toSorted()).toEqual(['u-sealer', 'u-staff']);
    expect(told[0]?.title).toBe('盖章甲 已办结，合同甲 已结 40');
  });

  it('is refused with the sentence of the condition, and leaves nothing half done', async () => {
    const target = await made('fxContract', { name: '合同乙', amount: 100, settled: 90 });
    const before = (await all('fxLine')).length;
    const story = await submitted({ title: '盖章乙', contract: target.id, sum: 20 }, files(1));
    const refused = await story.act('leader', 'approve');
    expect(refused).toMatchObject({
      code: 'EFFECT_REQUIRE',
      msg: '合计将达 110 元，超过合同 合同乙 的 100 元',
    });
    expect(await story.state()).toBe('1');
    expect((await all('fxLine')).length).toBe(before);
    expect((await read('fxContract', target.id ?? '')).fields).toMatchObject({ settled: 90 });
  });

  it('is refused where the record that it would write breaks the rules of its form', async () => {
    const story = await submitted({ title: '盖章丙' }, files(99));
    const refused = await story.act('leader', 'approve');
    expect(refused.code).toBe('EFFECT_REFUSED');
    expect(refused.msg).toContain('copies');
    expect(await story.state()).toBe('1');
  });

  it('voids a record, whose own effects run, too', async () => {
    const target = await made('fxContract', { name: '合同丁', amount: 100 });
    const story = await submitted({ title: '作废', contract: target.id, act: 'void' });
    expect((await story.act('leader', 'approve')).msg).toContain('成功');
    expect((await read('fxContract', target.id ?? '')).flw_state).toBe('4');
    expect((await all('fxNote')).map(({ fields }) => fields['text'])).toContain('合同作废：合同丁');
  });

  it('happens once for a step that is sent again with the same key', async () => {
    const target = await made('fxContract', { name: '合同戊', amount: 100 });
    const story = await submitted({ title: '重发', contract: target.id, sum: 5 }, files(1));
    const leader = recordsOf(await clientOf(server, 'leader'), 'fxApply');
    const { data } = await leader.get(story.id);
    const before = (await all('fxLine')).length;
    const once = () =>
      leader.run({ id: story.id, revision: data.revision } as never, 'approve', {}, { 'Idempotency-Key': 'fx-once-1' });
    const [first, second] = [await once(), await once()];
    expect([first.code, second.code]).toEqual(['1', '1']);
    expect((await all('fxLine')).length).toBe(before + 1);
    expect((await read('fxContract', target.id ?? '')).fields).toMatchObject({ settled: 5 });
  });
});

describe('what a submission does', () => {
  it('brings what it made up to date when the record is submitted again after a return', async () => {
    const before = (await all('fxNote')).length;
    const story = await submitted({ title: '备忘一', act: 'memo' });
    expect((await all('fxNote')).length).toBe(before + 1);
    await story.act('leader', 'return', { opinion: '改名' });
    const again = await story.act('staff', 'submit', {});
    expect(again.code).toBe('1');
    const own = recordsOf(staff, 'fxApply');
    const { data } = await own.get(story.id);
    expect(data.flwState).toBe('1');
    const notes = await all('fxNote');
    expect(notes.length).toBe(before + 1);
  });

  it('cannot be taken back where it changed another record', async () => {
    const story = await submitted({ title: '撤不回', act: 'memo' });
    const refused = await story.do('staff', 'takeBackFlow');
    expect(refused.code).toBe('EFFECT_KEPT');
    expect(await story.state()).toBe('1');
    expect(await (await submitted({ title: '可撤回' })).do('staff', 'takeBackFlow')).toMatchObject({ code: '1' });
  });
});

describe('saving', () => {
  it('is refused by a condition of the record itself', async () => {
    const refused = await recordsOf(staff, 'fxContract').save({ fieldsMap: { name: '负', amount: -1 } });
    expect(refused).toMatchObject({ code: 'EFFECT_REQUIRE', msg: '负：合同额不能为负' });
  });
});

describe('effects that cause each other', () => {
  it('end at the limit, whatever a client says of their depth', async () => {
    for (const n of [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]) {
      const next = { create: `fxChain${n + 1}`, fields: { name: 'name' } };
      await publish({
        formKey: `fxChain${n}`,
        formName: `环节${n}`,
        access,
        fields: [text('name')],
        effects:
          n === 10
            ? []
            : [
                { on: 'saved', ...next },
                { on: 'finished', ...next },
              ],
      } as never);
    }
    const submit = (formKey: string, more: object) =>
      recordsOf(staff, formKey).run({ fieldsMap: { name: '始' } }, 'submit', more as never);
    for (const more of [{}, { depth: -1000 }, { depth: 'x' }])
      expect(await submit('fxChain0', more), JSON.stringify(more)).toMatchObject({ code: 'EFFECT_DEPTH' });
    // a chain that is one shorter; other unknown keys do no harm
    expect((await submit('fxChain1', { note: 'x' })).code).toBe('1');
  });
});

describe('publishing', () => {
  const problemsOf = async (more: object): Promise<{ path: unknown; message: string; level: string }[]> => {
    const admin = await clientOf(server, 'admin');
    const definition = { ...apply, ...more };
    const { data } = await admin.post<{ problems: { path: unknown; message: string; level: string }[] }>(
      '/api/system/frmDef/saveDraft',
      { formKey: 'fxApply', formName: '用印申请', definition },
    );
    return data.problems.filter(({ level }) => level === 'error');
  };
  it.each([
    ['an unknown form', { on: 'finished', create: 'nowhere', fields: {} }, ['effects', 0, 'create']],
    [
      'an unknown field',
      { on: 'finished', set: 'contract', fields: { nothing: '1' } },
      ['effects', 0, 'fields', 'nothing'],
    ],
    [
      'a wrong type',
      { on: 'finished', set: 'contract', fields: { amount: 'title' } },
      ['effects', 0, 'fields', 'amount'],
    ],
    [
      'a path that leads nowhere',
      { on: 'finished', set: 'contract', fields: { name: 'contract.owner' } },
      ['effects', 0, 'fields', 'name'],
    ],
    [
      'a relation given another form',
      { on: 'finished', create: 'fxLine', fields: { file: 'title', contract: 'id' } },
      ['effects', 0, 'fields', 'contract'],
    ],
    ['two verbs', { on: 'finished', void: 'contract', remove: 'contract' }, ['effects', 0]],
    ['a condition without its sentence', { on: 'finished', require: 'sum > 0' }, ['effects', 0]],
    [
      'a place that is no field',
      { on: 'finished', require: 'sum > 0', message: '${total}' },
      ['effects', 0, 'message'],
    ],
    ['no event', { set: 'contract', fields: { amount: '1' } }, ['effects', 0]],
    [
      'several values that no rows give',
      { on: 'finished', create: 'fxLine', each: 'none', fields: { file: 'row.file' } },
      ['effects', 0, 'each'],
    ],
    ['a field that is no person', { on: 'finished', notify: ['field:title'], text: 'x' }, ['effects', 0, 'notify', 0]],
  ])('refuses %s at its place', async (_name, effect, path) => {
    expect((await problemsOf({ effects: [effect] })).map((one) => one.path)).toContainEqual(path);
  });

  it('refuses effects that set each other off without end', async () => {
    const admin = await clientOf(server, 'admin');
    const definition = { ...note, effects: [{ on: 'saved', create: 'fxNote', fields: { text: 'text' } }] };
    const { data } = await admin.post<{ problems: { path: unknown; message: string }[] }>(
      '/api/system/frmDef/saveDraft',
      {
        formKey: 'fxNote',
        formName: '便签',
        definition,
      },
    );
    expect(data.problems.find(({ message }) => message.includes('循环触发'))?.path).toEqual(['effects', 0]);
  });
});

it('of records that are stored together, each reads what the effects of those before it have written', async () => {
  const stock = {
    formKey: 'fxStock',
    formName: '库存',
    access,
    unitReads: '1',
    fields: [text('item'), number('left')],
  };
  const issue = {
    formKey: 'fxIssue',
    formName: '领用',
    access,
    unitReads: '1',
    fields: [
      text('item'),
      relation('stock', 'fxStock'),
      number('quantity'),
      number('found', { computed: "lookup('fxStock', it.item == item, 'left')" }),
    ],
    effects: [{ on: 'saved', set: 'stock', fields: { left: 'stock.left - quantity' } }],
  };
  await publish(stock);
  await publish(issue);
  const { id } = await made('fxStock', { item: '手套', left: 10 });
  const [user] = (await loadPeopleAsSignedIn(server.context.db, ['u-staff'])) as [RequestUser];
  const sent = [6, 1].map((quantity) => ({ fieldsMap: { item: '手套', stock: id, quantity }, childTables: {} }));
  expect(
    await server.context.db.transaction().execute((trx) => saveTogether(server.context, trx, user, 'fxIssue', sent)),
  ).toEqual([null, null]);
  const found = (await all('fxIssue')).map(({ fields }) => [fields['quantity'], fields['found']]);
  expect(found.sort()).toEqual([
    [1, 4],
    [6, 10],
  ]);
  expect((await read('fxStock', id ?? '')).fields).toMatchObject({ left: 3 });
});
