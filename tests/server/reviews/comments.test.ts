import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

interface Comment {
  id: string;
  parentId: string;
  part: string;
  text: string;
  isOwn: boolean;
  isRemoved: boolean;
  isResolved: boolean;
  resolvedBy: string;
  mentions: { id: string; name: string }[];
}
const BASE = '/api/system/sys/review';
const FORM = { kind: 'form', key: 'expenseReimbursement' };
let server: TestServer;
let admin: Client;
let other: Client;
let otherName: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  await admin.post('/api/system/sys/role/addMembers', { code: 'admin', kind: 'user', ids: ['u-hr'] });
  other = await server.api('hr');
  const people = (await admin.get<{ id: string; name: string }[]>(`${BASE}/administrators`)).data;
  otherName = people.find(({ id }) => id === 'u-hr')?.name ?? '';
});
afterAll(() => server.dispose());

const comments = async (client: Client): Promise<Comment[]> =>
  (await client.get<Comment[]>(`${BASE}/comments?kind=form&key=${FORM.key}`)).data;
const add = async (client: Client, more: object): Promise<string> =>
  (await client.post<{ id: string }>(`${BASE}/comment`, { ...FORM, ...more })).data.id;

describe('comments on a document', () => {
  it('belong to a part, are answered in its thread, and remind whom they address with a link to the place', async () => {
    expect(otherName).not.toBe('');
    const root = await add(admin, {
      part: 'field:amount',
      partName: '金额',
      text: `请 @${otherName} 看一下`,
      mentionIds: ['u-hr'],
    });
    const reply = await add(other, { parentId: root, part: 'field:another', text: '已看' });
    expect(await comments(other)).toMatchObject([
      { id: root, parentId: '', part: 'field:amount', isOwn: false, mentions: [{ id: 'u-hr', name: otherName }] },
      { id: reply, parentId: root, part: 'field:amount', isOwn: true },
    ]);
    const reminders = await server.context.db
      .selectFrom('sys_remind')
      .select(['user_id', 'link'])
      .where('kind', '=', 'doc-comment')
      .orderBy('created_at')
      .execute();
    const link = `/system/formManager?form=${FORM.key}&comment=${root}`;
    expect(reminders).toEqual([
      { user_id: 'u-hr', link },
      { user_id: expect.not.stringMatching('u-hr') as string, link },
    ]);
  });

  it('are resolved, opened again by hand or by a reply, and removed by their author alone', async () => {
    const id = await add(admin, { text: '整体意见' });
    const one = async (): Promise<Comment | undefined> => (await comments(admin)).find((comment) => comment.id === id);
    await other.post(`${BASE}/resolve`, { id, isResolved: true });
    expect(await one()).toMatchObject({ isResolved: true, resolvedBy: otherName });
    await admin.post(`${BASE}/resolve`, { id, isResolved: false });
    expect(await one()).toMatchObject({ isResolved: false, resolvedBy: '' });
    await other.post(`${BASE}/resolve`, { id, isResolved: true });
    await add(admin, { parentId: id, text: '还没有改' });
    expect(await one()).toMatchObject({ isResolved: false });
    expect((await other.post(`${BASE}/removeComment`, { id })).code).toBe('403');
    await admin.post(`${BASE}/removeComment`, { id });
    expect(await one()).toMatchObject({ isRemoved: true, text: '' });
    expect((await admin.post(`${BASE}/comment`, { ...FORM, parentId: id, text: '再回复' })).msg).toContain('已删除');
  });

  it('are refused with a sentence where they are empty, too long, or address somebody who is no administrator', async () => {
    const refused = async (more: object): Promise<string> =>
      (await admin.post(`${BASE}/comment`, { ...FORM, ...more })).msg;
    expect(await refused({ text: ' ' })).toContain('批注没有内容');
    expect(await refused({ text: '字'.repeat(2001) })).toContain('批注最多 2000 个字，现有 2001 个');
    expect(await refused({ text: '@某人', mentionIds: ['u-staff'] })).toContain('不是在用的管理员');
    const nowhere = await admin.post(`${BASE}/comment`, { kind: 'form', key: 'noSuchForm', text: '无' });
    expect(nowhere.code).toBe('404');
  });

  it('are no business of others than administrators', async () => {
    const staff = await server.api('staff');
    expect((await staff.get(`${BASE}/comments?kind=form&key=${FORM.key}`)).code).toBe('403');
    expect((await staff.post(`${BASE}/comment`, { ...FORM, text: '我来看看' })).code).toBe('403');
  });
});
