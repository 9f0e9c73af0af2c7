import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueTimers } from '../../../../src/server/approval/calls/scheduler.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, edge, flowFile, publishStory, type Story, task } from '../story.ts';
import { brokenInvariants } from '../../../chaos/invariants.ts';
import { recordsOf } from '../../support/sealDemo.ts';

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

const fail = (error: unknown): never => {
  throw error;
};

const line = (...ids: string[]): string =>
  ids
    .slice(1)
    .map((id, at) => edge(`l${ids[at]}${id}`, ids[at] ?? '', id))
    .join('');

const MESSAGE = (name: string): string => `<messageEventDefinition messageRef="${name}"/>`;

const HOUR = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>';

const boundary = (id: string, on: string, event: string): string =>
  `<boundaryEvent id="${id}" name="${id}" attachedToRef="${on}" cancelActivity="false">${event}</boundaryEvent>`;

/** The nodes whose events a process waits for. */
const awaited = async ({ id }: Story): Promise<string[]> =>
  (
    await server.context.db
      .selectFrom('flw_timer as t')
      .innerJoin('flw_instance as i', 'i.id', 't.instance_id')
      .where('i.record_id', '=', id)
      .select('t.node_id')
      .orderBy('t.node_id')
      .execute()
  ).map(({ node_id }) => node_id);

const letTimePass = async ({ id }: Story, node: string): Promise<void> => {
  await server.context.db
    .updateTable('flw_timer as t')
    .from('flw_instance as i')
    .whereRef('i.id', '=', 't.instance_id')
    .where('i.record_id', '=', id)
    .where('t.node_id', '=', node)
    .set({ due_at: new Date(0) })
    .execute();
  await runDueTimers(server.context, fail);
};

