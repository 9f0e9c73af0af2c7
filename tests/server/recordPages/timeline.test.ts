import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import type { Timeline } from '../../../src/server/recordPages/timeline.ts';
import { author, publishSealDemo, recordsOf, SEAL, todoOf } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let staff: Client;
let leader: Client;

const text = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: `标签${key}`, ...more });
const definition = (formKey: string, fields: object[], more: object = {}) => ({
  formKey,
  formName: `表单${formKey}`,
  titleTemplate: '${name}',
  access: { createRoles: ['staff', 'leader'] },
  fields: [text('name'), ...fields],
  ...more,
});
const relation = (key: string, to: string) => ({ tag: 'recordSelector', __vModel__: key, label: '上级', to });

beforeAll(async () => {
  server = await startTestServer();
  await publishSealDemo(server);
  [staff, leader] = await Promise.all([server.api('staff'), server.api('leader')]);
  for (const one of [
    definition('tlProject', [text('place')]),
    definition('tlContract', [relation('project', 'tlProject')]),
    definition('tlPart', [relation('contract', 'tlContract')]),
  ])
    await publishForm(server.context, { formKey: one.formKey, definition: one, note: '', author });
});
afterAll(() => server.dispose());

const made = async (client: Client, formKey: string, fieldsMap: object): Promise<{ id: string; revision: number }> => {
  const { data, msg } = await recordsOf(client, formKey).save({ fieldsMap } as never);
  expect(msg).toBe('保存成功');
  return { id: data.id ?? '', revision: data.revision ?? 0 };
};
const ask = (client: Client, formKey: string, body: object) =>
  client.post<Timeline>(`/api/system/frmCrud/timeline/${formKey}`, body);

