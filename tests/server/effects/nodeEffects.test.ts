import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edge, flowFile, clientOf, storyOf, task, type Story } from '../approval/story.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../../src/server/flowDocuments/publishFlow.ts';
import { author, recordsOf } from '../support/sealDemo.ts';
import { recordsIn } from '../support/recordsIn.ts';
import { startTestServer, type TestServer } from '../support.ts';

const text = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const sample = {
  formKey: 'neSample',
  formName: '样品',
  access: { createRoles: ['*'] },
  unitReads: '1',
  fields: [
    text('no', { isTitle: '1' }),
    text('grade'),
    { tag: 'recordSelector', __vModel__: 'order', label: '委托', to: 'neOrder' },
    { tag: 'recordSelector', __vModel__: 'source', label: '来源', to: 'neSample' },
  ],
};
const order = {
  formKey: 'neOrder',
  formName: '委托',
  access: { createRoles: ['*'] },
  flowKey: 'neOrder',
  fields: [
    text('title', { isTitle: '1' }),
    text('grade'),
    text('stage'),
    text('mayUndo'),
    { tag: 'userSelector', __vModel__: 'checkers', label: '复核人', multiple: true },
    {
      tag: 'subTable',
      __vModel__: 'rows',
      label: '样品',
      canOp: '1',
      commonAdd: '1',
      needRemove: '1',
      children: [text('no')],
    },
  ],
  effects: [
    { on: 'passed', node: 'receive', set: 'this', fields: { stage: "'已收'" } },
    {
      key: 'samples',
      on: 'passed',
      node: 'receive',
      when: "mayUndo != '1'",
      each: 'rows',
      create: 'neSample',
      fields: { no: 'row.no', grade: 'grade', order: 'id' },
    },
    {
      on: 'passed',
      node: 'receive',
      when: "mayUndo == '1'",
      undo: true,
      create: 'neSample',
      fields: { no: "'临时 ' + title", order: 'id' },
    },
    {
      on: 'passed',
      node: 'sign',
      create: 'neSample',
      fields: { no: "'会签 ' + title", grade: 'stage', order: 'id' },
    },
    { on: 'passed', node: 'sign', require: "grade != '拒'", message: '${title} 的等级不能是 ${grade}' },
    {
      key: 'tasks',
      on: 'passed',
      node: 'sign',
      when: "grade == '派'",
      each: 'rows',
      create: 'neSample',
      fields: { no: "'任务 ' + made.samples.no", source: 'made.samples', grade: 'made.samples.grade' },
    },
    { on: 'rejected', each: 'rows', void: 'made.samples' },
    { on: 'returned', when: "grade == '退'", set: 'this', fields: { stage: "'已退回'" } },
    {
      key: 'back',
      on: 'returned',
      node: 'sign',
      when: "grade == '退'",
      create: 'neSample',
      fields: { no: "'退回 ' + title", grade: 'stage', order: 'id' },
    },
    { on: 'returned', node: 'receive', require: "grade != '不退'", message: '${title} 不能退回' },
  ],
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const xml = flowFile(
    'neOrder',
    task('receive user u-leader') +
      task('sign field checkers', '<sf:sign mode="all"/>') +
      edge('f1', 'apply', 'receive') +
      edge('f2', 'receive', 'sign') +
      edge('f3', 'sign', 'e'),
  );
  await publishFlow(server.context, { xml, note: '', author });
  const publish = (definition: { formKey: string; formName: string }) =>
    publishForm(server.context, { ...definition, note: '', author, definition });
  await publish({ ...order, effects: [] } as never);
  await publish(sample);
  await publish(order);
});
afterAll(() => server.dispose());

