import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../../../../src/server/flow/definition.ts';
import { arrangeFlow } from '../../../../src/server/flow/image/arrangeFlow.ts';
import { withDiagram } from '../../../../src/server/flow/image/withDiagram.ts';
import { loadProcesses } from '../../../../src/server/flow/parse/moddle.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import type { FlowProgress } from '../../../../src/server/approval/view/progress.ts';
import type { PendingTask, TimelineEntry } from '../../../../src/server/approval/view/timeline.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, flowFile, publishStory, task } from '../story.ts';

const FORKED = flowFile(
  'forked',
  `${task('review user u-leader')}<exclusiveGateway id="x" default="small"/>${task('big user u-hr')}${task('little user u-finance')}
  ${edge('f1', 'apply', 'review')}${edge('f2', 'review', 'x')}${edge('large', 'x', 'big', 'amount > 100')}${edge('small', 'x', 'little')}${edge('f3', 'big', 'e')}${edge('f4', 'little', 'e')}`,
);
const NESTED = flowFile(
  'nested',
  `<subProcess id="sub" name="会签"><startEvent id="is"/>${task('inside user u-leader')}<endEvent id="ie"/>${edge('i1', 'is', 'inside')}${edge('i2', 'inside', 'ie')}</subProcess>${task('last user u-hr')}
  ${edge('f1', 'apply', 'sub')}${edge('f2', 'sub', 'last')}${edge('again', 'last', 'apply', 'amount > 5')}${edge('f3', 'last', 'e')}${edge('jump', 'apply', 'e', 'amount > 9')}`,
);

async function flowOf(xml: string): Promise<FlowDefinition> {
  const { definition } = await parseFlow(xml);
  if (!definition) throw new Error('not a process');
  return definition;
}

describe('a picture for a file without one', () => {
  it.each([
    ['a fork', FORKED],
    ['a sub-process and a way back', NESTED],
  ])('of %s puts no two elements of a level over each other, and what is inside inside', async (_name, xml) => {
    const flow = await flowOf(xml);
    const { boxes, lines } = arrangeFlow(flow);
    expect([...boxes.keys()].toSorted()).toEqual(Object.keys(flow.nodes).toSorted());
    expect([...lines.keys()].toSorted()).toEqual(Object.keys(flow.edges).toSorted());
    for (const [id, a] of boxes)
      for (const [other, b] of boxes) {
        if (id >= other || flow.nodes[id]?.parent !== flow.nodes[other]?.parent) continue;
        expect(
          a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
          `${id} over ${other}`,
        ).toBe(true);
      }
    for (const [id, box] of boxes) {
      const holder = boxes.get(flow.nodes[id]?.parent ?? '');
      if (holder)
        expect(
          box.x > holder.x &&
            box.y > holder.y &&
            box.x + box.width < holder.x + holder.width &&
            box.y + box.height < holder.y + holder.height,
          id,
        ).toBe(true);
    }
  });

  it('is part of a text that reads as before, with a shape for each element', async () => {
    const made = await withDiagram(NESTED, await flowOf(NESTED));
    const loaded = await loadProcesses(made);
    expect(loaded.ok && loaded.warnings).toEqual([]);
    expect(await flowOf(made)).toEqual(await flowOf(NESTED));
    expect(made.match(/<bpmndi:BPMNShape /g)).toHaveLength(8);
    expect(await withDiagram(made, await flowOf(made))).toBe(made);
  });
});

describe('how far an approval has come', () => {
  let server: TestServer;
  let staff: Client;
  const progress = async (id: string, client = staff) =>
    await client.get<FlowProgress>(`/api/task/flow/process/progress?formKey=forked&recordId=${id}`);
  const states = async (id: string) =>
    Object.fromEntries((await progress(id)).data.nodes.map(({ nodeId, state }) => [nodeId, state]));

  beforeAll(async () => {
    server = await startTestServer();
    await publishStory(server, 'forked', FORKED);
    staff = await clientOf(server, 'staff');
  });
  afterAll(() => server.dispose());

  it('tells what is done, where it stands and what comes next as the record is now', async () => {
    const large = await begin(server, 'forked', { title: '大额', amount: 500 });
    expect(await states(large.id)).toEqual({ apply: 'done', review: 'current', big: 'next' });
    const small = await begin(server, 'forked', { title: '小额', amount: 5 });
    expect(await states(small.id)).toMatchObject({ little: 'next' });
    await small.act('leader', 'return', { opinion: '补材料' });
    expect(await states(small.id)).toEqual({ apply: 'current', review: 'next' });
  });

  it('names who has it now, with department and since when, and what each said', async () => {
    const story = await begin(server, 'forked', { title: '谁在办', amount: 500 });
    const { data: pending } = await staff.get<PendingTask[]>(
      `/api/task/flow/process/pending?formKey=forked&recordId=${story.id}`,
    );
    expect(pending).toMatchObject([{ nodeId: 'review', names: ['陈立群'], waiting: expect.any(Number) }]);
    expect(pending[0]?.deptName).not.toBe('');
    await story.act('leader', 'approve', { opinion: '同意，请尽快' });
    const { nodes } = (await progress(story.id)).data;
    expect(nodes.find(({ nodeId }) => nodeId === 'review')?.steps).toMatchObject([
      {
        userName: '陈立群',
        action: 'approve',
        opinion: '同意，请尽快',
        duration: expect.any(Number),
        arriveTime: expect.stringMatching(/^\d{4}-/),
      },
    ]);
    expect(nodes.find(({ nodeId }) => nodeId === 'big')).toMatchObject({
      state: 'current',
      pending: [{ names: ['何静怡'] }],
    });
  });

  it('gives each act of one person at one node its own time', async () => {
    const story = await begin(server, 'forked', { title: '两次', amount: 500 });
    await story.act('leader', 'return', { opinion: '改一改' });
    await server.context.db
      .updateTable('flw_task')
      .set({ arrived_at: new Date(Date.now() - 3_600_000) })
      .where('record_id', '=', story.id)
      .where('state', '=', 'open')
      .execute();
    await story.act('staff', 'submit');
    const entries = (
      await staff.get<TimelineEntry[]>(`/api/task/flow/process/history?formKey=forked&recordId=${story.id}`)
    ).data;
    expect(entries.map(({ action }) => action)).toEqual(['submit', 'return', 'submit']);
    expect(entries[2]?.duration).toBeGreaterThanOrEqual(3600);
    expect(entries[0]?.duration).toBeLessThan(600);
  });

  it('is told to nobody who may not read the record', async () => {
    const story = await begin(server, 'forked', { title: '不给看', amount: 5 });
    expect((await progress(story.id, await clientOf(server, 'device'))).code).toBe('404');
    expect((await progress('nosuch')).code).toBe('404');
  });
});
