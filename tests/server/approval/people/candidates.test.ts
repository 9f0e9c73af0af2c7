import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueTimers } from '../../../../src/server/approval/calls/scheduler.ts';
import { publishFlow } from '../../../../src/server/flowDocuments/publishFlow.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, flowFile, publishStory, task } from '../story.ts';

let server: TestServer;
const chain = (tasks: string, ...ids: string[]): string =>
  tasks + [...ids, 'e'].map((id, index) => edge(`f${index + 1}`, ids[index - 1] ?? 'apply', id)).join('');
const fail = (error: unknown): never => {
  throw error;
};

const calls: { body: { title: string }; key: string | undefined }[] = [];
let answer = 200;
const service = createServer((request, response) => {
  let text = '';
  request.on('data', (piece: Buffer) => {
    text += piece.toString();
  });
  request.on('end', () => {
    calls.push({
      body: JSON.parse(text) as { title: string },
      key: request.headers['idempotency-key'] as string | undefined,
    });
    response.statusCode = answer;
    response.end();
  });
});

beforeAll(async () => {
  await new Promise<void>((done) => {
    service.listen(0, '127.0.0.1', done);
  });
  server = await startTestServer({ callOrigins: [`http://127.0.0.1:${(service.address() as AddressInfo).port}`] });
});
afterAll(async () => {
  await server.dispose();
  service.close();
});

/** What is due a day later. */
async function aDayLater(): Promise<number> {
  await server.context.db
    .updateTable('flw_timer')
    .set({ due_at: new Date(0) })
    .execute();
  return runDueTimers(server.context, fail);
}

describe('who gets a task', () => {
  it.each([
    ['a post', 'check post 会计', ['finance']],
    ['the leader of the applicant’s department', 'check deptLeader 1', ['leader']],
    ['the leader two levels up', 'check deptLeader 2', ['manager']],
    ['the leaders upwards, each of them', 'check deptLeaders 2', ['leader', 'manager']],
    ['a department', 'check dept dept-rl', ['duruoxi', 'hr', 'xuwenjuan']],
    ['an expression', 'check expression amount>100.0?"u-hr":"u-sealer"', ['hr']],
  ])('%s', async (_name, candidate, expected) => {
    await server.context.db
      .updateTable('sys_org')
      .set({ leader_id: 'u-manager' })
      .where('id', '=', 'unit-jc')
      .execute();
    const key = `who${candidate.replace(/[^a-zA-Z0-9]/g, '')}${expected.join('')}`.slice(0, 40);
    const escaped = candidate.replaceAll('"', '&quot;').replaceAll('>', '&gt;');
    await publishStory(
      server,
      key,
      flowFile(key, chain(task(escaped, expected.length > 1 ? '<sf:sign mode="all"/>' : ''), 'check')),
    );
    expect(await (await begin(server, key, { title: '事项', amount: 500 })).holders()).toEqual(expected);
  });

  it('a post in the applicant’s unit, not whoever holds it in another unit and belongs to this one', async () => {
    const { db } = server.context;
    await publishStory(
      server,
      'postInUnit',
      flowFile('postInUnit', chain(task('check post 会计', '<sf:sign mode="all"/>'), 'check')),
    );
    const holdersIfDeviceIsAt = async (unit_id: string, dept_id: string): Promise<string[]> => {
      const place = { user_id: 'u-device', unit_id, dept_id, sn: 9, post: '会计' };
      await db.insertInto('sys_user_unit').values(place).execute();
      try {
        return await (await begin(server, 'postInUnit')).holders();
      } finally {
        await db.deleteFrom('sys_user_unit').where('user_id', '=', 'u-device').where('sn', '=', 9).execute();
      }
    };
    expect(await holdersIfDeviceIsAt('unit-zx', 'dept-zxzh')).toEqual(['finance']);
    expect(await holdersIfDeviceIsAt('unit-jc', 'dept-cw')).toEqual(['device', 'finance']);
  });

  it('the initiator chooses: without a choice the node is named, with one those people get it', async () => {
    await publishStory(server, 'chosen', flowFile('chosen', chain(task('check choice'), 'check')));
    const staff = recordsOf(await clientOf(server, 'staff'), 'chosen');
    expect(await staff.run({ fieldsMap: { title: 'x' } }, 'submit')).toMatchObject({
      code: 'FLOW_CHOICE',
      data: { nodes: [{ nodeId: 'check', taskNode: 'check', isMultiple: false }] },
    });
    expect((await staff.list()).data.page.total).toBe(0);
    const story = await begin(server, 'chosen', { title: 'x' }, { choices: { check: ['u-sealer'] } });
    expect(await story.holders()).toEqual(['sealer']);
  });

  it('where nobody is found: passed over, handed to the administrators, or refused, as the node says', async () => {
    const nobody = (empty: string): string =>
      task('check field checkers', `<sf:settings empty="${empty}"/>`) + task('last user u-hr');
    for (const empty of ['skip', 'admin', 'stop'])
      await publishStory(server, `empty${empty}`, flowFile(`empty${empty}`, chain(nobody(empty), 'check', 'last')));
    const skipped = await begin(server, 'emptyskip');
    expect(await skipped.holders()).toEqual(['hr']);
    expect((await skipped.history()).find(({ action }) => action === 'skip')).toMatchObject({
      taskNode: 'check',
      userName: '系统',
    });
    expect(await (await begin(server, 'emptyadmin')).holders()).toEqual(['admin']);
    await expect(begin(server, 'emptystop')).rejects.toThrow('FLOW_NO_CANDIDATE');
  });

  it('who has just decided need not decide again where the process says so, and does where it does not', async () => {
    const tasks = task('one user u-leader') + task('two user u-leader') + task('three user u-hr');
    await publishStory(server, 'same', flowFile('same', chain(tasks, 'one', 'two', 'three'), 'same="1"'));
    await publishStory(server, 'again', flowFile('again', chain(tasks, 'one', 'two', 'three')));
    const same = await begin(server, 'same');
    expect((await same.act('leader', 'approve')).data.taskNode).toBe('three');
    expect((await same.history()).find(({ action }) => action === 'auto')).toMatchObject({
      taskNode: 'two',
      userName: '陈立群',
    });
    expect((await (await begin(server, 'again')).act('leader', 'approve')).data.taskNode).toBe('two');
  });
});