describe('the time line of a record', () => {
  it('tells what was made, what was changed from what to what, comments and files, the newest first', async () => {
    const { id, revision } = await made(staff, 'tlProject', { name: '滨江', place: '东区' });
    await recordsOf(staff, 'tlProject').save({ id, revision, fieldsMap: { name: '滨江', place: '西区' } } as never);
    await staff.post('/api/system/frmCrud/addComment/tlProject', { id, text: '换到西区了' });
    const { data } = await ask(staff, 'tlProject', { id });
    expect(data.entries.map(({ kind, action, text: words }) => [kind, action, words])).toEqual([
      ['comment', 'comment', '换到西区了'],
      ['write', 'save', ''],
      ['write', 'create', ''],
    ]);
    expect(data.entries[1]).toMatchObject({
      changes: [{ place: '标签place', before: '东区', after: '西区' }],
      count: 1,
      isOwn: true,
      formName: '表单tlProject',
    });
    expect(data.next).toBe('');
  });

  it('tells of relatives along relations, each of which the reader may read by itself, and of no other', async () => {
    const project = await made(staff, 'tlProject', { name: '城北' });
    const contract = await made(staff, 'tlContract', { name: '合同甲', project: project.id });
    await made(staff, 'tlPart', { name: '分部一', contract: contract.id });
    const hidden = await made(leader, 'tlContract', { name: '合同乙', project: null });
    // the leader's contract points there too, as the database has it: staff do not read the leader's records
    await server.context.db
      .insertInto('frm_relation')
      .values({
        from_form: 'tlContract',
        from_id: hidden.id,
        table_key: '',
        row_id: '',
        field_key: 'project',
        to_form: 'tlProject',
        to_id: project.id,
      })
      .execute();
    const over = ['tlContract:project', 'tlPart:contract.project'];
    const titles = async (client: Client): Promise<string[]> =>
      (await ask(client, 'tlProject', { id: project.id, over })).data.entries.map(({ title }) => title);
    expect(await titles(staff)).toEqual(['分部一', '合同甲', '城北']);
    expect(JSON.stringify(await titles(staff))).not.toContain('合同乙');
  });

  it('shows no change of a field that the reader may not see', async () => {
    const open = definition('tlHidden', [text('place'), text('secret')]);
    await publishForm(server.context, { formKey: 'tlHidden', definition: open, note: '', author });
    const { id, revision } = await made(staff, 'tlHidden', { name: '暗线', place: 'a', secret: '底价一' });
    await recordsOf(staff, 'tlHidden').save({
      id,
      revision,
      fieldsMap: { name: '暗线', place: 'b', secret: '底价二' },
    } as never);
    expect((await ask(staff, 'tlHidden', { id })).data.entries[0]?.count).toBe(2);
    const shut = definition('tlHidden', [text('place'), text('secret', { flowVisible: '0' })]);
    await publishForm(server.context, { formKey: 'tlHidden', definition: shut, note: '', author });
    const { data } = await ask(staff, 'tlHidden', { id });
    expect(data.entries[0]?.changes).toEqual([{ place: '标签place', before: 'a', after: 'b' }]);
    expect(JSON.stringify(data)).not.toContain('底价');
  });

  it('tells a decision once, with its opinion, and nothing of a draft to others', async () => {
    const draft = (await recordsOf(staff).save(SEAL)).data;
    const { data: submitted } = await recordsOf(staff).run(
      { id: draft.id ?? '', revision: draft.revision ?? 0, ...SEAL },
      'submit',
    );
    const id = submitted.id ?? '';
    const task = await todoOf(leader, id);
    const { data: held } = await recordsOf(leader).get(id, task?.taskId);
    const { code } = await recordsOf(leader).run(
      {
        id,
        revision: held.revision ?? 0,
        fieldsMap: { leaderOpinion: '情况属实' },
        childTables: { sealFiles: held.childTables.sealFiles ?? [] },
      },
      'approve',
      { taskId: task?.taskId ?? '', opinion: '同意，注意份数' },
    );
    expect(code).toBe('1');
    const seen = (await ask(leader, 'sealDemo', { id })).data.entries;
    expect(seen.filter(({ action }) => action === 'approve').map(({ note }) => note)).toEqual(['同意，注意份数']);
    // what was filled in with the decision stands beside it
    expect(seen.find(({ action }) => action === 'approve')?.changes.map(({ after }) => after)).toContain('情况属实');
    expect(seen.map(({ action }) => action)).not.toContain('create');
    expect(seen.filter(({ action }) => action === 'submit')).toHaveLength(1);
    // the applicant sees the beginning, too
    expect((await ask(staff, 'sealDemo', { id })).data.entries.at(-1)?.action).toBe('create');
  });

  it('compares the submission with the draft for its author only', async () => {
    const draft = (await recordsOf(staff).save({ ...SEAL, fieldsMap: { ...SEAL.fieldsMap, title: '草稿里的话' } }))
      .data;
    const { data: submitted } = await recordsOf(staff).run(
      { id: draft.id ?? '', revision: draft.revision ?? 0, ...SEAL },
      'submit',
    );
    const id = submitted.id ?? '';
    const submission = async (client: Client) =>
      (await ask(client, 'sealDemo', { id })).data.entries.find(({ action }) => action === 'submit');
    expect((await submission(staff))?.changes.map(({ before }) => before)).toContain('草稿里的话');
    expect(await submission(leader)).toMatchObject({ changes: [], count: 0 });
  });

  it('tells the process of a record that was taken in with it, and not that its last approver made it', async () => {
    const admin = await server.api('admin');
    const { data } = await ask(admin, 'contractLedger', { id: 'contractLedger-0001', pageSize: 100 });
    const done = data.entries.map(({ action }) => action);
    expect(done.filter((action) => action === 'approve').length).toBeGreaterThan(0);
    expect(done).not.toContain('create');
    expect(done.at(-1)).toBe('submit');
  });

  it('goes on page by page, without a gap and without a repetition', async () => {
    const { id } = await made(staff, 'tlProject', { name: '长卷' });
    for (let number = 1; number <= 7; number += 1)
      await staff.post('/api/system/frmCrud/addComment/tlProject', { id, text: `第 ${number} 条` });
    const found: string[] = [];
    for (let before = '', turn = 0; turn < 5; turn += 1) {
      const { data } = await ask(staff, 'tlProject', { id, before, pageSize: 3 });
      found.push(...data.entries.map((entry) => entry.text));
      before = data.next;
      if (before === '') break;
    }
    expect(found).toEqual(['第 7 条', '第 6 条', '第 5 条', '第 4 条', '第 3 条', '第 2 条', '第 1 条', '']);
  });

  it('says that something is left out where a form is gone or hidden, instead of failing', async () => {
    const { id } = await made(staff, 'tlProject', { name: '缺页' });
    const { data, code } = await ask(staff, 'tlProject', { id, over: ['noSuchForm:project', 'tlContract:nothing'] });
    expect(code).toBe('1');
    expect(data.isPartial).toBe(true);
    expect(data.entries).toHaveLength(1);
  });
});
