import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../../chaos/invariants.ts';
import { recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, edge, flowFile, publishStory, task, type Story } from '../story.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await publishStory(
    server,
    'race',
    flowFile(
      'race',
      task('first user u-leader') +
        task('second user u-hr') +
        edge('f1', 'apply', 'first') +
        edge('f2', 'first', 'second') +
        edge('f3', 'second', 'e'),
    ),
  );
});
afterAll(() => server.dispose());

const ROUNDS = 5;
type Told = { code: string };

/** Both at once, some times; answers how often each was let. Whoever comes second is refused, and never with a fault of the server. */
async function race(
  one: (story: Story) => Promise<Told>,
  other: (story: Story) => Promise<Told>,
  after: (story: Story, winner: 'one' | 'other') => Promise<void>,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const story = await begin(server, 'race');
    // in turns, so that either may be the first to be heard
    const both = round % 2 === 0 ? [one(story), other(story)] : [other(story), one(story)].toReversed();
    const codes = (await Promise.all(both)).map(({ code }) => code);
    expect(codes.filter((code) => code === '1')).toHaveLength(1);
    expect(codes.filter((code) => code !== '1')).toEqual([
      expect.stringMatching(/^(?:TASK_TAKEN|TASK_NOT_YOURS|FLOW_\w+|RECORD_STATE|RECORD_STALE|404)$/),
    ]);
    await after(story, codes[0] === '1' ? 'one' : 'other');
  }
}

describe('two at once on one application', () => {
  it('the applicant takes it back while it is approved: one of them, and it stands where that one left it', async () => {
    await race(
      (story) => story.do('staff', 'takeBackFlow'),
      async (story) => story.act('leader', 'approve'),
      async (story, winner) => {
        expect([await story.state(), await story.at()]).toEqual(winner === 'one' ? ['2', 'apply'] : ['1', 'second']);
      },
    );
  });

  it('a second press on approve finds it done, and the history has it once', async () => {
    const approve = (story: Story): Promise<Told> => story.act('leader', 'approve');
    await race(approve, approve, async (story) => {
      expect((await story.history()).filter(({ action }) => action === 'approve')).toHaveLength(1);
      expect(await story.at()).toBe('second');
    });
  });

  it('it is handed on while it is approved: one of them', async () => {
    await race(
      (story) => story.do('leader', 'transfer', { userIds: ['u-finance'] }),
      (story) => story.act('leader', 'approve'),
      async (story, winner) => {
        expect(await story.holders()).toEqual([winner === 'one' ? 'finance' : 'hr']);
      },
    );
  });

  it('it is voided while it is approved: voided, however late, or not at all', async () => {
    const story = await begin(server, 'race');
    const [voided, approved] = await Promise.all([
      story.do('staff', 'void', { opinion: '不要了' }),
      story.act('leader', 'approve'),
    ]);
    expect([
      voided.code,
      ['1', 'RECORD_STATE', 'TASK_TAKEN', 'TASK_NOT_YOURS', 'RECORD_STALE', '404'].includes(approved.code),
    ]).toEqual(['1', true]);
    expect([await story.state(), await story.holders()]).toEqual(['4', []]);
  });

  it('who approves is disabled meanwhile: the act counts or does not, told so, and the task is theirs or an administrator’s to give away', async () => {
    const admin = await server.api('admin');
    const disable = (disabled: boolean): Promise<Told> =>
      admin.post('/api/system/sys/user/setDisabled', {
        id: 'u-leader',
        disabled,
      });
    const told = new Set<string>();
    for (let round = 0; round < ROUNDS * 2; round += 1) {
      const story = await begin(server, 'race');
      const records = recordsOf(await server.api('leader'), 'race');
      const { revision = 0 } = (await records.get(story.id)).data ?? {};
      const approve = (): Promise<Told & { msg: string }> => records.run({ id: story.id, revision }, 'approve');
      // the first time after the act, then ever earlier, the last time before it
      const isFirst = round === 0;
      const isLast = round === ROUNDS * 2 - 1;
      const early = isFirst ? await approve() : null;
      const disabling = disable(true);
      if (isLast) await disabling;
      else await new Promise((resolve) => setTimeout(resolve, round * 4));
      const [answer, disabled] = await Promise.all([early ?? approve(), disabling]);
      expect(disabled.code).toBe('1');
      told.add(answer.code);
      const decided = (await story.history()).filter(({ action }) => action === 'approve').length;
      if (answer.code === '1') expect([await story.at(), decided]).toEqual(['second', 1]);
      else {
        expect([answer.code, answer.msg]).toEqual([
          expect.stringMatching(/^(?:A0230|B0001)$/),
          expect.stringMatching(/登录/),
        ]);
        expect([await story.at(), await story.holders(), decided]).toEqual(['first', ['leader'], 0]);
        const { data } = await admin.post<{ data: { recordId: string }[] }>('/api/task/flow/admin/instances', {
          page: { pageNum: 1, pageSize: 100 },
          status: 'stuck',
          formKey: 'race',
        });
        expect(data.data.map(({ recordId }) => recordId)).toContain(story.id);
      }
      // nobody else came in by it, and who is let in again goes on where it stands
      expect((await records.get(story.id)).code).not.toBe('1');
      expect((await disable(false)).code).toBe('1');
      if (answer.code !== '1') {
        const anew = recordsOf(await server.api('leader'), 'race');
        const again = await anew.run(
          {
            id: story.id,
            revision: (await anew.get(story.id)).data?.revision ?? 0,
          },
          'approve',
        );
        expect(again.code).toBe('1');
      }
    }
    // both came about: the act before, and after it
    expect([told.has('1'), told.size > 1]).toEqual([true, true]);
  });

  // once for all of them: nothing repairs what one of them broke
  it('nothing of all this leaves anything half done', async () => {
    expect(await brokenInvariants(server.context)).toEqual([]);
  });
});
