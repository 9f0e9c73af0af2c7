import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstanceResult } from '../../../../src/server/approval/admin/forEachInstance.ts';
import type { MoveResult } from '../../../../src/server/approval/admin/moveInstances.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, flowFile, publishStory, task, type Story } from '../story.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

const idOf = async (story: Story): Promise<string> =>
  (
    await server.context.db
      .selectFrom('flw_instance')
      .select('id')
      .where('record_id', '=', story.id)
      .executeTakeFirstOrThrow()
  ).id;
/** Suspends or resumes the process of a story. */
const set = async (story: Story, call: 'suspend' | 'resume'): Promise<void> => {
  const admin = await clientOf(server, 'admin');
  const body = { instanceIds: [await idOf(story)], reason: '核查' };
  expect((await admin.post<InstanceResult[]>(`/api/task/flow/admin/${call}`, body)).data).toMatchObject([
    { isDone: true },
  ]);
};
const move = async (story: Story): Promise<void> => {
  const admin = await clientOf(server, 'admin');
  const body = { instanceIds: [await idOf(story)], flowVersion: 2, reason: '新制度' };
  expect((await admin.post<MoveResult[]>('/api/task/flow/admin/move', body)).data).toMatchObject([{ isMoved: true }]);
};

/** Minutes, rounded to ten: a slow computer takes some seconds between two steps. */
const roughMinutes = (ms: number): number => Math.round(ms / 600_000) * 10;

describe('a suspended process that moves to another version', () => {
  const body = task('one user u-leader') + edge('f1', 'apply', 'one') + edge('f2', 'one', 'e');
  const timer = (id: string, clock = ''): string =>
    `<boundaryEvent id="${id}" name="${id}" attachedToRef="one" cancelActivity="false">${clock}<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>${task(`${id}t user u-hr`)}${edge(`${id}f`, id, `${id}t`)}${edge(`${id}g`, `${id}t`, 'e')}`;

  it('lets the times of new events rest, too, until it is resumed, and keeps what was left of the others', async () => {
    await publishStory(server, 'resting', flowFile('resting', body + timer('old')));
    const story = await begin(server, 'resting');
    const { db } = server.context;
    const instanceId = await idOf(story);
    const timers = () =>
      db
        .selectFrom('flw_timer')
        .select(['node_id', 'left_ms', 'due_at'])
        .where('instance_id', '=', instanceId)
        .orderBy('node_id')
        .execute();
    const setDue = (due: string) =>
      db
        .updateTable('flw_timer')
        .set({ due_at: sql<Date>`now() + ${due}::interval` })
        .where('instance_id', '=', instanceId)
        .execute();
    await setDue('30 minutes');
    await set(story, 'suspend');
    await setDue('-1 day');
    await publishStory(server, 'resting', flowFile('resting', body + timer('old') + timer('late')));
    await move(story);
    const minutesLeft = (await timers()).map(({ node_id: node, left_ms: ms }) => [
      node,
      ms && roughMinutes(Number(ms)),
    ]);
    expect(minutesLeft).toEqual([
      ['late', 60],
      ['old', 30],
    ]);
    await setDue('-1 day');
    await set(story, 'resume');
    const minutesToGo = (await timers()).map(({ due_at: due }) => roughMinutes(due.getTime() - Date.now()));
    expect(minutesToGo).toEqual([60, 30]);
  });
});

describe('a process that waits for a condition', () => {
  const file = (key: string, limit: string): string =>
    flowFile(
      key,
      `${edge('f1', 'apply', 'w')}<intermediateCatchEvent id="w" name="w"><conditionalEventDefinition><condition>amount > ${limit}</condition></conditionalEventDefinition></intermediateCatchEvent>${edge('f2', 'w', 'last')}${task('last user u-leader')}${edge('f3', 'last', 'e')}`,
    );

  it('goes on when it moves to a version whose condition holds, and a suspended one when it is resumed', async () => {
    await publishStory(server, 'corrected', file('corrected', '100.0'));
    const [moved, suspended] = [
      await begin(server, 'corrected', { title: '甲', amount: 5 }),
      await begin(server, 'corrected', { title: '乙', amount: 5 }),
    ];
    await set(suspended, 'suspend');
    await publishStory(server, 'corrected', file('corrected', '1.0'));
    for (const story of [moved, suspended]) await move(story);
    expect([await moved.holders(), await suspended.holders()]).toEqual([['leader'], []]);
    expect([await moved.at(), await moved.state()]).toEqual(['last', '1']);
    await set(suspended, 'resume');
    expect([await suspended.holders(), await suspended.at()]).toEqual([['leader'], 'last']);
    expect((await suspended.act('leader', 'approve')).data.flwState).toBe('3');
  });
});
