import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../../src/server/flowDocuments/publishFlow.ts';
import { updateSystemColumns } from '../../../src/server/records/index.ts';
import { clientOf, edge, flowFile, storyOf, task, type Story } from '../approval/story.ts';
import { author, recordsOf } from '../support/sealDemo.ts';
import { storedRecords } from '../support/recordsIn.ts';
import { startTestServer, type TestServer } from '../support.ts';

/** A register that requests write into: link, remove, start and what can be taken back. */
const text = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const access = { createRoles: ['*'] };
const relation = (key: string, to: string, more: object = {}) => ({
  tag: 'recordSelector',
  __vModel__: key,
  label: key,
  to,
  ...more,
});
const register = {
  formKey: 'evRegister',
  formName: '登记',
  access,
  unitReads: '1',
  titleTemplate: '${name}',
  // what this does belongs to the step that changed the register, and is undone with it
  effects: [{ on: 'saved', set: 'this', fields: { echo: "state + '（已记）'" } }],
  fields: [
    text('name', { isTitle: '1' }),
    text('state'),
    text('echo'),
    { ...relation('members', 'evMember'), multiple: true },
  ],
};
const member = {
  formKey: 'evMember',
  formName: '成员',
  access,
  unitReads: '1',
  titleTemplate: '${name}',
  fields: [text('name', { isTitle: '1' })],
};
const table = (key: string, columns: readonly object[]) => ({
  tag: 'subTable',
  __vModel__: key,
  label: key,
  canOp: '1',
  commonAdd: '1',
  needRemove: '1',
  children: columns,
});
const plan = {
  formKey: 'evPlan',
  formName: '计划',
  access,
  unitReads: '1',
  titleTemplate: '${name}',
  fields: [text('name', { isTitle: '1' }), text('member'), table('items', [text('what')])],
};
const followUp = {
  formKey: 'evFollow',
  formName: '后续申请',
  access,
  flowKey: 'evFollow',
  unitReads: '1',
  titleTemplate: '${name}',
  fields: [text('name', { isTitle: '1', required: true })],
};
const entry = {
  formKey: 'evEntry',
  formName: '号码台账',
  access,
  unitReads: '1',
  fields: [text('no', { isTitle: '1', unique: true })],
};
const request = {
  formKey: 'evRequest',
  formName: '申请',
  access,
  flowKey: 'evRequest',
  unitReads: '1',
  titleTemplate: '${title}',
  fields: [
    text('title', { isTitle: '1' }),
    text('act'),
    relation('register', 'evRegister', { onDelete: 'clear' }),
    relation('member', 'evMember', { onDelete: 'clear' }),
    table('lines', [text('name')]),
    table('parts', [text('what')]),
  ],
  effects: [
    { on: 'submitted', when: "act == 'undo'", set: 'register', fields: { state: "'已锁定'" }, undo: true },
    { on: 'submitted', when: "act == 'undo'", create: 'evMember', fields: { name: "'临时 ' + title" }, undo: true },
    { key: 'helper', on: 'submitted', when: "act == 'rows'", create: 'evMember', fields: { name: "'助手 ' + title" } },
    {
      on: 'submitted',
      when: "act == 'rows'",
      each: 'lines',
      create: 'evPlan',
      fields: { name: "title + ' ' + row.name", member: 'made.helper' },
      rows: { items: { each: 'parts', when: "row.what != '免'", fields: { what: "title + '：' + row.what" } } },
    },
    {
      key: 'entry',
      on: 'submitted',
      when: "act == 'enter' && row.name != ''",
      each: 'lines',
      create: 'evEntry',
      fields: { no: 'row.name' },
      undo: true,
    },
    { on: 'voided', each: 'lines', void: 'made.entry' },
    { on: 'finished', when: "act == 'count'", create: 'evMember', fields: { name: "'会签 ' + title" } },
    { on: 'finished', when: "act == 'link'", link: 'register.members', to: 'member' },
    { on: 'finished', when: "act == 'remove'", remove: 'member' },
    { on: 'submitted', when: "act == 'draft'", create: 'evFollow', fields: { name: 'title' } },
    { on: 'finished', when: "act == 'start'", start: 'evFollow', fields: { name: "'后续 ' + title" } },
  ],
};