const rows = (...numbers: string[]) => ({
  rows: numbers.map((no) => ({ id: `row-${no}`, fieldsMap: { no } })),
});
async function submitted(fieldsMap: object, ...numbers: string[]): Promise<Story> {
  const answer = await recordsOf(await clientOf(server, 'staff'), 'neOrder').run(
    {
      fieldsMap: { grade: 'C30', checkers: 'u-manager,u-sealer,u-hr', ...fieldsMap },
      childTables: rows(...numbers),
    } as never,
    'submit',
  );
  expect(answer.msg, JSON.stringify(answer.data)).toContain('成功');
  return storyOf(server, 'neOrder', answer.data.id ?? '');
}
const samplesOf = async ({ id }: Story) =>
  (
    await server.context.db
      .selectFrom(await recordsIn(server, 'neSample'))
      .select(['id', 'fields', 'flw_state'])
      .orderBy('create_time')
      .orderBy('id')
      .execute()
  ).filter(({ fields }) => fields['order'] === id);
const shown = async (story: Story) =>
  (await samplesOf(story))
    .map(({ fields, flw_state: state }) => `${fields['no']} ${fields['grade']} ${state}`)
    .toSorted();

describe('what is done when a node is passed', () => {
  it('happens in the step that passes it, and says in the history of what it made where it comes from', async () => {
    const story = await submitted({ title: '甲' }, 'Y1', 'Y2');
    expect(await samplesOf(story)).toEqual([]);
    const done = await story.act('leader', 'approve');
    expect(done.msg).toContain('成功');
    expect(done.data.fieldsMap).toMatchObject({ stage: '已收' });
    expect(done.data.flwState).toBe('1');
    expect(await story.at()).toBe('sign');
    expect(await shown(story)).toEqual(['Y1 C30 0', 'Y2 C30 0']);
    const [first] = await samplesOf(story);
    const leader = await clientOf(server, 'leader');
    const history = await leader.get(`/api/system/frmCrud/history/neSample?id=${first?.id}`);
    expect(JSON.stringify(history.data)).toContain('由 委托“甲”的“receive”通过');
  });

  it('does not happen on a return, and passed again brings up to date what it made instead of making it twice', async () => {
    const story = await submitted({ title: '乙' }, 'Z1', 'Z2');
    await story.act('leader', 'return', { opinion: '补样品' });
    expect(await samplesOf(story)).toEqual([]);
    await story.act('staff', 'submit');
    await story.act('leader', 'approve');
    const before = await samplesOf(story);
    expect(before).toHaveLength(2);

    await story.act('manager', 'return', { opinion: '改等级' });
    expect(await samplesOf(story)).toHaveLength(2);
    const own = recordsOf(await clientOf(server, 'staff'), 'neOrder');
    const { data } = await own.get(story.id);
    const again = await own.run(
      {
        id: story.id,
        revision: data.revision,
        fieldsMap: { ...data.fieldsMap, grade: 'C40' },
        childTables: rows('Z2', 'Z3'),
      } as never,
      'submit',
    );
    expect(again.msg).toContain('成功');
    expect((await story.act('leader', 'approve')).msg).toContain('成功');
    // the row that is gone: its sample is voided; the one that stayed is the same record
    expect(await shown(story)).toEqual(['Z1 C30 4', 'Z2 C40 0', 'Z3 C40 0']);
    const kept = (await samplesOf(story)).find(({ fields }) => fields['no'] === 'Z2');
    expect(before.map(({ id }) => id)).toContain(kept?.id);
  });

  it('happens once for a countersign, with the vote that decides it, in the order of the nodes', async () => {
    const story = await submitted({ title: '丙' });
    await story.act('leader', 'approve');
    await story.act('manager', 'approve');
    await story.act('sealer', 'approve');
    expect(await samplesOf(story)).toEqual([]);
    expect((await story.act('hr', 'approve')).msg).toContain('成功');
    expect(await shown(story)).toEqual(['会签 丙 已收 0']);
    expect(await story.state()).toBe('3');
  });

  it('refuses the step that would pass the node where a condition does not hold; nothing is half done', async () => {
    const story = await submitted({ title: '丁', grade: '拒' });
    for (const who of ['leader', 'manager', 'sealer']) await story.act(who, 'approve');
    expect(await story.act('hr', 'approve')).toMatchObject({ code: 'EFFECT_REQUIRE', msg: '丁 的等级不能是 拒' });
    expect(await samplesOf(story)).toEqual([]);
    expect(await story.at()).toBe('sign');
  });

  it('is done when any node sends the record back, or when the named one does; the same record when it does so again', async () => {
    const story = await submitted({ title: '庚', grade: '退' });
    await story.act('leader', 'return', { opinion: '补样品' });
    const stage = async () => (await recordsOf(await clientOf(server, 'staff'), 'neOrder').get(story.id)).data;
    expect((await stage()).fieldsMap).toMatchObject({ stage: '已退回' });
    expect(await samplesOf(story)).toEqual([]);
    for (const _round of [1, 2]) {
      await story.act('staff', 'submit');
      await story.act('leader', 'approve');
      expect((await stage()).fieldsMap).toMatchObject({ stage: '已收' });
      expect((await story.act('manager', 'return', { opinion: '再看' })).msg).toContain('成功');
      expect((await stage()).fieldsMap).toMatchObject({ stage: '已退回' });
      expect((await shown(story)).filter((one) => one.startsWith('退回'))).toEqual(['退回 庚 已退回 0']);
    }
    const made = (await samplesOf(story)).find(({ fields }) => String(fields['no']).startsWith('退回'));
    const history = await (
      await clientOf(server, 'manager')
    ).get(`/api/system/frmCrud/history/neSample?id=${made?.id}`);
    expect(JSON.stringify(history.data)).toContain('由 委托“庚”的“sign”退回');
  });

  it('may name what another effect made for the same row', async () => {
    const story = await submitted({ title: '壬', grade: '派' }, 'P1', 'P2');
    await story.act('leader', 'approve');
    const samples = new Map((await samplesOf(story)).map(({ id, fields }) => [String(fields['no']), id]));
    for (const who of ['manager', 'sealer', 'hr']) await story.act(who, 'approve');
    const tasks = (
      await server.context.db
        .selectFrom(await recordsIn(server, 'neSample'))
        .select('fields')
        .orderBy('id')
        .execute()
    )
      .map(({ fields }) => fields)
      .filter(({ no }) => String(no).startsWith('任务 '));
    expect(tasks.map(({ no, source, grade }) => [no, source, grade]).toSorted()).toEqual([
      ['任务 P1', samples.get('P1'), '派'],
      ['任务 P2', samples.get('P2'), '派'],
    ]);
  });

  it('takes a made record that somebody deleted or voided since for none, as a value and as a target', async () => {
    const removed = async (story: Story, no: string): Promise<void> => {
      const found = (await samplesOf(story)).find(({ fields }) => fields['no'] === no);
      const samples = recordsOf(await clientOf(server, 'leader'), 'neSample');
      expect(await samples.remove(found?.id ?? '')).toMatchObject({ code: '1' });
    };
    const story = await submitted({ title: '癸', grade: '派' }, 'D1', 'D2');
    await story.act('leader', 'approve');
    await removed(story, 'D1');
    for (const who of ['manager', 'sealer', 'hr']) expect((await story.act(who, 'approve')).msg).toContain('成功');
    expect(await story.state()).toBe('3');

    const refused = await submitted({ title: '子' }, 'D3', 'D4');
    await refused.act('leader', 'approve');
    await removed(refused, 'D3');
    expect((await refused.act('manager', 'reject', { opinion: '不做了' })).msg).toContain('成功');
    expect(await refused.state()).toBe('4');
    expect(await shown(refused)).toEqual(['D4 C30 4']);
  });

  it('refuses a return where a condition does not hold, and leaves the task where it is', async () => {
    const story = await submitted({ title: '辛', grade: '不退' });
    expect(await story.act('leader', 'return', { opinion: '退' })).toMatchObject({
      code: 'EFFECT_REQUIRE',
      msg: '辛 不能退回',
    });
    expect(await story.at()).toBe('receive');
    expect(await story.state()).toBe('1');
  });

  it('is not taken back where another record was changed, and is undone where the effect says so', async () => {
    const kept = await submitted({ title: '戊' }, 'K1');
    await kept.act('leader', 'approve');
    expect((await kept.do('leader', 'takeBackFlow')).code).toBe('EFFECT_KEPT');
    expect(await kept.at()).toBe('sign');

    const undone = await submitted({ title: '己', mayUndo: '1' });
    await undone.act('leader', 'approve');
    expect(await shown(undone)).toEqual(['临时 己 undefined 0']);
    expect((await undone.do('leader', 'takeBackFlow')).code).toBe('1');
    expect(await samplesOf(undone)).toEqual([]);
    expect(await undone.at()).toBe('receive');
    await undone.act('leader', 'approve');
    expect(await samplesOf(undone)).toHaveLength(1);
  });
});

