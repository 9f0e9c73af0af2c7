import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

interface Present {
  pageId: string;
  userName: string;
  place: string;
  isOwn: boolean;
}
const BASE = '/api/system/sys/together';
let server: TestServer;
let admin: Client;
let other: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  await admin.post('/api/system/sys/role/addMembers', { code: 'admin', kind: 'user', ids: ['u-hr'] });
  other = await server.api('hr');
});
afterAll(() => server.dispose());

const here = async (client: Client, pageId: string, key: string, place = ''): Promise<Present[]> =>
  (await client.post<Present[]>(`${BASE}/here`, { kind: 'form', key, pageId, place })).data;

describe('who has a document open', () => {
  it('is told to everybody else who has, with the place, until they leave or open another one', async () => {
    expect(await here(admin, 'page-aaaa', 'carRequest', '“金额”')).toEqual([]);
    expect(await here(other, 'page-bbbb', 'carRequest')).toMatchObject([
      { pageId: 'page-aaaa', place: '“金额”', isOwn: false },
    ]);
    expect(await here(admin, 'page-cccc', 'carRequest')).toMatchObject([
      { pageId: 'page-bbbb', isOwn: false },
      { pageId: 'page-aaaa', isOwn: true },
    ]);
    await other.post(`${BASE}/leave`, { pageId: 'page-bbbb' });
    expect(await here(admin, 'page-cccc', 'carRequest')).toMatchObject([{ pageId: 'page-aaaa' }]);
    await here(admin, 'page-aaaa', 'anotherForm');
    expect(await here(admin, 'page-cccc', 'carRequest')).toEqual([]);
  });

  it('forgets pages that have not told of themselves, and lets nobody end the page of another', async () => {
    await here(admin, 'page-dddd', 'oldForm');
    await other.post(`${BASE}/leave`, { pageId: 'page-dddd' });
    expect(await here(other, 'page-eeee', 'oldForm')).toHaveLength(1);
    await sql`update doc_open set seen_at = now() - interval '46 seconds' where page_id = 'page-dddd'`.execute(
      server.context.db,
    );
    expect(await here(other, 'page-eeee', 'oldForm')).toEqual([]);
  });

  it('is no business of others than administrators', async () => {
    const staff = await server.api('staff');
    const page = { kind: 'form', key: 'carRequest', pageId: 'page-ffff', place: '' };
    expect((await staff.post(`${BASE}/here`, page)).code).toBe('403');
    expect((await staff.post(`${BASE}/leave`, { pageId: 'page-aaaa' })).code).toBe('403');
  });
});