describe('parts of a process', () => {
  const INSIDE = `<subProcess id="part" name="复核"><startEvent id="ps"/>${task('inside user u-hr')}<endEvent id="pe"/><endEvent id="bad"><errorEventDefinition errorRef="no"/></endEvent><exclusiveGateway id="g" default="pd"/>
    ${edge('p1', 'ps', 'inside')}${edge('p2', 'inside', 'g')}${edge('p3', 'g', 'bad', 'amount > 100.0')}${edge('pd', 'g', 'pe')}</subProcess>
    <boundaryEvent id="caught" attachedToRef="part"><errorEventDefinition errorRef="no"/></boundaryEvent>`;

  it('a sub-process runs to its end, and an error in it goes the way of its event', async () => {
    await publishStory(
      server,
      'parted',
      flowFile(
        'parted',
        INSIDE +
          task('after user u-sealer') +
          task('mend user u-finance') +
          edge('f1', 'apply', 'part') +
          edge('f2', 'part', 'after') +
          edge('f3', 'after', 'e') +
          edge('f4', 'caught', 'mend') +
          edge('f5', 'mend', 'e'),
      ),
    );
    const good = await begin(server, 'parted', { title: 'x', amount: 1 });
    expect(await good.holders()).toEqual(['hr']);
    await good.act('hr', 'approve');
    expect(await good.holders()).toEqual(['sealer']);
    await good.act('sealer', 'return', { opinion: '退', target: 'inside' });
    expect(await good.holders()).toEqual(['hr']);
    await good.act('hr', 'approve');
    expect(await good.holders()).toEqual(['sealer']);
    const bad = await begin(server, 'parted', { title: 'x', amount: 1000 });
    await bad.act('hr', 'approve');
    expect(await bad.holders()).toEqual(['finance']);
  });

  it('a called process runs on the same record without asking the applicant again, in the version that was in force', async () => {
    await publishFlow(server.context, {
      xml: flowFile('called', chain(task('look user u-hr'), 'look')),
      note: '',
      author,
    });
    await publishStory(
      server,
      'caller',
      flowFile(
        'caller',
        `<callActivity id="call" name="共用" calledElement="called"/>${task('after user u-sealer')}${edge('f1', 'apply', 'call')}${edge('f2', 'call', 'after')}${edge('f3', 'after', 'e')}`,
      ),
    );
    await publishFlow(server.context, {
      xml: flowFile('called', chain(task('other user u-device'), 'other')),
      note: '',
      author,
    });
    const story = await begin(server, 'caller');
    expect(await story.holders()).toEqual(['hr']);
    await story.act('hr', 'approve');
    expect(await story.holders()).toEqual(['sealer']);
  });

  it('a process that calls one that is not there, or itself, is not published', async () => {
    const calling = (key: string, target: string): string =>
      flowFile(
        key,
        `<callActivity id="call" calledElement="${target}"/>${edge('f1', 'apply', 'call')}${edge('f2', 'call', 'e')}`,
      );
    await expect(publishFlow(server.context, { xml: calling('lost', 'nothing'), note: '', author })).rejects.toThrow();
    await expect(publishFlow(server.context, { xml: calling('itself', 'itself'), note: '', author })).rejects.toThrow();
  });
});

