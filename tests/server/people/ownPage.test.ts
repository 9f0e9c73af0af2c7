import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remind } from '../../../src/server/notices/index.ts';
import type { OwnProfile } from '../../../src/server/people/ownProfile.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let staff: Client;
let hr: Client;
const USER = '/api/system/sys/user';
const profile = async (client: Client): Promise<OwnProfile> => (await client.get<OwnProfile>(`${USER}/profile`)).data;

beforeAll(async () => {
  server = await startTestServer();
  [staff, hr] = await Promise.all([server.api('staff'), server.api('hr')]);
});
afterAll(() => server.dispose());

/** A picture that `client` uploaded. */
async function fileOf(userId: string, id: string, ext = 'png'): Promise<string> {
  await sql`insert into att_file (id, file_name, file_ext, size, mime, sha256, uploader_id) values (${id}, ${`${id}.${ext}`}, ${ext}, 10, 'image/png', '', ${userId})`.execute(
    server.context.db,
  );
  return id;
}

describe('one’s own page', () => {
  it('changes phone, mail, picture and signature of the person alone, and nothing that administrators keep', async () => {
    const before = await profile(staff);
    expect(before.username).toBe('staff');
    const other = await profile(hr);
    const change = {
      phone: '13800001111',
      email: 'a@example.com',
      photo: await fileOf('u-staff', 'own-photo'),
      signature: await fileOf('u-staff', 'own-sign'),
      name: '改名',
      roles: 'admin',
      revision: before.revision,
    };
    expect((await staff.post(`${USER}/saveProfile`, change)).code).toBe('1');
    expect(await profile(staff)).toMatchObject({
      phone: '13800001111',
      email: 'a@example.com',
      photo: 'own-photo',
      signature: 'own-sign',
      name: before.name,
      roleNames: before.roleNames,
    });
    expect(await profile(hr)).toEqual(other);
  });

  it('refuses a page that was changed elsewhere since, wrong texts, and pictures that are another’s or none', async () => {
    const before = await profile(staff);
    const save = (body: object) => staff.post(`${USER}/saveProfile`, body);
    expect((await save({ phone: '1', revision: 'old' })).msg).toContain('已在别处修改');
    expect((await save({ phone: 'abc' })).msg).toContain('电话“abc”的格式不正确');
    expect((await save({ email: 'nobody' })).msg).toContain('邮箱“nobody”的格式不正确');
    expect((await save({ signature: await fileOf('u-hr', 'others-sign') })).code).toBe('404');
    expect((await save({ signature: await fileOf('u-staff', 'own-text', 'txt') })).code).toBe('FILE_TYPE');
    expect(await profile(staff)).toEqual(before);
  });

  it('a kind of reminders that is switched off comes no more, others do, and other people get theirs', async () => {
    expect((await staff.get(`${USER}/notify`)).data).toMatchObject({
      copy: ['site', 'mail', 'group'],
      urge: ['site', 'mail', 'group'],
    });
    expect((await staff.post(`${USER}/saveNotify`, { copy: [] })).code).toBe('1');
    expect((await staff.get(`${USER}/notify`)).data).toMatchObject({
      copy: [],
      urge: ['site', 'mail', 'group'],
    });
    await server.context.db.transaction().execute((trx) =>
      remind(trx, [
        { userId: 'u-staff', kind: 'flow-cc', title: '抄送试验' },
        { userId: 'u-staff', kind: 'flow-urge', title: '催办试验' },
        { userId: 'u-hr', kind: 'flow-cc', title: '抄送试验' },
      ]),
    );
    const { rows } = await sql<{
      who: string;
    }>`select user_id || ' ' || title as who from sys_remind where title like '%试验' order by 1`.execute(
      server.context.db,
    );
    expect(rows.map(({ who }) => who)).toEqual(['u-hr 抄送试验', 'u-staff 催办试验']);
    expect((await staff.post(`${USER}/saveNotify`, { copy: 'often' })).code).not.toBe('1');
  });

  it('keeps which guides somebody has seen, each person for themselves', async () => {
    const guides = async (client: Client): Promise<string[]> => (await client.get<string[]>(`${USER}/guides`)).data;
    expect(await guides(staff)).toEqual([]);
    for (const _time of [1, 2]) await staff.post(`${USER}/noteGuide`, { guide: 'designer' });
    expect([await guides(staff), await guides(hr)]).toEqual([['designer'], []]);
    expect((await staff.post(`${USER}/noteGuide`, { guide: 'unknown' })).code).not.toBe('1');
  });
});
