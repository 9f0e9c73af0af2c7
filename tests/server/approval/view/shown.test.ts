import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { PhraseView } from '../../../../src/server/approval/view/phrases.ts';
import { type Client, startTestServer, type TestServer } from '../../support.ts';
import type { FlowDefinition } from '../../../../src/server/flow/definition.ts';
import { arrangeFlow } from '../../../../src/server/flow/image/arrangeFlow.ts';
import { withDiagram } from '../../../../src/server/flow/image/withDiagram.ts';
import { loadProcesses } from '../../../../src/server/flow/parse/moddle.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import type { FlowProgress } from '../../../../src/server/approval/view/progress.ts';
import type { PendingTask, TimelineEntry } from '../../../../src/server/approval/view/timeline.ts';
import { begin, clientOf, edge, FIELDS, flowFile, publishStory, type Story, task } from '../story.ts';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../../../src/server/flowDocuments/publishFlow.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { recordTable } from '../../../../src/server/records/columns/recordSource.ts';

let server: TestServer;
let staff: Client;
let leader: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, leader, admin] = await Promise.all([server.api('staff'), server.api('leader'), server.api('admin')]);
});
afterAll(() => server.dispose());

const BASE = '/api/task/flow/phrase';

const list = async (client: Client): Promise<PhraseView[]> => (await client.get<PhraseView[]>(`${BASE}/list`)).data;

const own = async (client: Client): Promise<string[]> =>
  (await list(client)).filter(({ isCommon }) => !isCommon).map(({ text }) => text);

const save = (client: Client, body: object) => client.post<string>(`${BASE}/save`, body);

describe('phrases for opinions', () => {
  it('begin with everybody’s, for each action', async () => {
    const phrases = await list(staff);
    for (const act of ['approve', 'return', 'reject'])
      expect(phrases.filter((phrase) => phrase.act === act && phrase.isCommon).length).toBeGreaterThan(1);
  });

  it('are the person’s own, before everybody’s, in the order given, and nobody else’s', async () => {
    const ids = [];
    for (const text of ['甲', ' 乙 ', '丙', '甲']) ids.push((await save(staff, { act: 'approve', text })).data);
    expect(ids[3]).toBe(ids[0]);
    expect(await own(staff)).toEqual(['甲', '乙', '丙']);
    expect(await own(leader)).toEqual([]);
    expect((await list(staff))[0]?.isCommon).toBe(false);
    await staff.post(`${BASE}/order`, { ids: [ids[2], ids[0], ids[1]] });
    expect(await own(staff)).toEqual(['丙', '甲', '乙']);
    await save(staff, { id: ids[0], act: 'approve', text: '改过' });
    await staff.post(`${BASE}/remove`, { ids: [ids[1]] });
    expect(await own(staff)).toEqual(['丙', '改过']);
  });

  it('of somebody else cannot be changed, ordered or removed', async () => {
    const { data: id } = await save(leader, { act: 'return', text: '我的' });
    expect((await save(staff, { id, act: 'return', text: '别人的' })).code).toBe('404');
    expect((await staff.post(`${BASE}/order`, { ids: [id] })).code).toBe('404');
    expect((await staff.post(`${BASE}/remove`, { ids: [id] })).code).toBe('404');
    expect(await own(leader)).toEqual(['我的']);
  });

  it('of everybody are the administrators’ to keep', async () => {
    expect((await save(staff, { act: 'approve', text: '大家的', isCommon: true })).code).toBe('403');
    const common = (await list(staff)).find(({ isCommon }) => isCommon)?.id;
    expect((await staff.post(`${BASE}/remove`, { ids: [common] })).code).toBe('403');
    const { data: id } = await save(admin, { act: 'reject', text: '大家的', isCommon: true });
    expect((await list(leader)).find((phrase) => phrase.id === id)).toMatchObject({
      text: '大家的',
      isCommon: true,
      act: 'reject',
    });
  });

  it('end at thirty for an action, and blank ones are refused', async () => {
    for (let each = 0; each < 30; each += 1) await save(leader, { act: 'approve', text: `第${each}句` });
    expect((await save(leader, { act: 'approve', text: '再一句' })).code).toBe('FLOW_PHRASES');
    expect((await save(leader, { act: 'approve', text: '  ' })).code).toBe('REQUEST_INVALID');
    // changing one neither moves it beyond the limit nor makes it stand twice
    const { data: id } = await save(leader, { act: 'reject', text: '不同意' });
    expect((await save(leader, { id, act: 'approve', text: '不同意' })).code).toBe('FLOW_PHRASES');
    const { data: other } = await save(leader, { act: 'reject', text: '材料不全' });
    expect(await save(leader, { id, act: 'reject', text: '材料不全' })).toMatchObject({ code: '1', data: other });
    expect((await own(leader)).filter((text) => !text.startsWith('第'))).toEqual(['我的', '材料不全']);
    const [first] = (await list(leader)).filter(({ act, isCommon }) => act === 'approve' && !isCommon);
    expect((await save(leader, { id: first?.id, act: 'approve', text: '第一' })).code).toBe('1');
  });

  it('saved several times at the same moment are there once, and no more than fit', async () => {
    const hr = await server.api('hr');
    const ids = await Promise.all(Array.from({ length: 6 }, () => save(hr, { act: 'return', text: '请补充附件' })));
    expect(new Set(ids.map(({ data }) => data)).size).toBe(1);
    expect(await own(hr)).toEqual(['请补充附件']);
    await Promise.all(Array.from({ length: 36 }, (_none, index) => save(hr, { act: 'return', text: `第${index}句` })));
    expect(await own(hr)).toHaveLength(30);
  });
});

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

