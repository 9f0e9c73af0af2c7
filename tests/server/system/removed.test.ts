import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const BIN = '/api/system/sys/bin';
const SYS = '/api/system/sys';
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());
beforeEach(async () => {
  await sql`delete from sys_bin`.execute(server.context.db);
});

interface Row {
  id: string;
  kind: string;
  key: string;
  name: string;
  deletedByName: string;
  daysLeft: number;
}
const inBin = async (data: object = {}): Promise<Row[]> =>
  (await admin.post<{ data: Row[] }>(`${BIN}/page`, { data })).data.data;
const restore = (id: string) => admin.post<{ name: string }>(`${BIN}/restore`, { id });
const done = async (answer: Promise<{ code: string; msg: string }>): Promise<void> => {
  const { code, msg } = await answer;
  expect(code, msg).toBe('1');
};
const form = (formKey: string) => ({
  formKey,
  formName: '会议室登记',
  access: { createRoles: ['*'] },
  fields: [{ tag: 'el-input', __vModel__: 'room', label: '会议室', isTitle: '1', isList: '1' }],
});
async function publish(formKey: string): Promise<void> {
  await done(
    admin.post('/api/system/frmDef/saveDraft', { formKey, formName: '会议室登记', definition: form(formKey) }),
  );
  await done(admin.post('/api/system/frmDef/publish', { formKey, note: '' }));
}

describe('a form that was deleted', () => {
  it('comes back with its version and the rights of roles, and takes records again', async () => {
    await publish('roomBooking');
    await sql`insert into sys_role_form (role_code, form_key, rights) values ('staff', 'roomBooking', '["see"]')
      on conflict do nothing`.execute(server.context.db);
    const rights = async (): Promise<unknown[]> =>
      (
        await sql`select role_code, rights from sys_role_form where form_key = 'roomBooking' order by 1`.execute(
          server.context.db,
        )
      ).rows;
    const before = await rights();
    await done(admin.post('/api/system/frmDef/remove', { formKey: 'roomBooking' }));
    expect(await rights()).toEqual([]);
    expect((await admin.post('/api/system/frmCrud/list/roomBooking', {})).code).toBe('404');
    const [kept] = await inBin();
    expect(kept).toMatchObject({ kind: 'form', key: 'roomBooking', name: '会议室登记', daysLeft: 30 });
    await done(restore(kept?.id ?? ''));
    expect(await rights()).toEqual(before);
    expect(await inBin()).toEqual([]);
    const saved = await admin.post<{ id: string }>('/api/system/frmCrud/saveOrUpdate/roomBooking', {
      fieldsMap: { room: '301' },
      childTables: {},
    });
    expect(saved.code, saved.msg).toBe('1');
    const { rows } = await sql<{ state: string }>`select state from doc_version where kind = 'form'
      and doc_key = 'roomBooking'`.execute(server.context.db);
    expect(rows).toEqual([{ state: 'published' }]);
  });

  it('does not come back over another of its key, and stays in the bin', async () => {
    await publish('roomTwice');
    await done(admin.post('/api/system/frmDef/remove', { formKey: 'roomTwice' }));
    await publish('roomTwice');
    const [kept] = await inBin({ keyword: 'roomTwice' });
    const answer = await restore(kept?.id ?? '');
    expect(answer).toMatchObject({ code: 'BIN_RESTORE' });
    expect(answer.msg).toContain('roomTwice');
    expect(await inBin({ keyword: 'roomTwice' })).toHaveLength(1);
  });
});

