import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../../../chaos/invariants.ts';
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
  expect(await brokenInvariants(server.context)).toEqual([]);
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
    expect(await brokenInvariants(server.context)).toEqual([]);
  });
});
