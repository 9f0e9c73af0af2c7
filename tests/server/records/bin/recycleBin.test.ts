import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BinEntry } from '../../../../src/server/records/bin/recycleBin.ts';
import { compareColumns, compareKeptValues, removeExpiredBinEntries } from '../../../../src/server/records/index.ts';
import { publishForm } from '../../../../src/server/documents/index.ts';
import { author } from '../../support/sealDemo.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../../support.ts';

const text = (key: string, more: object = {}): object => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const relation = (key: string, to: string, more: object = {}): object => ({
  tag: 'recordSelector',
  __vModel__: key,
  label: key,
  to,
  ...more,
});
const number = (key: string, more: object = {}): object => ({
  tag: 'el-input-number',
  __vModel__: key,
  label: key,
  precision: 2,
  ...more,
});
const FORMS = {
  binProject: [
    text('name', { isTitle: '1' }),
    number('items', { precision: 0, rollup: { from: 'binItem', via: 'project', fn: 'count' } }),
    number('total', { rollup: { from: 'binItem', via: 'project', fn: 'sum', of: 'price' } }),
  ],
  binItem: [
    text('name', { isTitle: '1' }),
    text('code', { unique: true }),
    number('price'),
    relation('project', 'binProject', { onDelete: 'restrict' }),
    { tag: 'el-upload', __vModel__: 'papers', label: '附件' },
    { tag: 'subTable', __vModel__: 'parts', label: '明细', children: [text('part')] },
  ],
  binNote: [text('name', { isTitle: '1' }), relation('about', 'binItem', { onDelete: 'clear' })],
} as const;
type Key = keyof typeof FORMS;

interface Saved {
  id: string;
  revision: number;
  createTime: string;
  fieldsMap: Record<string, unknown>;
  childTables: Record<string, { id: string; fieldsMap: Record<string, unknown> }[]>;
}

let server: TestServer;
let staff: Client;
let hr: Client;
let admin: Client;

beforeAll(async () => {
  server = await startTestServer();
  [staff, hr, admin] = await Promise.all([server.api('staff'), server.api('hr'), server.api('admin')]);
  // a roll-up names a form that is there
  const first = [
    ['binProject', [text('name', { isTitle: '1' })]],
    ...['binItem', 'binNote', 'binProject'].map((key) => [key, FORMS[key as Key]]),
  ];
  for (const [formKey, fields] of first as [string, readonly object[]][])
    await publishForm(server.context, {
      formKey,
      formName: formKey,
      note: '',
      author,
      definition: { access: { createRoles: ['*'] }, fields },
    });
});
beforeEach(async () => {
  await sql`delete from frm_bin`.execute(server.context.db);
});
afterAll(() => server.dispose());

let counter = 0;
const save = async (formKey: Key, fieldsMap: object, childTables: object = {}): Promise<Saved> => {
  const answer = await staff.post<Saved>(`/api/system/frmCrud/saveOrUpdate/${formKey}`, { fieldsMap, childTables });
  expect(answer.msg, JSON.stringify(answer.data)).toBe('保存成功');
  return answer.data;
};
const get = (formKey: Key, id: string, client = staff): Promise<Answer<Saved>> =>
  client.get<Saved>(`/api/system/frmCrud/getById/${formKey}?id=${id}`);
const remove = async (formKey: Key, id: string): Promise<void> => {
  const answer = await staff.get(`/api/system/frmCrud/delById/${formKey}?id=${id}`);
  expect(answer.msg).toBe('删除成功');
};
const bin = async (client: Client, data: object = {}): Promise<BinEntry[]> =>
  (await client.post<{ data: BinEntry[] }>('/api/system/recycleBin/page', { data })).data.data;
const act = (client: Client, call: 'restore' | 'erase', id: string): Promise<Answer> =>
  client.post(`/api/system/recycleBin/${call}`, { id });