describe('the text of a node', () => {
  beforeAll(async () => {
    await publishStory(server, KEY, XML);
  });

  const KEY = 'calling';

  const call = (id: string, said: string): string =>
    `<serviceTask id="${id}" name="${id}" xmlns:y="urn:y" y:token="S3CRET"><extensionElements>${said}</extensionElements></serviceTask>`;

  const XML = flowFile(
    KEY,
    `<!-- S3CRET in words -->${task('last user hr')}${call('tell', '<x:connector xmlns:x="urn:x"><x:url>http://127.0.0.1/S3CRET</x:url></x:connector><sf:call method="POST" url="http://127.0.0.1:9/erp?token=S3CRET"/>')}` +
      `${call('again', '<q:Call xmlns:q="urn:schema-first:bpmn" url=\'http://127.0.0.1:9/&#83;3CRET?a=">"\'/><sf:answer field="note" from="price"/>')}${edge('f1', 'apply', 'last')}${edge('f2', 'last', 'tell')}${edge('f3', 'tell', 'again')}${edge('f4', 'again', 'e')}`,
  );

  const published = async (who: string): Promise<string> =>
    (await (await clientOf(server, who)).get<{ xml: string }>(`/api/task/flow/flwFrm/getFlwDefByFrmKey?formKey=${KEY}`))
      .data.xml;

  const NAMES = /3CRET|127\.0\.0\.1|connector/;

  it('which services a process calls, and where, is told to administrators alone, and the rest can be read and drawn', async () => {
    expect(await published('admin')).toBe(XML);
    const story = await begin(server, KEY);
    const { data } = await (
      await story.client('staff')
    ).get<FlowProgress>(`/api/task/flow/process/progress?formKey=${KEY}&recordId=${story.id}`);
    for (const text of [await published('weizixuan'), await published('staff'), data.xml]) {
      expect(text).not.toMatch(NAMES);
      const { definition } = await parseFlow(text);
      expect(Object.keys(definition?.nodes ?? {}).sort()).toEqual(['again', 'apply', 'e', 'last', 's', 'tell']);
      expect(definition?.nodes['last']?.candidates).toEqual([{ type: 'user', value: 'hr' }]);
    }
    for (const id of ['tell', 'again', 'last']) expect(data.xml).toContain(`bpmnElement="${id}"`);
    expect(data.nodes.map(({ nodeId }) => nodeId)).toContain('last');
  });
});

describe('who may read an application', () => {
  let story: Story;
  beforeAll(async () => {
    await publishFlow(server.context, {
      xml: flowFile(KEY, `${task('one user hr')}${edge('f1', 'apply', 'one')}${edge('f2', 'one', 'e')}`),
      note: '',
      author,
    });
    await publish(undefined);
    story = await begin(server, KEY, { title: '事项', checkers: 'u-weizixuan' });
  });

  const KEY = 'kept';

  const CALLS = [
    'system/frmCrud/getById/kept?id=',
    'task/flow/process/history?formKey=kept&recordId=',
    'task/flow/process/options?formKey=kept&recordId=',
    'task/flow/process/progress?formKey=kept&recordId=',
    'task/flow/process/pending?formKey=kept&recordId=',
    'task/flow/img/viewProcessImg?formKey=kept&recordId=',
  ];

  const statuses = async (who: string): Promise<number[]> => {
    const client = await story.client(who);
    return Promise.all(CALLS.map(async (call) => (await client.get(`/api/${call}${story.id}`)).status));
  };

  /** Its keepers have the role; it is about the person in `checkers`. */
  async function publish(access: object | undefined): Promise<void> {
    await publishForm(server.context, {
      formKey: KEY,
      formName: KEY,
      note: '',
      author,
      definition: { flowKey: KEY, fields: FIELDS, ...(access ? { access } : {}) },
    });
  }

  it('who got several copies reads by the node of the latest', async () => {
    const one = task('one user leader', '<sf:field key="note" visible="0"/>');
    await publishStory(
      server,
      'copies',
      flowFile(
        'copies',
        `${one}${task('two user hr')}${edge('f1', 'apply', 'one')}${edge('f2', 'one', 'two')}${edge('f3', 'two', 'e')}`,
      ),
    );
    const copied = await begin(server, 'copies', { title: '事项', note: '要紧' });
    const noteOfReader = async (): Promise<unknown> => {
      const { code, data } = await recordsOf(await copied.client('sealer'), 'copies').get(copied.id);
      return [code, data?.fieldsMap?.['note']];
    };
    await copied.do('leader', 'cc', { userIds: ['u-sealer'] });
    expect(await noteOfReader()).toEqual(['1', undefined]);
    await copied.act('leader', 'approve');
    await copied.do('hr', 'cc', { userIds: ['u-sealer'] });
    expect(await noteOfReader()).toEqual(['1', '要紧']);
  });

  it('the approval of a record is read by whoever may read the record, as the form published last says', async () => {
    expect(await statuses('sealer')).toEqual(CALLS.map(() => 404));
    await publish({ keeperRoles: ['staff'], ownerField: 'checkers' });
    // what the record's own version says is another matter
    await sql`update ${recordTable(KEY)} set version = 2 where id = ${story.id}`.execute(server.context.db);
    expect(await statuses('sealer')).toEqual(CALLS.map(() => 200));
    expect(await statuses('weizixuan')).toEqual(CALLS.map(() => 200));
    expect((await story.do('sealer', 'comment', { opinion: '请补充' })).code).toBe('1');
    await publish(undefined);
    await sql`update ${recordTable(KEY)} set version = 3 where id = ${story.id}`.execute(server.context.db);
    expect(await statuses('weizixuan')).toEqual(CALLS.map(() => 404));
    expect((await story.do('weizixuan', 'comment', { opinion: '请补充' })).code).toBe('404');
  });
});
