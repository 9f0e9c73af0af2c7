import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, edge, flowFile, publishStory, task } from '../story.ts';

let server: TestServer;
const APPLICANT = 'u-staff';
const BODY = `${task('check user u-leader')}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`;

beforeAll(async () => {
  server = await startTestServer();
  await publishStory(server, 'strict', flowFile('strict', BODY));
  await publishStory(server, 'open', flowFile('open', BODY, 'toApplicant="1"'));
  const nobody = task('check user u-nobody', '<sf:settings empty="admin"/>');
  await publishStory(
    server,
    'nobody',
    flowFile('nobody', `${nobody}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`),
  );
});
afterAll(() => server.dispose());

describe('an application and its own applicant', () => {
  it.each([
    ['transfer', { userIds: [APPLICANT] }],
    ['delegate', { userIds: [APPLICANT] }],
    ['addSign', { userIds: ['u-hr', APPLICANT], place: 'before' }],
  ])('%s to the applicant is refused and names them; nothing has moved', async (call, body) => {
    const story = await begin(server, 'strict');
    const answer = await story.do('leader', call, body);
    expect(answer.code).toBe('FLOW_PEOPLE');
    expect(answer.msg).toContain('是申请人，不能办理自己的申请');
    expect(await story.holders()).toEqual(['leader']);
    expect((await story.history()).map(({ action }) => action)).not.toContain(call);
    expect((await story.options('leader')).task?.applicantId).toBe(APPLICANT);
  });

  it('a copy may still be sent to them, and stands in the history also where it goes with a decision', async () => {
    const story = await begin(server, 'strict');
    expect((await story.do('leader', 'cc', { userIds: [APPLICANT] })).code).toBe('1');
    expect((await story.act('leader', 'approve', { cc: ['u-device'] })).code).toBe('1');
    const copies = (await story.history()).filter(({ action }) => action === 'cc');
    expect(copies).toHaveLength(2);
    expect(copies[1]).toMatchObject({ taskNode: 'check', detail: '抄送 吴建国' });
  });

  it('goes to the other administrators where a node has nobody, to the applicant only where there is no other', async () => {
    const { db } = server.context;
    const own = await begin(server, 'nobody');
    expect(await own.holders()).toEqual(['admin']);
    await db.insertInto('sys_user_role').values({ user_id: APPLICANT, role_code: 'admin' }).execute();
    const story = await begin(server, 'nobody');
    expect(await story.holders()).toEqual(['admin']);
    await db.deleteFrom('sys_user_role').where('user_id', '=', 'u-admin').where('role_code', '=', 'admin').execute();
    const last = await begin(server, 'nobody');
    expect(await last.holders()).toEqual(['staff']);
  });

  it('a process may allow it, and then the history says who the applicant is', async () => {
    const story = await begin(server, 'open');
    expect((await story.options('leader')).task?.applicantId).toBeUndefined();
    expect((await story.do('leader', 'transfer', { userIds: [APPLICANT] })).code).toBe('1');
    expect(await story.holders()).toEqual(['staff']);
    expect((await story.history()).find(({ action }) => action === 'transfer')?.detail).toMatch(
      /^转办给 .+（申请人）$/,
    );
  });
});
