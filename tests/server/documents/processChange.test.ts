import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withPreparedForms } from '../../../src/server/documents/index.ts';
import { publishFlow } from '../../../src/server/flowDocuments/publishFlow.ts';
import {
  compareKeptValues,
  continueStateAlignment,
  fillColumns,
  importRecords,
  updateSystemColumns,
} from '../../../src/server/records/index.ts';
import { recordTable } from '../../../src/server/records/columns/recordSource.ts';
import { edge, flowFile, task } from '../approval/story.ts';
import { author, recordsOf } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
let leader: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff, leader] = await Promise.all([server.api('admin'), server.api('staff'), server.api('leader')]);
});
afterAll(() => server.dispose());

interface Impact {
  process: { change: string; records: number; running: number } | null;
  seen: string;
}
const form = (formKey: string, fields: object[], more: object) => ({
  formKey,
  formName: `表单${formKey}`,
  definition: { formKey, formName: `表单${formKey}`, fields, access: { createRoles: ['*'] }, ...more },
});
const draft = (formKey: string, fields: object[], more: object = {}) =>
  admin.post('/api/system/frmDef/saveDraft', form(formKey, fields, more));
const publish = (formKey: string, more: object = {}) =>
  admin.post('/api/system/frmDef/publish', { formKey, note: '改', ...more });
async function publishForm(formKey: string, fields: object[], more: object = {}): Promise<void> {
  await draft(formKey, fields, more);
  expect((await publish(formKey)).code).toBe('1');
}
const impact = async (formKey: string, fields: object[], more: object): Promise<Impact> =>
  (await admin.post<Impact>('/api/system/frmDef/impact', form(formKey, fields, more))).data;