const item = async (more: object = {}): Promise<Saved> =>
  save(
    'binItem',
    { name: `仪器 ${(counter += 1)}`, code: `C${counter}`, price: 12.5, ...more },
    { parts: [{ id: `p${counter}`, fieldsMap: { part: '探头' } }] },
  );

describe('a deleted record', () => {
  it('stands in the bin of who deleted it and of administrators, and comes back as it was', async () => {
    const form = new FormData();
    form.append('file', new Blob(['证书']), '证书.txt');
    const { id: file } = (await staff.post<{ id: string }>('/api/file/sys/file/upload', form)).data;
    const before = await item({ papers: file });
    await remove('binItem', before.id);
    expect((await get('binItem', before.id)).code).toBe('404');
    expect(await bin(staff)).toMatchObject([
      { id: before.id, formName: 'binItem', title: before.fieldsMap['name'], files: 1, daysLeft: 30 },
    ]);
    expect(await bin(admin, { keyword: String(before.fieldsMap['name']) })).toHaveLength(1);
    expect(await bin(hr)).toEqual([]);
    expect((await act(hr, 'restore', before.id)).code).toBe('404');
    expect((await act(hr, 'erase', before.id)).code).toBe('404');
    expect((await act(staff, 'restore', before.id)).msg).toBe('已恢复');
    const { data } = await get('binItem', before.id);
    expect(data.fieldsMap).toEqual(before.fieldsMap);
    expect(data.childTables).toEqual(before.childTables);
    expect(data.createTime).toBe(before.createTime);
    expect(data.revision).toBeGreaterThan(before.revision);
    expect((await admin.get(`/api/file/att/getById?id=${file}`)).code).toBe('1');
    expect(await bin(staff)).toEqual([]);
    const { rows } = await sql<{
      action: string;
    }>`select action from frm_record_audit where record_id = ${before.id} order by revision`.execute(server.context.db);
    expect(rows.map(({ action }) => action)).toEqual(['save', 'remove', 'restore']);
  });

  it('gives its unique value back; whoever took it keeps it, and the restore says which value is taken', async () => {
    const first = await item({ code: 'SAME' });
    await remove('binItem', first.id);
    const second = await item({ code: 'SAME' });
    const refused = await act(staff, 'restore', first.id);
    expect(refused.code).toBe('RECORD_INVALID');
    expect(JSON.stringify(refused.data)).toContain('SAME');
    expect((await get('binItem', first.id)).code).toBe('404');
    expect(await bin(staff)).toHaveLength(1);
    await remove('binItem', second.id);
    expect((await act(staff, 'restore', first.id)).code).toBe('1');
    const clash = await staff.post('/api/system/frmCrud/saveOrUpdate/binItem', {
      fieldsMap: { name: '又一台', code: 'SAME' },
      childTables: {},
    });
    expect(clash.code).toBe('RECORD_INVALID');
  });

  it('counts in roll-ups no more while it is in the bin, and again afterwards', async () => {
    const project = await save('binProject', { name: '滨江' });
    const one = await item({ project: project.id, price: 10 });
    await item({ project: project.id, price: 5 });
    const sums = async () => {
      const { fieldsMap } = (await get('binProject', project.id)).data;
      return [Number(fieldsMap['items']), Number(fieldsMap['total'])];
    };
    expect(await sums()).toEqual([2, 15]);
    await remove('binItem', one.id);
    expect(await sums()).toEqual([1, 5]);
    expect((await act(staff, 'restore', one.id)).code).toBe('1');
    expect(await sums()).toEqual([2, 15]);
    expect(await compareKeptValues(server.context.db, 'binProject')).toEqual([]);
    for (const formKey of Object.keys(FORMS)) expect(await compareColumns(server.context.db, formKey)).toEqual([]);
  });

  it('that names a record in the bin waits for that one, and says which it is', async () => {
    const project = await save('binProject', { name: '城南改造' });
    const one = await item({ project: project.id });
    await remove('binItem', one.id);
    await remove('binProject', project.id);
    const refused = await act(staff, 'restore', one.id);
    expect(refused.code).toBe('BIN_RESTORE');
    expect(refused.msg).toContain('binProject“城南改造”也在回收站，请先恢复');
    expect((await act(staff, 'restore', project.id)).code).toBe('1');
    expect((await act(staff, 'restore', one.id)).code).toBe('1');
    await remove('binItem', one.id);
    await remove('binProject', project.id);
    expect((await act(staff, 'erase', project.id)).code).toBe('1');
    const erased = await sql`select user_id, object, object_name from sys_audit
      where action = 'binErased' and object_id = ${project.id}`.execute(server.context.db);
    expect(erased.rows).toEqual([{ user_id: 'u-staff', object: 'frm_bin', object_name: 'binProject“城南改造”' }]);
    expect((await act(staff, 'restore', one.id)).msg).toContain('它引用的 1 条记录已彻底删除');
  });

  it('that names what others deleted is told without its name, and that an administrator can restore it', async () => {
    const project = await save('binProject', { name: '他人的项目' });
    const one = await item({ project: project.id });
    await remove('binItem', one.id);
    expect((await admin.get(`/api/system/frmCrud/delById/binProject?id=${project.id}`)).code).toBe('1');
    const refused = await act(staff, 'restore', one.id);
    expect(refused.code).toBe('BIN_RESTORE');
    expect(refused.msg).toContain('它引用的 1 条记录已由他人删除，请联系管理员恢复');
    expect(refused.msg).not.toContain('他人的项目');
    expect((await act(admin, 'restore', one.id)).msg).toContain('binProject“他人的项目”也在回收站');
  });

  it('says where references to it were cleared', async () => {
    const one = await item();
    const note = await save('binNote', { name: '说明', about: one.id });
    await remove('binItem', one.id);
    expect((await get('binNote', note.id)).data.fieldsMap['about'] ?? null).toBeNull();
    expect((await act(staff, 'restore', one.id)).msg).toBe(
      '已恢复；删除时清除了 1 处对它的引用，需要时请在binNote中重新选择',
    );
  });
});

