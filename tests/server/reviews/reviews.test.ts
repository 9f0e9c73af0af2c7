import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let other: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, other] = await Promise.all([server.api('admin'), server.api('hr')]);
  await admin.post('/api/system/sys/role/addMembers', { code: 'admin', kind: 'user', ids: ['u-hr'] });
});
afterAll(() => server.dispose());

const BASE = '/api/system/sys/review';

const formOf = (key: string, label: string): object => ({
  formKey: key,
  formName: '复核试验',
  fields: [{ tag: 'el-input', __vModel__: 'why', label }],
});

const require = (isRequired: boolean) => admin.post('/api/system/sys/param/save', { reviewDocuments: isRequired });

const save = async (key: string, label: string): Promise<number> =>
  (
    await admin.post<{ revision: number }>('/api/system/frmDef/saveDraft', {
      formKey: key,
      definition: formOf(key, label),
    })
  ).data.revision;

const publish = (key: string, client = admin) => client.post('/api/system/frmDef/publish', { formKey: key, note: '' });

const ask = (key: string, reviewerId = 'u-hr', client = admin) =>
  client.post<{ id: string }>(`${BASE}/ask`, { kind: 'form', key, reviewerId, note: '改了标签' });

const decide = (id: string, more: object, client = other) =>
  client.post<{ version: number | null }>(`${BASE}/decide`, { id, ...more });

interface State {
  isRequired: boolean;
  review: { id: string; state: string; reason: string; isOutdated: boolean; isReviewer: boolean } | null;
}

const state = async (key: string, client = other): Promise<State> =>
  (await client.get<State>(`${BASE}/state?kind=form&key=${key}`)).data;

const reminders = (userId: string) =>
  server.context.db
    .selectFrom('sys_remind')
    .select(['title', 'link'])
    .where('kind', '=', 'doc-review')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

describe('a draft is reviewed before it is published', () => {
  beforeEach(async () => {
    await require(false);
  });

  it('stands in the list of the one who decides and of the one who asked until it is decided', async () => {
    await save('reviewListed', '事由');
    const { id } = (await ask('reviewListed')).data;
    interface Listed {
      id: string;
      name: string;
      kindName: string;
      isReviewer: boolean;
      isOutdated: boolean;
      link: string;
    }
    const listed = async (client: Client): Promise<Listed | undefined> =>
      (await client.get<Listed[]>(`${BASE}/waiting`)).data.find((one) => one.id === id);
    expect(await listed(other)).toMatchObject({
      kindName: '表单',
      isReviewer: true,
      isOutdated: false,
      link: `/system/formManager?form=reviewListed&review=${id}`,
    });
    expect(await listed(admin)).toMatchObject({ isReviewer: false });
    await save('reviewListed', '用途');
    expect(await listed(other)).toMatchObject({ isOutdated: true });
    expect((await decide(id, { isApproved: false, reason: '再看看' })).code).toBe('1');
    expect([await listed(other), await listed(admin)]).toEqual([undefined, undefined]);
    expect((await (await server.api('staff')).get(`${BASE}/waiting`)).status).toBe(403);
  });

  it('is not asked for while the draft has errors', async () => {
    await admin.post('/api/system/frmDef/saveDraft', {
      formKey: 'reviewFaulty',
      definition: {
        formKey: 'reviewFaulty',
        formName: '复核试验',
        fields: [{ tag: 'el-input', __vModel__: 'why', label: '事由', visibleWhen: 'nowhere == 1' }],
      },
    });
    expect(await ask('reviewFaulty')).toMatchObject({ code: 'DOC_DRAFT_ONLY', status: 422 });
    expect((await state('reviewFaulty')).review).toBeNull();
  });

  it('by whom it was given to: told with a link, published in the name of its author, and the author told', async () => {
    await save('reviewOne', '事由');
    const { id } = (await ask('reviewOne')).data;
    expect(await state('reviewOne')).toMatchObject({
      isRequired: false,
      review: { id, isReviewer: true, isOutdated: false },
    });
    expect((await reminders('u-hr'))[0]).toMatchObject({
      title: expect.stringContaining('请您复核表单“reviewOne”') as string,
      link: `/system/formManager?form=reviewOne&review=${id}`,
    });
    expect((await decide(id, { isApproved: true }, admin)).code).toBe('403');
    expect((await decide(id, { isApproved: false, reason: ' ' })).msg).toContain('退回的原因');
    expect((await decide(id, { isApproved: true })).data.version).toBe(1);
    const [version] = (
      await admin.get<{ note: string; author: string }[]>('/api/system/frmDef/versions?formKey=reviewOne')
    ).data;
    const me = await server.context.db
      .selectFrom('sys_user')
      .select(['id', 'name'])
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow();
    expect(version).toMatchObject({ author: me.name });
    expect(version?.note).toMatch(/^改了标签（.+复核通过）$/);
    expect((await reminders(me.id))[0]?.title).toContain('已发布第 1 版');
    expect((await state('reviewOne')).review).toBeNull();
    expect((await decide(id, { isApproved: true })).msg).toContain('已经结束');
  });

  it('is returned with a reason, and withdrawn by its author alone', async () => {
    await save('reviewTwo', '事由');
    const first = (await ask('reviewTwo')).data.id;
    await decide(first, { isApproved: false, reason: '标签不对' });
    expect((await state('reviewTwo', admin)).review).toMatchObject({ state: 'returned', reason: '标签不对' });
    const second = (await ask('reviewTwo')).data.id;
    expect((await other.post(`${BASE}/withdraw`, { id: second })).code).toBe('403');
    await admin.post(`${BASE}/withdraw`, { id: second });
    expect((await state('reviewTwo')).review).toBeNull();
  });

  it('is outdated as soon as the draft is another one', async () => {
    await save('reviewThree', '事由');
    const { id } = (await ask('reviewThree')).data;
    await save('reviewThree', '用途');
    expect((await state('reviewThree')).review?.isOutdated).toBe(true);
    expect((await decide(id, { isApproved: true })).code).toBe('DOC_REVIEW_OUTDATED');
    // asked again, in place of the first
    const again = (await ask('reviewThree')).data.id;
    expect((await state('reviewThree')).review).toMatchObject({ id: again, isOutdated: false });
    expect((await decide(again, { isApproved: true })).data.version).toBe(1);
  });

  it('is given to another administrator, and only where there is a draft', async () => {
    const revision = await save('reviewFour', '事由');
    const me = await server.context.db
      .selectFrom('sys_user')
      .select('id')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow();
    expect((await ask('reviewFour', me.id)).msg).toContain('不能由本人复核');
    expect((await ask('reviewFour', 'u-staff')).msg).toContain('应为在用的管理员');
    expect((await ask('noSuchForm')).code).toBe('404');
    const stale = { kind: 'form', key: 'reviewFour', reviewerId: 'u-hr', revision: revision + 1 };
    expect((await admin.post(`${BASE}/ask`, stale)).code).toBe('RECORD_STALE');
    expect((await (await server.api('staff')).get(`${BASE}/state?kind=form&key=reviewFour`)).code).toBe('403');
  });
});