describe('what else was deleted', () => {
  it('a dictionary comes back with its entries', async () => {
    const items = [
      { dictLabel: '投影', dictValue: '1', sn: 1 },
      { dictLabel: '白板', dictValue: '2', sn: 2 },
    ];
    await done(
      admin.post(`${SYS}/dictType/saveOrUpdate`, {
        typeCode: 'roomThings',
        typeName: '会议室设施',
        isNew: true,
        items,
      }),
    );
    const entries = async (): Promise<unknown[]> =>
      (
        await sql`select dict_value, dict_label from sys_dict_item where type_code = 'roomThings' order by 1`.execute(
          server.context.db,
        )
      ).rows;
    const before = await entries();
    expect(before).toHaveLength(2);
    await done(admin.post(`${SYS}/dictType/remove`, { typeCode: 'roomThings' }));
    const [kept] = await inBin({ kind: 'dictionary' });
    await done(restore(kept?.id ?? ''));
    expect(await entries()).toEqual(before);
  });

  it('a role comes back with its rights, its menu entries and to those whose group has it', async () => {
    await done(admin.post(`${SYS}/role/add`, { code: 'roomKeeper', name: '会议室管理员' }));
    await sql`update sys_menu set roles = roles || '"roomKeeper"' where id = 'ledgerCentre'`.execute(server.context.db);
    await sql`insert into sys_role_form (role_code, form_key, rights) values ('roomKeeper', 'sealRegister', '["see"]')`.execute(
      server.context.db,
    );
    const { data: group } = await admin.post<{ id: string }>(`${SYS}/group/save`, { name: '会议组', userIds: [] });
    await done(admin.post(`${SYS}/role/addMembers`, { code: 'roomKeeper', kind: 'group', ids: [group.id] }));
    await done(admin.post(`${SYS}/role/remove`, { code: 'roomKeeper' }));
    // joins while the role is in the bin
    await done(admin.post(`${SYS}/group/save`, { id: group.id, name: '会议组', userIds: ['u-staff'] }));
    const [kept] = await inBin({ kind: 'role' });
    expect(kept?.name).toBe('会议室管理员');
    await done(restore(kept?.id ?? ''));
    const { rows } = await sql`select (select roles ? 'roomKeeper' from sys_menu where id = 'ledgerCentre') as menu,
      (select rights from sys_role_form where role_code = 'roomKeeper') as rights,
      (select user_id from sys_user_role where role_code = 'roomKeeper') as holder`.execute(server.context.db);
    expect(rows).toEqual([{ menu: true, rights: ['see'], holder: 'u-staff' }]);
  });

  it('a role comes back with the fields that it hides, out of the titles of what was saved meanwhile', async () => {
    const definition = {
      ...form('roomPrices'),
      fields: [...form('roomPrices').fields, { tag: 'el-input', __vModel__: 'price', label: '报价', isTitle: '1' }],
    };
    await done(admin.post('/api/system/frmDef/saveDraft', { formKey: 'roomPrices', formName: '报价', definition }));
    await done(admin.post('/api/system/frmDef/publish', { formKey: 'roomPrices', note: '' }));
    const save = (room: string) =>
      done(
        admin.post('/api/system/frmCrud/saveOrUpdate/roomPrices', {
          fieldsMap: { room, price: '九千元' },
          childTables: {},
        }),
      );
    const titles = async (): Promise<string[]> => {
      const { data } = await admin.post<{ data: { title: string }[] }>('/api/system/frmCrud/list/roomPrices', {});
      return data.data.map(({ title }) => title).sort();
    };
    await done(admin.post(`${SYS}/role/add`, { code: 'guestDesk', name: '前台' }));
    const lines = [{ formKey: 'roomPrices', hidden: ['price'] }];
    await done(admin.post(`${SYS}/role/saveGrid`, { code: 'guestDesk', forms: lines }));
    await save('甲');
    expect(await titles()).toEqual(['甲']);
    await done(admin.post(`${SYS}/role/remove`, { code: 'guestDesk' }));
    await save('乙');
    expect(await titles()).toEqual(['乙 九千元', '甲 九千元']);
    const [kept] = await inBin({ kind: 'role' });
    expect((await restore(kept?.id ?? '')).code).toBe('1');
    expect(await titles()).toEqual(['乙', '甲']);
  });

  it('a post comes back with the roles that it gave, and a department under its parent', async () => {
    const { data: post } = await admin.post<{ id: string }>(`${SYS}/post/save`, { name: '会务专员', code: 'HW' });
    await done(admin.post(`${SYS}/role/addMembers`, { code: 'staff', kind: 'post', ids: ['会务专员'] }));
    await done(admin.post(`${SYS}/post/remove`, { id: post.id }));
    const { data: org } = await admin.post<{ id: string }>(`${SYS}/org/save`, {
      name: '会务部',
      type: 'dept',
      parentId: 'unit-jc',
    });
    await done(admin.post(`${SYS}/org/remove`, { id: org.id }));
    for (const { id } of await inBin()) await done(restore(id));
    const { rows } = await sql`select (select parent_id from sys_org where id = ${org.id}) as parent,
      (select count(*)::int from sys_role_member where kind = 'post' and member_id = '会务专员') as roles`.execute(
      server.context.db,
    );
    expect(rows).toEqual([{ parent: 'unit-jc', roles: 1 }]);
  });

  it('does not come back where what it belonged to is gone', async () => {
    const { data: org } = await admin.post<{ id: string }>(`${SYS}/org/save`, {
      name: '短期项目部',
      type: 'dept',
      parentId: 'unit-jc',
    });
    const { data: below } = await admin.post<{ id: string }>(`${SYS}/org/save`, {
      name: '资料组',
      type: 'dept',
      parentId: org.id,
    });
    await done(admin.post(`${SYS}/org/remove`, { id: below.id }));
    await done(admin.post(`${SYS}/org/remove`, { id: org.id }));
    const [kept] = await inBin({ keyword: '资料组' });
    expect(await restore(kept?.id ?? '')).toMatchObject({ code: 'BIN_RESTORE' });
    const [parent] = await inBin({ keyword: '短期项目部' });
    await done(restore(parent?.id ?? ''));
    await done(restore(kept?.id ?? ''));
  });

  it('is gone past its time, and for good when the bin is emptied', async () => {
    await publish('roomGone');
    await done(admin.post('/api/system/frmDef/remove', { formKey: 'roomGone' }));
    const [kept] = await inBin();
    await sql`update sys_bin set deleted_at = now() - interval '30 days 1 minute'`.execute(server.context.db);
    expect(await inBin()).toEqual([]);
    expect((await restore(kept?.id ?? '')).code).toBe('404');
    await sql`update sys_bin set deleted_at = now()`.execute(server.context.db);
    expect((await admin.post<{ count: number }>(`${BIN}/empty`, {})).data.count).toBe(1);
    expect((await restore(kept?.id ?? '')).code).toBe('404');
  });

  it('is restored once by two administrators at the same time', async () => {
    await publish('roomOnce');
    await done(admin.post('/api/system/frmDef/remove', { formKey: 'roomOnce' }));
    const [kept] = await inBin();
    const codes = (await Promise.all([restore(kept?.id ?? ''), restore(kept?.id ?? '')])).map(({ code }) => code);
    expect(codes.sort()).toEqual(['1', '404']);
  });
});