describe('a form that gets a process after records were stored, and loses it again', () => {
  const FLOW = flowFile(
    'leaseFlow',
    `${edge('f1', 'apply', 'check')}${task('check user u-admin')}${edge('f2', 'check', 'e')}`,
  );
  const amount = (more: object = {}) => ({ tag: 'el-input-number', __vModel__: 'rent', label: '租金', ...more });
  const name = { tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1', isTitle: '1' };
  const LEASE = [name, amount(), { tag: 'recordSelector', __vModel__: 'house', label: '房屋', to: 'house' }];
  const readsAll = { unitReads: '1', titleTemplate: '${name}' };
  const withFlow = { ...readsAll, flowKey: 'leaseFlow' };
  const leases = (client = staff) => recordsOf(client, 'lease');
  const release = async (more: object): Promise<void> => {
    const { seen } = await impact('lease', LEASE, more);
    await draft('lease', LEASE, more);
    expect((await publish('lease', { acknowledged: seen })).code).toBe('1');
  };
  const rent = async (): Promise<unknown> => {
    await fillColumns(server.context);
    expect(await compareKeptValues(server.context.db, 'house')).toEqual([]);
    return (await recordsOf(staff, 'house').get(house)).data.fieldsMap?.['rent'];
  };
  /** The states that a colleague sees in the list, by title. */
  const listed = async (): Promise<Record<string, unknown>> =>
    Object.fromEntries(
      (await leases(leader).list({}, {}, 'listNoAuth')).data.data.map((one) => [one.title, one.flwState]),
    );
  const change = (id: string, revision: number) =>
    leases().save({ id, revision, fieldsMap: { name: '甲', rent: 99, house } });
  let house: string;
  let [first, second] = ['', ''];

  it('keeps them in force as finished records, also what a save under way still stored', async () => {
    await publishForm('house', [name]);
    await publishForm('lease', LEASE, readsAll);
    await publishForm('house', [name, amount({ rollup: { from: 'lease', via: 'house', fn: 'sum', of: 'rent' } })]);
    house = (await recordsOf(staff, 'house').save({ fieldsMap: { name: '一号楼' } })).data.id ?? '';
    const store = async (fieldsMap: object) =>
      (await leases().save({ fieldsMap: { ...fieldsMap, house } })).data.id ?? '';
    first = await store({ name: '甲', rent: 100 });
    second = await store({ name: '乙', rent: 20 });
    const voided = await store({ name: '丙', rent: 3 });
    await staff.post('/api/system/frmCrud/void/lease', { id: voided, reason: '退租' });
    expect(await rent()).toBe(120);
    await publishFlow(server.context, { xml: FLOW, note: '', author });
    expect((await impact('lease', LEASE, withFlow)).process).toEqual({ change: 'begins', records: 2, running: 0 });
    await draft('lease', LEASE, withFlow);
    expect((await publish('lease')).code).toBe('DOC_IMPACT');
    await release(withFlow);
    expect(await listed()).toEqual({ 甲: '3', 乙: '3', 丙: '4' });
    expect(await rent()).toBe(120);
    expect(await change(first, 1)).toMatchObject({ code: 'RECORD_STATE', msg: expect.stringContaining('已办结') });
    expect(await leases().run({ id: first, revision: 1 }, 'submit')).toMatchObject({ code: 'RECORD_STATE' });
    // as a save leaves it that began under the former version
    const { db } = server.context;
    await db.transaction().execute((trx) => updateSystemColumns(trx, 'lease', second, { flw_state: '0' }));
    await continueStateAlignment(server.context);
    await sql`update frm_state set since = since - interval '3 minutes'`.execute(db);
    await continueStateAlignment(server.context);
    expect(await listed()).toEqual({ 甲: '3', 乙: '3', 丙: '4' });
    const history = await leader.get<{ data: { action: string; note?: string; changes: unknown[] }[] }>(
      `/api/system/frmCrud/history/lease?id=${first}`,
    );
    expect(history.data.data).toMatchObject([
      { action: 'finish', note: '启用审批前已存，按已办结处理', changes: [] },
      { action: 'save', changes: [] },
    ]);
    expect((await sql`select 1 from frm_state`.execute(db)).rows).toEqual([]);
  });

  it('lets keepers void and restore a record that was stored before the process', async () => {
    const press = (client: Client, call: string, id: string) =>
      client.post(`/api/system/frmCrud/${call}/lease`, { id, reason: '重复登记' });
    expect((await press(staff, 'void', second)).code).toBe('RECORD_STATE');
    expect((await press(admin, 'void', second)).code).toBe('1');
    expect(await listed()).toEqual({ 甲: '3', 乙: '4', 丙: '4' });
    expect(await rent()).toBe(100);
    expect((await press(staff, 'restore', second)).code).toBe('RECORD_STATE');
    expect((await press(admin, 'restore', second)).code).toBe('1');
    expect(await listed()).toEqual({ 甲: '3', 乙: '3', 丙: '4' });
    expect(await rent()).toBe(120);
    const { id: early = '' } =
      (await leases(leader).list({}, {}, 'listNoAuth')).data.data.find(({ title }) => title === '丙') ?? {};
    expect((await press(admin, 'restore', early)).code).toBe('RECORD_STATE');
    // the page offers 恢复 only where the answer does not say that it is refused
    expect((await leases(admin).get(early)).data).toMatchObject({ flwState: '4', isNotRestorable: true });
    expect((await press(admin, 'void', second)).code).toBe('1');
    expect((await leases(admin).get(second)).data).not.toHaveProperty('isNotRestorable');
    expect((await press(admin, 'restore', second)).code).toBe('1');
  });

  it('lets running approvals go on and counts them when they are finished; the others are valid again', async () => {
    const submitted = await leases().run({ fieldsMap: { name: '丁', rent: 4000, house } }, 'submit');
    await leases().save({ fieldsMap: { name: '戊', rent: 50000, house } });
    expect(await rent()).toBe(120);
    expect((await impact('lease', LEASE, readsAll)).process).toEqual({ change: 'ends', records: 1, running: 1 });
    await release(readsAll);
    await continueStateAlignment(server.context);
    expect(await listed()).toEqual({ 甲: '0', 乙: '0', 丙: '4', 丁: '1', 戊: '0' });
    expect(await rent()).toBe(50120);
    const { data: running } = await leases(admin).get(submitted.data.id ?? '');
    const { fieldsMap = {}, task: own } = running;
    const record = { id: running.id ?? '', revision: running.revision ?? 0, fieldsMap };
    const done = await leases(admin).run(record, 'approve', { taskId: own?.taskId ?? '', opinion: '同意' });
    expect(done.code, done.msg).toBe('1');
    expect(await rent()).toBe(54120);
    const { revision = 0 } = (await leases().get(first)).data;
    expect((await change(first, revision)).msg).toBe('保存成功');
  });

  it('lets a record be restored that was voided before the background job had noted it as finished', async () => {
    const press = async (call: string) =>
      (await admin.post(`/api/system/frmCrud/${call}/sublease`, { id, reason: '重复登记' })).code;
    const { db } = server.context;
    await publishForm('sublease', [name], readsAll);
    const id = (await recordsOf(staff, 'sublease').save({ fieldsMap: { name: '己' } })).data.id ?? '';
    const { seen } = await impact('sublease', [name], withFlow);
    await draft('sublease', [name], withFlow);
    expect((await publish('sublease', { acknowledged: seen })).code).toBe('1');
    // as long as the job has not run
    await sql`delete from frm_record_audit where record_id = ${id} and action = 'finish'`.execute(db);
    expect([await press('void'), await press('restore'), await press('void')]).toEqual(['1', '1', '1']);
    await continueStateAlignment(server.context);
    const entries = await sql<{ action: string }>`select action from frm_record_audit where record_id = ${id}
      order by revision, happened_at`.execute(db);
    expect(entries.rows.map(({ action }) => action)).toEqual(['save', 'finish', 'void', 'restore', 'void']);
  });

  it('finishes many records before the publication, after its checks, and undoes that when it fails', async () => {
    const { context } = server;
    const states = async (): Promise<[string | undefined, number][]> => {
      const found = await sql<{ state: string; count: number }>`select flw_state as state, count(*)::int as count
        from frm_record where form_key = 'many' group by 1 order by 1`.execute(context.db);
      return found.rows.map(({ state, count }) => [state, count]);
    };
    const later = async (minutes: number): Promise<void> => {
      await sql`update frm_state set since = since - ${`${minutes} minutes`}::interval`.execute(context.db);
      await continueStateAlignment(context);
    };
    await publishForm('many', [name]);
    const day = new Date('2026-01-05T08:00:00Z');
    const record = { formKey: 'many', flwState: '0', createBy: 'u-staff', createTime: day, updateBy: 'u-staff' };
    const records = Array.from({ length: 2001 }, (_none, index) => ({
      ...record,
      id: `many-${index}`,
      updateTime: day,
      fieldsMap: { name: `第${index}条` },
      childTables: {},
      steps: [],
      openNode: null,
    }));
    await context.db.transaction().execute((trx) => importRecords(context, trx, 'many', records));
    await draft('many', [name], withFlow);
    const { seen } = await impact('many', [name], withFlow);
    // what is refused by a check that needs no publication writes no record, not even for a while
    const written = async (): Promise<unknown> =>
      (await sql`select max(xmin::text::bigint) as last from ${recordTable('many')}`.execute(context.db)).rows;
    const untouched = await written();
    expect((await publish('many')).code).toBe('DOC_IMPACT');
    expect((await publish('many', { acknowledged: seen, revision: 7 })).code).toBe('RECORD_STALE');
    const reviewed = await admin.post('/api/system/sys/param/save', { reviewDocuments: true });
    expect(reviewed.code, reviewed.msg).toBe('1');
    expect((await publish('many', { acknowledged: seen })).code).toBe('DOC_REVIEW_NEEDED');
    await admin.post('/api/system/sys/param/save', { reviewDocuments: false });
    expect(await written()).toEqual(untouched);
    // a publication that fails after the preparation
    const text = JSON.stringify(form('many', [name], withFlow).definition);
    const attempt = withPreparedForms(context, [{ formKey: 'many', text }], async () => {
      expect(await states()).toEqual([['3', 2001]]);
      throw new Error('refused');
    });
    await expect(attempt).rejects.toThrow('refused');
    expect(await states()).toEqual([['0', 2001]]);
    // a server that stops in between does not undo it; another one does
    await withPreparedForms(context, [{ formKey: 'many', text }], () => Promise.resolve());
    await later(1);
    expect(await states()).toEqual([['3', 2001]]);
    await later(10);
    expect(await states()).toEqual([['0', 2001]]);
    expect((await publish('many', { acknowledged: seen })).code).toBe('1');
    expect(await states()).toEqual([['3', 2001]]);
    await continueStateAlignment(context);
    await later(3);
    const noted = await sql<{ count: number }>`select count(*)::int as count from frm_record_audit
      where form_key = 'many' and action = 'finish'`.execute(context.db);
    expect(noted.rows[0]?.count).toBe(2001);
  });
});