describe('where publications must be reviewed', () => {
  it('nothing of any kind is published directly; what was published before is restored with a reason', async () => {
    await require(false);
    await save('reviewFive', '甲');
    expect((await publish('reviewFive')).code).toBe('1');
    await save('reviewFive', '乙');
    expect((await publish('reviewFive')).code).toBe('1');
    await require(true);
    await save('reviewFive', '丙');
    const refused = await publish('reviewFive');
    expect(refused).toMatchObject({ code: 'DOC_REVIEW_NEEDED' });
    expect(refused.msg).toContain('请提交复核');
    const roll = (note: string) =>
      admin.post('/api/system/frmDef/rollback', { formKey: 'reviewFive', version: 1, note });
    expect((await roll('')).msg).toContain('须写明原因');
    expect((await roll('第 2 版有误')).code).toBe('1');

    // what is shipped, of every other kind, with another name
    for (const [base, keyName, from, to] of [
      ['screenDef', 'screenKey', '"title":"', '"title":"改'],
      ['datasetDef', 'datasetKey', '"name":"', '"name":"改'],
      ['flowDef', 'flowKey', ' name="', ' name="改'],
    ] as const) {
      const [one] = (await admin.get<Record<string, string>[]>(`/api/system/${base}/list`)).data.filter(
        ({ version }) => Number(version) > 0,
      );
      const key = one?.[keyName] ?? '';
      const draft = (await admin.get<unknown>(`/api/system/${base}/getDraft?${keyName}=${encodeURIComponent(key)}`))
        .data;
      const text = typeof draft === 'string' ? draft : JSON.stringify(draft);
      const definition = text.replace(from, to);
      expect(definition).not.toBe(text);
      await admin.post(`/api/system/${base}/saveDraft`, { [keyName]: key, definition });
      expect([base, (await admin.post(`/api/system/${base}/publish`, { [keyName]: key })).code]).toEqual([
        base,
        'DOC_REVIEW_NEEDED',
      ]);
    }
    const { id } = (await ask('reviewFive')).data;
    expect((await decide(id, { isApproved: true })).data.version).toBe(4);
    await require(false);
  });

  it('stands in the audit log with the words of the product', async () => {
    await save('reviewLog', '事由');
    const { id } = (await ask('reviewLog')).data;
    await decide(id, { isApproved: false, reason: '再想想' });
    const { data } = await admin.post<{
      data: { changes: { name: string; before: string; after: string }[] }[];
    }>('/api/system/sysAudit/getList', { data: { object: 'doc_review' }, page: { pageNum: 1, pageSize: 5 } });
    const values = data.data.flatMap(({ changes }) => changes.flatMap(({ before, after }) => [before, after]));
    expect(values).toEqual(expect.arrayContaining(['待复核', '已退回', '表单']));
    expect(values).not.toEqual(expect.arrayContaining(['open']));
    expect(values).not.toEqual(expect.arrayContaining(['form']));
  });

  it('the product itself still publishes what it brings', async () => {
    await require(true);
    const { publishScreen } = await import('../../../src/server/documents/index.ts');
    const definition = { screenKey: 'review/own', title: '页', root: { tag: 'text', text: '一' } };
    const own = { screenKey: 'review/own', definition, note: '', author: { id: 'system', name: '系统' } };
    expect((await publishScreen(server.context, own)).version).toBe(1);
    await require(false);
  });
});

describe('comments of a review', () => {
  let otherName: string;
  beforeAll(async () => {
    await admin.post('/api/system/sys/role/addMembers', { code: 'admin', kind: 'user', ids: ['u-hr'] });
    const people = (await admin.get<{ id: string; name: string }[]>(`${BASE}/administrators`)).data;
    otherName = people.find(({ id }) => id === 'u-hr')?.name ?? '';
  });

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
      const one = async (): Promise<Comment | undefined> =>
        (await comments(admin)).find((comment) => comment.id === id);
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
});
