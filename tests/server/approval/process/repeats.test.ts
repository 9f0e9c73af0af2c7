import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trial } from '../../../../src/server/approval/design/runTrial.ts';
import type { FlowProgress } from '../../../../src/server/approval/view/progress.ts';
import { lockDocument, storeVersion } from '../../../../src/server/documents/store.ts';
import { loadFlow } from '../../../../src/server/flowDocuments/index.ts';
import { author, recordsOf, tasksOf } from '../../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { clientOf, FIELDS, edge, flowFile, publishStory, storyOf, task, type Story } from '../story.ts';
import { TABLE, LOOP, each, ROWS, todos, taskOf } from './rowProcess.ts';

let server: TestServer;

async function submit(
  key: string,
  rows: readonly object[] = ROWS,
  fieldsMap: Record<string, unknown> = { title: '盘点' },
): Promise<Story> {
  const first = await recordsOf(await clientOf(server, 'staff'), key).run(
    { fieldsMap, childTables: { items: rows as never } },
    'submit',
  );
  if (first.code !== '1') throw new Error(`${first.code} ${first.msg} ${JSON.stringify(first.data)}`);
  return storyOf(server, key, first.data.id ?? '');
}

const publish = (key: string, body: string): Promise<void> =>
  publishStory(server, key, flowFile(key, body), [...FIELDS, TABLE]);

beforeAll(async () => {
  server = await startTestServer();
  await publish('rows', each(LOOP('items')));
});

afterAll(() => server.dispose());