let server: TestServer;
const PEOPLE = ['leader', 'manager', 'sealer', 'hr', 'staff'];
const publish = (definition: { formKey: string; formName: string }) =>
  publishForm(server.context, { ...definition, note: '', author, definition });
const made = async (formKey: string, fieldsMap: object): Promise<string> => {
  const answer = await recordsOf(await clientOf(server, 'staff'), formKey).save({ fieldsMap } as never);
  expect(answer.msg).toBe('保存成功');
  return answer.data.id ?? '';
};
const all = (formKey: string) => storedRecords(server, formKey);
const named = async (formKey: string, name: string) =>
  (await all(formKey)).filter(({ fields }) => fields['name'] === name);
const submitted = async (fieldsMap: object, childTables: object = {}): Promise<Story> => {
  const own = recordsOf(await clientOf(server, 'staff'), 'evRequest');
  const answer = await own.run({ fieldsMap, childTables } as never, 'submit');
  expect(answer.msg).toContain('成功');
  return storyOf(server, 'evRequest', answer.data.id ?? '');
};
const finished = async (story: Story): Promise<void> => {
  for (const who of PEOPLE) expect((await story.act(who, 'approve')).msg).toContain('成功');
  expect(await story.state()).toBe('3');
};

beforeAll(async () => {
  server = await startTestServer();
  const several = '<multiInstanceLoopCharacteristics isSequential="false"/>';
  const check = task(
    'check user u-leader',
    PEOPLE.slice(1)
      .map((who) => `<sf:candidates type="user" value="u-${who}"/>`)
      .join(''),
    several,
  );
  await publishFlow(server.context, {
    xml: flowFile('evRequest', check + edge('f1', 'apply', 'check') + edge('f2', 'check', 'e')),
    note: '',
    author,
  });
  await publishFlow(server.context, {
    xml: flowFile('evFollow', task('look user u-leader') + edge('f1', 'apply', 'look') + edge('f2', 'look', 'e')),
    note: '',
    author,
  });
  for (const definition of [member, register, plan, followUp, entry, request]) await publish(definition);
});
afterAll(() => server.dispose());