describe('the bin', () => {
  it('is emptied of what a person deleted alone, and the log says who did it', async () => {
    const [own, others] = [await item(), await item()];
    await remove('binItem', own.id);
    await remove('binItem', others.id);
    await sql`update frm_bin set deleted_by = 'u-hr' where record_id = ${others.id}`.execute(server.context.db);
    expect((await staff.post<{ count: number }>('/api/system/recycleBin/empty', {})).data.count).toBe(1);
    expect(await bin(admin)).toHaveLength(1);
    // their own page shows and empties only what the administrator deleted
    expect(await bin(admin, { mine: true })).toEqual([]);
    const emptied = await admin.post<{ count: number }>('/api/system/recycleBin/empty', { mine: true });
    expect(emptied.data.count).toBe(0);
    expect(await bin(admin)).toHaveLength(1);
    expect((await admin.post<{ count: number }>('/api/system/recycleBin/empty', {})).data.count).toBe(1);
    const { rows } = await sql<{
      user_id: string;
    }>`select user_id from sys_audit where action = 'binEmptied' order by user_id`.execute(server.context.db);
    expect(rows.map(({ user_id }) => user_id)).toEqual(['u-admin', 'u-staff']);
    expect((await act(staff, 'restore', own.id)).code).toBe('404');
  });

  it('keeps a record thirty days: afterwards nobody finds it, and the server removes it', async () => {
    const [old, young] = [await item(), await item()];
    await remove('binItem', old.id);
    await remove('binItem', young.id);
    await sql`update frm_bin set deleted_at = now() - interval '30 days 1 minute' where record_id = ${old.id}`.execute(
      server.context.db,
    );
    expect((await bin(admin)).map(({ id }) => id)).toEqual([young.id]);
    expect((await act(admin, 'restore', old.id)).code).toBe('404');
    expect(await removeExpiredBinEntries(server.context.db)).toBe(1);
    const { rows } = await sql`select record_id from frm_bin`.execute(server.context.db);
    expect(rows).toHaveLength(1);
  });
});