describe('the ways of repeating', () => {
  it('a loop goes round again while its condition holds, takes no round when it is asked first, and never more than it may', async () => {
    const loop = (asked: boolean): string =>
      `<standardLoopCharacteristics testBefore="${asked}" loopMaximum="3"><loopCondition>\${title eq '再来'}</loopCondition></standardLoopCharacteristics>`;
    const body = (asked: boolean): string =>
      each(loop(asked), task('round user u-leader') + edge('i1', 'is', 'round') + edge('i2', 'round', 'ie'));
    await publish('rounds', body(false));
    await publish('roundsAsked', body(true));
    const again = await submit('rounds', [], { title: '再来' });
    for (let round = 0; round < 3; round += 1) {
      expect(await todos(again, 'leader')).toEqual([`round（第 ${round + 1} 份）`]);
      await again.act('leader', 'approve');
    }
    expect(await again.at()).toBe('last');
    const once = await submit('rounds', [], { title: '一次' });
    await once.act('leader', 'approve');
    expect(await once.at()).toBe('last');
    expect(await (await submit('roundsAsked', [], { title: '一次' })).at()).toBe('last');
  });

  it.each([[501], [3_000_000_000]])(
    '%i times, as somebody typed, is refused before anything is made of it',
    async (amount) => {
      await publish(
        'byNumber',
        each(LOOP('amount'), task('round user u-leader') + edge('i1', 'is', 'round') + edge('i2', 'round', 'ie')),
      );
      const staff = await clientOf(server, 'staff');
      const { code, msg } = await recordsOf(staff, 'byNumber').run({ fieldsMap: { title: '盘点', amount } }, 'submit');
      expect([code, msg]).toEqual([
        expect.not.stringMatching(/^(1|500)$/),
        expect.stringContaining(`要重复 ${amount} 次，最多 500 次`),
      ]);
      expect(
        await tasksOf(staff, 'listMyStart', { conditions: [{ field: 'formKey', op: 'eq', value: 'byNumber' }] }),
      ).toEqual([]);
    },
  );

  it('one after the other: the next row begins when the one before is done', async () => {
    await publish('inTurn', each(LOOP('items', { isSequential: true })));
    const story = await submit('inTurn');
    for (const who of ['hr', 'finance', 'device']) {
      expect(await story.holders()).toEqual([who]);
      await story.act(who, 'approve');
      await story.act('leader', 'approve');
    }
    expect(await story.at()).toBe('last');
  });

  it('one after the other: what comes next is the next row, and what follows all of them only at the last', async () => {
    await publish('turns', each(LOOP('items', { isSequential: true })));
    const story = await submit('turns', ROWS.slice(0, 2));
    const nextOf = async (): Promise<string[]> =>
      (
        await (
          await story.client('staff')
        ).get<FlowProgress>(`/api/task/flow/process/progress?formKey=turns&recordId=${story.id}`)
      ).data.nodes
        .filter(({ state }) => state === 'next')
        .map(({ nodeId }) => nodeId);
    await story.act('hr', 'approve');
    expect(await nextOf()).toEqual(['first']);
    await story.act('leader', 'approve');
    await story.act('finance', 'approve');
    expect(await nextOf()).toEqual(['last']);
  });

  it('over a list of people, until enough have been done: the others end', async () => {
    await publish(
      'people',
      each(
        LOOP('checkers', { until: 'nrOfCompletedInstances / nrOfInstances >= 0.5' }),
        task('first item') + edge('i1', 'is', 'first') + edge('i3', 'first', 'ie'),
      ),
    );
    const story = await submit('people', [], { title: '盘点', checkers: 'u-hr,u-finance,u-device' });
    expect(await story.holders()).toEqual(['device', 'finance', 'hr']);
    await story.act('hr', 'approve');
    expect(await story.at()).toBe('first');
    await story.act('device', 'approve');
    expect([await story.at(), await story.holders()]).toEqual(['last', ['sealer']]);
  });

  it('a called process, as often as a field says', async () => {
    await publish('calledRun', task('look user u-hr') + edge('f1', 'apply', 'look') + edge('f2', 'look', 'e'));
    await publish(
      'caller',
      `<callActivity id="call" name="复测" calledElement="calledRun">${LOOP('amount')}</callActivity>${task('last user u-sealer')}${edge('f1', 'apply', 'call')}${edge('f2', 'call', 'last')}${edge('f3', 'last', 'e')}`,
    );
    const story = await submit('caller', [], { title: '复测', amount: 2 });
    expect(await todos(story, 'hr')).toEqual(['look（第 1 份）', 'look（第 2 份）']);
    for (const part of ['1 份', '2 份']) await story.act('hr', 'approve', { taskId: await taskOf(story, 'hr', part) });
    expect(await story.at()).toBe('last');
  });

  it('a called process that is published in the same transaction', async () => {
    const call = `<callActivity id="call" name="复核" calledElement="calledNow"/>`;
    const files = {
      calledNow: task('look user u-hr') + edge('f1', 'apply', 'look') + edge('f2', 'look', 'e'),
      callerNow: call + edge('f1', 'apply', 'call') + edge('f2', 'call', 'e'),
    };
    const { db } = server.context;
    await db.transaction().execute(async (trx) => {
      for (const [key, body] of Object.entries(files)) {
        await lockDocument(trx, 'flow', key, key);
        const content = flowFile(key, body);
        await storeVersion(trx, { kind: 'flow', key, name: key, content, canonical: null, note: '', author });
      }
    });
    const { definition } = await loadFlow(server.context, db, 'callerNow');
    expect(Object.values(definition.nodes).map(({ name }) => name)).toContain('look');
  });

  it('a trial shows each row with who would get it', async () => {
    const admin = await clientOf(server, 'admin');
    const story = await submit('rows');
    const { data } = await admin.post<Trial>('/api/system/flowDef/trial', {
      definition: flowFile('rows', each(LOOP('items'))),
      formKey: 'rows',
      applicantId: 'u-staff',
      recordId: story.id,
    });
    expect(
      data.steps
        .filter(({ nodeId }) => nodeId === 'first')
        .map(({ item, people }) => [item, people.map(({ id }) => id)]),
    ).toEqual([
      ['第 1 行 显微镜', ['u-hr']],
      ['第 2 行 天平', ['u-finance']],
      ['第 3 行 烘箱', ['u-device']],
    ]);
    expect([data.fault, data.isFinished]).toEqual(['', true]);
  });

  it('what cannot be repeated is named with its element', async () => {
    const admin = await clientOf(server, 'admin');
    const check = async (body: string) =>
      (
        await admin.post<{ problems: { path: string[]; message: string }[] }>('/api/system/flowDef/check', {
          flowKey: 'odd',
          definition: flowFile('odd', body),
          formKey: 'rows',
        })
      ).data.problems;
    expect(await check(each('<multiInstanceLoopCharacteristics/>'))).toContainEqual(
      expect.objectContaining({ path: ['part'], message: expect.stringContaining('没有写明按什么重复') as string }),
    );
    expect(await check(each('<standardLoopCharacteristics/>'))).toContainEqual(
      expect.objectContaining({
        path: ['part'],
        message: expect.stringContaining('没有写明循环条件或最多次数') as string,
      }),
    );
    expect(await check(each(LOOP('nothing')))).toContainEqual(
      expect.objectContaining({ path: ['rows', 'flowKey', 'part'] }),
    );
    expect(
      await check(task('first item owner') + edge('f1', 'apply', 'first') + edge('f2', 'first', 'e')),
    ).toContainEqual(
      expect.objectContaining({ path: ['first'], message: expect.stringContaining('取自当前行') as string }),
    );
  });

  it('a file of another engine that repeats over a collection is read so', async () => {
    const admin = await clientOf(server, 'admin');
    const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t"><process id="theirs"><startEvent id="s"/><userTask id="a" flowable:assignee="\${initiator}"/>
      <subProcess id="sub"><multiInstanceLoopCharacteristics isSequential="true" flowable:collection="\${items}" flowable:elementVariable="row"/><startEvent id="is"/><userTask id="t" flowable:assignee="\${row.owner}"/><endEvent id="ie"/>
      ${edge('i1', 'is', 't')}${edge('i2', 't', 'ie', '${row.price > 1}')}</subProcess><endEvent id="e"/>${edge('f0', 's', 'a')}${edge('f1', 'a', 'sub')}${edge('f2', 'sub', 'e')}</process></definitions>`;
    const { data } = await admin.post<{ definition: string; report: { element: string; message: string }[] }>(
      '/api/system/flowDef/import',
      { flowKey: 'theirs', definition: xml },
    );
    expect(data.definition).toContain('<sf:repeat over="items"');
    expect(data.definition).toContain('<sf:candidates type="item" value="owner"');
    expect(data.definition).toContain('item.price &gt; 1');
    expect(data.report.map(({ element }) => element)).toContain('sub');
  });
});