describe('the verbs of effects', () => {
  it('run once when five people sign together, when the last of them has signed', async () => {
    const story = await submitted({ title: '五人', act: 'count' });
    for (const who of PEOPLE.slice(0, 4)) expect((await story.act(who, 'approve')).msg).toContain('成功');
    expect(await named('evMember', '会签 五人')).toEqual([]);
    expect((await story.act('staff', 'approve')).msg).toContain('成功');
    expect(await named('evMember', '会签 五人')).toHaveLength(1);
  });

  it('create a record for each row, with rows of their own from another sub-table, and name what others created', async () => {
    const rows = (key: string, values: readonly string[]) =>
      values.map((value, index) => ({
        id: `${key}-${index}`,
        fieldsMap: { [key === 'line' ? 'name' : 'what']: value },
      }));
    await submitted(
      { title: '排期', act: 'rows' },
      { lines: rows('line', ['一', '二']), parts: rows('part', ['钢', '免']) },
    );
    const [helper] = await named('evMember', '助手 排期');
    for (const name of ['排期 一', '排期 二']) {
      const [created] = await named('evPlan', name);
      expect(created?.fields['member']).toBe(helper?.id);
      expect(created?.child_tables['items']?.map(({ fieldsMap }) => fieldsMap['what'])).toEqual(['排期：钢']);
    }
  });

  it('link a record into a relation of another one, once', async () => {
    const member = await made('evMember', { name: '甲' });
    const register = await made('evRegister', { name: '花名册' });
    for (const title of ['入册', '再入册']) await finished(await submitted({ title, act: 'link', register, member }));
    const [row] = await named('evRegister', '花名册');
    expect(row?.fields).toMatchObject({ members: [member], membersLabel: '甲' });
  });

  it('remove the record that a relation points at', async () => {
    const member = await made('evMember', { name: '要删的' });
    await finished(await submitted({ title: '删', act: 'remove', member }));
    expect(await named('evMember', '要删的')).toEqual([]);
  });

  it('start another process, in which somebody has a task', async () => {
    await finished(await submitted({ title: '立项', act: 'start' }));
    const [row] = await named('evFollow', '后续 立项');
    expect(row?.flw_state).toBe('1');
    expect(await storyOf(server, 'evFollow', row?.id ?? '').holders()).toEqual(['leader']);
  });

  it('empty a required field of a draft that they made, but not of the same record once it is finished', async () => {
    const story = await submitted({ title: '跟进', act: 'draft' });
    const [{ id = '' } = {}] = await named('evFollow', '跟进');
    const renamed = async (title: string) => {
      await story.act('leader', 'return', { opinion: '改名' });
      const own = recordsOf(await clientOf(server, 'staff'), 'evRequest');
      const { revision = 0 } = (await own.get(story.id)).data;
      return own.run({ id: story.id, revision, fieldsMap: { title, act: 'draft' } }, 'submit');
    };
    expect((await renamed('')).code).toBe('1');
    expect((await renamed('跟进')).code).toBe('1');
    await server.context.db
      .transaction()
      .execute((trx) => updateSystemColumns(trx, 'evFollow', id, { flw_state: '3' }));
    expect(await renamed('')).toMatchObject({ code: 'EFFECT_REFUSED', msg: expect.stringContaining('后续申请“跟进”') });
  });

  it('are undone by a take-back where they say so: what was set is as before, what was made is gone', async () => {
    const register = await made('evRegister', { name: '可撤', state: '开放' });
    const story = await submitted({ title: '撤回', act: 'undo', register });
    const state = async () => (await named('evRegister', '可撤'))[0]?.fields['state'];
    const echo = async () => (await named('evRegister', '可撤'))[0]?.fields['echo'];
    expect([await state(), await echo()]).toEqual(['已锁定', '已锁定（已记）']);
    const members = await named('evMember', '临时 撤回');
    expect(members).toHaveLength(1);
    const { db } = server.context;
    await sql`insert into att_busi (id, bus_id, bus_type, file_id, create_by, create_by_name)
      select 'undone-file', ${members[0]?.id}, 'evMember', id, 'u-staff', '' from att_file limit 1`.execute(db);
    const attached = db.selectFrom('att_busi').select('file_id').where('id', '=', 'undone-file');
    expect(await attached.execute()).toHaveLength(1);
    expect((await story.do('staff', 'takeBackFlow')).code).toBe('1');
    expect(await attached.execute()).toEqual([]);
    expect([await state(), await echo()]).toEqual(['开放', '开放（已记）']);
    expect(await named('evMember', '临时 撤回')).toEqual([]);
  });

  it('are not undone where somebody has changed the record since, and then nothing is taken back', async () => {
    const register = await made('evRegister', { name: '被改', state: '开放' });
    const story = await submitted({ title: '撤不回', act: 'undo', register });
    const own = recordsOf(await clientOf(server, 'staff'), 'evRegister');
    const { data } = await own.get(register);
    const saved = await own.save({ ...data, fieldsMap: { ...data.fieldsMap, state: '人工改过' } } as never);
    expect(saved.msg).toBe('保存成功');
    expect((await story.do('staff', 'takeBackFlow')).code).toBe('EFFECT_KEPT');
    expect((await named('evRegister', '被改'))[0]?.fields['state']).toBe('人工改过');
    expect(await named('evMember', '临时 撤不回')).toHaveLength(1);
    expect(await story.state()).toBe('1');
  });
});

