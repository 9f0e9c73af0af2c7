import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstanceResult } from '../../../../src/server/approval/admin/forEachInstance.ts';
import type { MoveResult } from '../../../../src/server/approval/admin/moveInstances.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, FIELDS, flowFile, publishStory, type Story, task } from '../story.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

describe('a task that is moved', () => {
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
});

describe('a place that is gone', () => {
  const HIDDEN = [...FIELDS, { tag: 'el-input', __vModel__: 'secret', label: '底价', flowEditable: '1' }];

  const VALUES = { title: '事项', secret: '八十八' };

  const FIRST = `${edge('f1', 'apply', 'a')}${task('a user hr', '<sf:field key="secret" visible="0"/>')}${edge('f2', 'a', 'b')}${task('b user manager')}${edge('f3', 'b', 'e')}`;

  const SECOND = `${edge('f1', 'apply', 'b')}${task('b user manager')}${edge('f3', 'b', 'e')}`;

  const error = (name: string) =>
    expect.objectContaining({ level: 'error', detail: expect.stringContaining(`“${name}”在目标版本中`) });

  const instanceOf = async (story: Story): Promise<string> =>
    (
      await server.context.db
        .selectFrom('flw_instance')
        .select('id')
        .where('record_id', '=', story.id)
        .executeTakeFirstOrThrow()
    ).id;

  async function move(story: Story, flowVersion: number): Promise<MoveResult | undefined> {
    return (
      await (
        await clientOf(server, 'admin')
      ).post<MoveResult[]>('/api/task/flow/admin/move', {
        instanceIds: [await instanceOf(story)],
        flowVersion,
        reason: '改制',
      })
    ).data[0];
  }

  /** A process on its way from `a` to `b`, and a second version of its flow. */
  async function onTheWay(key: string, second: string): Promise<Story> {
    await publishStory(server, key, flowFile(key, FIRST), HIDDEN);
    const story = await begin(server, key, VALUES);
    expect((await story.act('hr', 'approve', { cc: ['u-sealer'] })).code).toBe('1');
    await publishStory(server, key, second, HIDDEN);
    return story;
  }

  it.each([
    ['the step is not there any more', SECOND, 'a'],
    [
      'the step is there and nothing of who sees what in it',
      `${SECOND.replace('"apply" targetRef="b"', '"apply" targetRef="a"')}<manualTask id="a" name="a"/>${edge('f2', 'a', 'b')}`,
      'a',
    ],
    ['the applicant’s task is another', SECOND.replaceAll('"apply"', '"apply2"'), 'apply'],
  ])('a process is not moved to a version where somebody’s done step is gone: %s', async (title, second, name) => {
    const key = `gone${name}${second.includes('manualTask') ? 'Kind' : ''}`;
    const story = await onTheWay(
      key,
      name === 'apply' ? flowFile(key, second).replaceAll('"apply"', '"apply2"') : flowFile(key, second),
    );
    const moved = await move(story, 2);
    expect([title, moved?.isMoved, moved?.misfits]).toEqual([title, false, expect.arrayContaining([error(name)])]);
    expect(
      (
        await story
          .client('hr')
          .then((hr) => hr.get<{ fieldsMap: object }>(`/api/system/frmCrud/getById/${key}?id=${story.id}`))
      ).data.fieldsMap,
    ).toMatchObject({ title: '事项' });
  });

  it('nor where the event is gone by whose rules somebody reads who may tell a message', async () => {
    const event = `<boundaryEvent id="told" name="到货" attachedToRef="b" cancelActivity="false"><extensionElements><sf:candidates type="user" value="sealer"/><sf:field key="secret" visible="0"/></extensionElements><messageEventDefinition messageRef="m"/></boundaryEvent><endEvent id="e2"/>${edge('f9', 'told', 'e2')}`;
    await publishStory(server, 'goneEvent', flowFile('goneEvent', `${SECOND}${event}`), HIDDEN);
    const story = await begin(server, 'goneEvent', VALUES);
    await publishStory(server, 'goneEvent', flowFile('goneEvent', SECOND), HIDDEN);
    expect(await move(story, 2)).toMatchObject({ isMoved: false, misfits: expect.arrayContaining([error('到货')]) });
  });

  it('who acted at a step that a move took away reads on without what any step hid, and everything as before once it is back', async () => {
    const story = await onTheWay('moved', flowFile('moved', SECOND));
    // as a server did that asked only where the process stands
    await server.context.db
      .updateTable('flw_instance')
      .set({ flow_version: 2 })
      .where('id', '=', await instanceOf(story))
      .execute();
    for (const who of ['hr', 'sealer']) {
      const client = await story.client(who);
      const read = await client.get<{ fieldsMap: object }>(`/api/system/frmCrud/getById/moved?id=${story.id}`);
      expect([who, read.code, read.data.fieldsMap]).toEqual([who, '1', {}]);
      expect((await client.get(`/api/system/frmCrud/history/moved?id=${story.id}`)).code).toBe('1');
      const list = await client.post<{ data: { id: string; fieldsMap: object }[] }>(
        '/api/system/frmCrud/list/moved',
        {},
      );
      expect([list.code, list.data.data.find(({ id }) => id === story.id)?.fieldsMap]).toEqual(['1', {}]);
    }
    expect(await move(story, 1)).toMatchObject({ isMoved: true });
    const { data } = await (
      await story.client('hr')
    ).get<{ fieldsMap: object }>(`/api/system/frmCrud/getById/moved?id=${story.id}`);
    expect(data.fieldsMap).toMatchObject({ title: '事项' });
    expect(data.fieldsMap).not.toHaveProperty('secret');
  });
});