describe('a return that comes straight back', () => {
  it('is followed by a return without it: taken back, the node that waited for it still has its turn', async () => {
    const tasks = `${task('check user u-manager')}${task('one user u-leader')}${task('last user u-sealer')}`;
    await publishStory(server, 'nested', flowFile('nested', tasks + line('apply', 'check', 'one', 'last', 'e')));
    const story = await begin(server, 'nested');
    await story.act('manager', 'approve');
    await story.act('leader', 'return', { opinion: '先审', target: 'check', isStraight: true });
    await story.act('manager', 'return', { opinion: '补材料' });
    expect(await story.holders()).toEqual(['staff']);
    expect((await story.do('manager', 'takeBackFlow')).code).toBe('1');
    expect(await story.holders()).toEqual(['manager']);
    await story.act('manager', 'approve');
    expect([await story.at(), await story.holders()]).toEqual(['one', ['leader']]);
    await story.act('leader', 'approve');
    expect([await story.at(), await story.holders()]).toEqual(['last', ['sealer']]);
    await story.act('sealer', 'approve');
    expect(await story.state()).toBe('3');
  });

  it('cannot be taken back by a stored step that does not know which tokens were paused', async () => {
    const story = await begin(server, 'nested');
    await story.act('manager', 'approve');
    await story.act('leader', 'return', { opinion: '先审', target: 'check', isStraight: true });
    await story.act('manager', 'return', { opinion: '补材料' });
    const { id, undo } = await server.context.db
      .selectFrom('flw_task')
      .select(['id', 'undo'])
      .where('record_id', '=', story.id)
      .where('undo', 'is not', null)
      .where('action', '=', 'return')
      .executeTakeFirstOrThrow();
    await server.context.db
      .updateTable('flw_task')
      .set({ undo: JSON.stringify({ ...undo, paused: undefined }) })
      .where('id', '=', id)
      .execute();
    expect((await story.options('manager')).canTakeBack).toBe(false);
    expect((await story.do('manager', 'takeBackFlow')).code).toBe('FLOW_TAKEN_ON');
    expect(await story.holders()).toEqual(['staff']);
  });

  it('waits again for the time, the message and the boundary events of the branches that it paused', async () => {
    await publishStory(
      server,
      'waits',
      flowFile(
        'waits',
        `<parallelGateway id="p"/><parallelGateway id="j"/>${task('one user u-leader')}${boundary('told', 'one', MESSAGE('催办'))}${task('seen user u-finance')}<endEvent id="e2"/><intermediateCatchEvent id="pause" name="pause">${HOUR}</intermediateCatchEvent>${task('two user u-hr')}<receiveTask id="paid" name="paid" messageRef="付款完成"/>${task('three user u-manager')}${line('apply', 'p', 'one', 'j', 'e')}${line('p', 'pause', 'two', 'j')}${line('p', 'paid', 'three', 'j')}${line('told', 'seen', 'e2')}`,
      ),
    );
    const story = await begin(server, 'waits');
    expect(await awaited(story)).toEqual(['paid', 'pause', 'told']);
    await story.act('leader', 'return', { opinion: '补材料', isStraight: true });
    expect([await story.holders(), await awaited(story)]).toEqual([['staff'], []]);
    await story.act('staff', 'submit');
    expect([await story.holders(), await awaited(story)]).toEqual([['leader'], ['paid', 'pause', 'told']]);
    await letTimePass(story, 'pause');
    await story.do('admin', 'message', { message: '付款完成' });
    await story.do('admin', 'message', { message: '催办' });
    expect(await story.holders()).toEqual(['finance', 'hr', 'leader', 'manager']);
    for (const who of ['finance', 'hr', 'leader', 'manager']) await story.act(who, 'approve');
    expect(await story.state()).toBe('3');
  });

  it('stops the time of a sub-process that it paused, and begins it again', async () => {
    await publishStory(
      server,
      'inside',
      flowFile(
        'inside',
        `<subProcess id="part"><startEvent id="is"/>${task('one user u-leader')}<endEvent id="ie"/>${line('is', 'one', 'ie')}</subProcess>${boundary('late', 'part', HOUR)}${task('seen user u-finance')}<endEvent id="e2"/>${line('apply', 'part', 'e')}${line('late', 'seen', 'e2')}`,
      ),
    );
    const story = await begin(server, 'inside');
    await story.act('leader', 'return', { opinion: '补材料', isStraight: true });
    expect(await awaited(story)).toEqual([]);
    await story.act('staff', 'submit');
    expect([await story.holders(), await awaited(story)]).toEqual([['leader'], ['late']]);
    await letTimePass(story, 'late');
    expect(await story.holders()).toEqual(['finance', 'leader']);
  });

  it('sets the timers of a paused branch once, when it resumes, also if the process moved to another version', async () => {
    const body = `${task('one user u-leader')}${task('seen user u-finance')}<endEvent id="e2"/>${line('apply', 'one', 'e')}`;
    const first = boundary('told', 'one', MESSAGE('催办')) + edge('t1', 'told', 'seen') + edge('t2', 'seen', 'e2');
    const second = first + boundary('late', 'one', HOUR) + edge('t3', 'late', 'seen');
    await publishStory(server, 'moves', flowFile('moves', body + first));
    const story = await begin(server, 'moves');
    await story.act('leader', 'return', { opinion: '补材料', isStraight: true });
    await publishStory(server, 'moves', flowFile('moves', body + second));
    const { id } = await server.context.db
      .selectFrom('flw_instance')
      .select('id')
      .where('record_id', '=', story.id)
      .executeTakeFirstOrThrow();
    const admin = await story.client('admin');
    const moved = await admin.post<{ isMoved: boolean }[]>('/api/task/flow/admin/move', {
      instanceIds: [id],
      flowVersion: 2,
      reason: '改制',
    });
    expect(moved.data).toMatchObject([{ isMoved: true }]);
    expect(await awaited(story)).toEqual([]);
    await story.act('staff', 'submit');
    expect(await awaited(story)).toEqual(['late', 'told']);
  });
});

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