describe('records with a unique number that are made for rows', () => {
  /** The rows of a request by their ids, each with its number. */
  const lines = (numbers: Readonly<Record<string, string>>) => ({
    lines: Object.entries(numbers).map(([id, name]) => ({ id, fieldsMap: { name } })),
  });
  const entered = (numbers: Readonly<Record<string, string>>): Promise<Story> =>
    submitted({ title: '登记', act: 'enter' }, lines(numbers));
  /** The request with other rows, as the applicant saves it (`submit`: submits it again). */
  const changed = async (story: Story, numbers: Readonly<Record<string, string>>, call: 'save' | 'submit') => {
    const own = recordsOf(await clientOf(server, 'staff'), 'evRequest');
    const { fieldsMap, revision } = (await own.get(story.id)).data;
    const record = { id: story.id, revision, fieldsMap, childTables: lines(numbers) } as never;
    return call === 'save' ? own.save(record) : own.run(record, 'submit');
  };
  const returned = async (story: Story): Promise<void> =>
    expect((await story.act('leader', 'return', { opinion: '更正' })).msg).toContain('成功');
  /** Whether another request may enter this number. */
  const takes = async (number: string): Promise<string> =>
    (
      await recordsOf(await clientOf(server, 'staff'), 'evRequest').run(
        { fieldsMap: { title: '另一份', act: 'enter' }, childTables: lines({ x: number }) } as never,
        'submit',
      )
    ).code;
  /** The numbers in force that begin so, each with the id of its record. */
  const inForce = async (begin: string): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await all('evEntry'))
        .filter(({ fields, flw_state: state }) => String(fields['no']).startsWith(begin) && state !== '4')
        .map(({ id, fields }) => [String(fields['no']), id]),
    );

  it('may be entered anew under another row, and rows may exchange their numbers, back by a take-back', async () => {
    const story = await entered({ a: 'N-1', b: 'N-2' });
    await returned(story);
    expect(await changed(story, { b: 'N-2', c: 'N-1' }, 'submit')).toMatchObject({ code: '1' });
    const before = await inForce('N-');
    expect(Object.keys(before).toSorted()).toEqual(['N-1', 'N-2']);
    await returned(story);
    expect(await changed(story, { b: 'N-1', c: 'N-2' }, 'submit')).toMatchObject({ code: '1' });
    expect(await inForce('N-')).toEqual({ 'N-1': before['N-2'], 'N-2': before['N-1'] });
    expect(await takes('N-1')).toBe('EFFECT_REFUSED');
    expect(await story.do('staff', 'takeBackFlow')).toMatchObject({ code: '1' });
    expect(await inForce('N-')).toEqual(before);
    expect([await takes('N-1'), await takes('N-2')]).toEqual(['EFFECT_REFUSED', 'EFFECT_REFUSED']);
    // two rows with one number are refused, whichever of them had it before
    expect((await changed(story, { b: 'N-1', c: 'N-1' }, 'submit')).code).toBe('EFFECT_REFUSED');
  });

  it('may be given up by a row to a new one above it, back by a take-back', async () => {
    const story = await entered({ a: 'R-1' });
    const before = await inForce('R-');
    await returned(story);
    expect(await changed(story, { b: 'R-1', a: 'R-2' }, 'submit')).toMatchObject({ code: '1' });
    expect((await inForce('R-'))['R-2']).toBe(before['R-1']);
    expect(await story.do('staff', 'takeBackFlow')).toMatchObject({ code: '1' });
    expect(await inForce('R-')).toEqual(before);
    expect([await takes('R-1'), await takes('R-2')]).toEqual(['EFFECT_REFUSED', '1']);
  });

  it('come back into force where the submission that left out their row is taken back', async () => {
    const story = await entered({ a: 'B-1', b: 'B-2' });
    const before = await inForce('B-');
    await returned(story);
    expect(await changed(story, { a: 'B-1' }, 'submit')).toMatchObject({ code: '1' });
    expect(Object.keys(await inForce('B-'))).toEqual(['B-1']);
    expect(await story.do('staff', 'takeBackFlow')).toMatchObject({ code: '1' });
    expect(await inForce('B-')).toEqual(before);
    expect(await takes('B-2')).toBe('EFFECT_REFUSED');
    // the record still belongs to its row
    expect(await changed(story, { a: 'B-1', b: 'B-2' }, 'submit')).toMatchObject({ code: '1' });
    expect(await inForce('B-')).toEqual(before);
    await returned(story);
    expect(await changed(story, { a: 'B-1' }, 'submit')).toMatchObject({ code: '1' });
    expect(await takes('B-2')).toBe('1');
    expect((await story.do('staff', 'takeBackFlow')).code).toBe('EFFECT_KEPT');
  });

  it('end with their record, those of rows that were deleted since among them', async () => {
    const story = await entered({ a: 'V-1', b: 'V-2' });
    await returned(story);
    expect((await changed(story, { a: 'V-1' }, 'save')).msg).toBe('保存成功');
    expect(await story.do('staff', 'void', { opinion: '不报了' })).toMatchObject({ code: '1' });
    expect(await inForce('V-')).toEqual({});
    expect([await takes('V-1'), await takes('V-2')]).toEqual(['1', '1']);
  });
});