describe('what happens by itself', () => {
  it('a late task is passed or refused as its node says, once, however many servers look', async () => {
    for (const action of ['pass', 'reject', 'none']) {
      await publishStory(
        server,
        `late${action}`,
        flowFile(
          `late${action}`,
          chain(
            task('check user u-leader', `<sf:timer due="P1D" action="${action}"/>`) + task('last user u-hr'),
            'check',
            'last',
          ),
        ),
      );
    }
    const [passed, refused, left] = [
      await begin(server, 'latepass'),
      await begin(server, 'latereject'),
      await begin(server, 'latenone'),
    ];
    expect(await runDueTimers(server.context, fail)).toBe(0);
    await server.context.db
      .updateTable('flw_timer')
      .set({ due_at: new Date(0) })
      .execute();
    const done = await Promise.all([runDueTimers(server.context, fail), runDueTimers(server.context, fail)]);
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect([await passed.holders(), await refused.state(), await left.holders()]).toEqual([['hr'], '4', ['leader']]);
    expect((await passed.history()).filter(({ userName }) => userName === '系统')).toHaveLength(1);
    expect(await runDueTimers(server.context, fail)).toBe(0);
  });

  it('a task that was done in time is neither reminded of nor late', async () => {
    await publishStory(
      server,
      'intime',
      flowFile(
        'intime',
        chain(
          task('check user u-leader', '<sf:timer due="P2D" remind="P1D" action="reject"/>') + task('last user u-hr'),
          'check',
          'last',
        ),
      ),
    );
    const story = await begin(server, 'intime');
    await story.act('leader', 'approve');
    expect(await aDayLater()).toBe(0);
    expect(await story.at()).toBe('last');
  });

  it('a waiting time goes on by itself, an event on a task’s edge takes another way', async () => {
    await publishStory(
      server,
      'waits',
      flowFile(
        'waits',
        `<intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></intermediateCatchEvent>
      ${task('check user u-leader')}${task('boss user u-manager')}<boundaryEvent id="over" attachedToRef="check"><timerEventDefinition><timeDuration>PT8H</timeDuration></timerEventDefinition></boundaryEvent>
      ${edge('f1', 'apply', 'wait')}${edge('f2', 'wait', 'check')}${edge('f3', 'check', 'e')}${edge('f4', 'over', 'boss')}${edge('f5', 'boss', 'e')}`,
      ),
    );
    const story = await begin(server, 'waits');
    expect(await story.holders()).toEqual([]);
    await aDayLater();
    expect(await story.holders()).toEqual(['leader']);
    await aDayLater();
    expect(await story.holders()).toEqual(['manager']);
    await story.act('manager', 'approve');
    expect(await story.state()).toBe('3');
  });

  it('a service is called outside of the step; a failure is tried again under the same key, then the process goes on', async () => {
    const url = `${server.context.settings.callOrigins[0]}/hook`;
    await publishStory(
      server,
      'calls',
      flowFile(
        'calls',
        `<serviceTask id="tell" name="通知"><extensionElements><sf:call url="${url}"/></extensionElements></serviceTask>${task('last user u-hr')}${edge('f1', 'apply', 'tell')}${edge('f2', 'tell', 'last')}${edge('f3', 'last', 'e')}`,
      ),
    );
    const story = await begin(server, 'calls', { title: '用车申请' });
    answer = 500;
    await runDueTimers(server.context, fail);
    expect(await story.holders()).toEqual([]);
    answer = 200;
    await aDayLater();
    expect(await story.holders()).toEqual(['hr']);
    expect(calls).toHaveLength(2);
    expect(calls[0]?.body.title).toBe('用车申请');
    expect(calls[1]?.key).toBe(calls[0]?.key);
  });
});