describe('publishing', () => {
  const problemsOf = async (definition: object) => {
    const { data } = await (
      await clientOf(server, 'admin')
    ).post<{ problems: { path: unknown; message: string; level: string }[] }>('/api/system/frmDef/saveDraft', {
      formKey: 'neOrder',
      formName: '委托',
      definition,
    });
    return data.problems;
  };
  const made = { create: 'neSample', fields: { no: 'title' } };

  it.each([
    ['a node that the process does not have', { on: 'passed', node: '收样', ...made }, ['effects', 0, 'node'], '收样'],
    ['no node', { on: 'passed', ...made }, ['effects', 0], '要写 node'],
    [
      'what no effect makes',
      { on: 'finished', create: 'neSample', fields: { no: 'made.gone.no' } },
      ['effects', 0, 'fields', 'no'],
      'made',
    ],
    ['a node of another event', { on: 'finished', node: 'receive', ...made }, ['effects', 0], 'node 只用于'],
  ])('refuses %s at its place', async (_name, effect, path, words) => {
    const found = (await problemsOf({ ...order, effects: [effect] })).find(({ level }) => level === 'error');
    expect(found?.path).toEqual(path);
    expect(found?.message).toContain(words);
  });

  it('refuses outside its rows what was made for rows, and a record of another form', async () => {
    const [, maker] = order.effects;
    const outside = { on: 'passed', node: 'sign', create: 'neSample', fields: { no: 'made.samples.no' } };
    const wrongForm = { ...outside, each: 'rows', fields: { no: "''", order: 'made.samples' } };
    for (const [effect, key] of [
      [outside, 'no'],
      [wrongForm, 'order'],
    ] as const) {
      const found = (await problemsOf({ ...order, effects: [maker, effect] })).filter(({ level }) => level === 'error');
      expect(found.map(({ path }) => path)).toEqual([['effects', 1, 'fields', key]]);
    }
  });

  it('refuses a node where the form has no process', async () => {
    const { flowKey: _flow, ...plain } = order;
    const found = (await problemsOf({ ...plain, effects: [{ on: 'passed', node: 'receive', ...made }] })).find(
      ({ level }) => level === 'error',
    );
    expect(found?.path).toEqual(['effects', 0, 'on']);
  });

  it('warns of a value that would add up each time the node is passed again', async () => {
    const adding = { on: 'passed', node: 'receive', set: 'this', fields: { stage: "stage + '收'" } };
    const found = (await problemsOf({ ...order, effects: [adding] })).find(({ message }) =>
      message.includes('重复计算'),
    );
    expect(found).toMatchObject({ level: 'warning', path: ['effects', 0, 'fields', 'stage'] });
  });

  it('warns a process of the forms that wait for a node which it no longer has', async () => {
    const xml = flowFile(
      'neOrder',
      task('check user u-leader') + edge('f1', 'apply', 'check') + edge('f2', 'check', 'e'),
    );
    const { problems } = await publishFlow(server.context, { xml, note: '', author });
    expect(problems?.map(({ message }) => message).join('\n')).toContain('receive');
  });
});
