import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowProgress } from '../../../../src/server/approval/view/progress.ts';
import { recordsOf } from '../../support/sealDemo.ts';
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

describe('a sub-process for each row of a table', () => {
  it('gives every row its own task to its own keeper, says which row, and goes on when all rows are done', async () => {
    const story = await submit('rows');
    expect(await story.holders()).toEqual(['device', 'finance', 'hr']);
    expect(await todos(story, 'finance')).toEqual(['first（第 2 行 天平）']);
    expect((await story.options('finance')).task).toMatchObject({ nodeId: 'first', item: '第 2 行 天平' });
    const opened = await recordsOf(await story.client('finance'), 'rows').get(story.id);
    expect(opened.data.task).toMatchObject({ taskNode: 'first', item: { label: '第 2 行 天平', key: 'r2' } });
    await story.act('finance', 'approve');
    await story.act('hr', 'approve');
    expect(await todos(story, 'leader')).toEqual(['second（第 1 行 显微镜）', 'second（第 2 行 天平）']);
    await story.act('device', 'approve');
    for (const name of ['天平', '显微镜', '烘箱']) {
      expect(await story.at()).not.toBe('last');
      expect((await story.act('leader', 'approve', { taskId: await taskOf(story, 'leader', name) })).code).toBe('1');
    }
    expect(await story.at()).toBe('last');
    expect(
      (await story.history())
        .filter(({ taskNode }) => taskNode.includes('天平'))
        .map(({ action, userName }) => [action, userName]),
    ).toEqual([
      ['approve', expect.any(String)],
      ['approve', '陈立群'],
    ]);
  });

  it('lets who has a row change that row, and no other: neither its cells nor its place nor whether it stays', async () => {
    const rules =
      '<sf:table key="items" editable="1" add="1" remove="1"><sf:column key="price" editable="1"/></sf:table>';
    const inner = (more: string): string =>
      task('first item owner', more) + edge('i1', 'is', 'first') + edge('i2', 'first', 'ie');
    await publish('ownRow', each(LOOP('items'), inner(rules)));
    const story = await submit('ownRow');
    const records = recordsOf(await story.client('finance'), 'ownRow');
    const { data } = await records.get(story.id);
    expect(data.task).toMatchObject({ item: { key: 'r2', table: 'items' } });
    const rowsOf = (change: (rows: { id: string; fieldsMap: Record<string, unknown> }[]) => object[]) => ({
      id: story.id,
      revision: data.revision ?? 0,
      childTables: { items: change(structuredClone(data.childTables?.items ?? []) as never) as never },
    });
    const price = (id: string) =>
      rowsOf((rows) =>
        rows.map((row) => (row.id === id ? { ...row, fieldsMap: { ...row.fieldsMap, price: 77 } } : row)),
      );
    const refusedAt = async (record: object): Promise<unknown> => {
      const { code, data: more } = await records.run(record, 'approve');
      return [
        code,
        (more as { problems?: { code: string; path: unknown[] }[] } | null)?.problems?.map(
          (one) => `${one.code} ${one.path.join('/')}`,
        ),
      ];
    };
    expect(await refusedAt(price('r1'))).toEqual([
      'RECORD_FORBIDDEN',
      ['VALUE_FORBIDDEN childTables/items/0/fieldsMap/price'],
    ]);
    expect(await refusedAt(rowsOf((rows) => rows.slice(1)))).toEqual([
      'RECORD_FORBIDDEN',
      ['ROW_REMOVE_FORBIDDEN childTables/items'],
    ]);
    expect(await refusedAt(rowsOf((rows) => rows.toReversed()))).toEqual([
      'RECORD_FORBIDDEN',
      ['ROW_ORDER_FORBIDDEN childTables/items'],
    ]);
    expect((await records.get(story.id)).data.childTables).toEqual(data.childTables);
    expect((await records.run(price('r2'), 'approve')).code).toBe('1');
  });

  it('lets who has a row change all of them where the node says so, and one row of an outer repeat inside of an inner one', async () => {
    const rules = (others: string): string =>
      `<sf:table key="items" editable="1" ${others}><sf:column key="price" editable="1"/></sf:table>`;
    await publish(
      'allRows',
      each(
        LOOP('items'),
        task('first item owner', rules('others="1"')) + edge('i1', 'is', 'first') + edge('i2', 'first', 'ie'),
      ),
    );
    const twice = `<subProcess id="twice" name="twice">${LOOP('2')}<startEvent id="ts"/>${task('first user u-hr', rules(''))}<endEvent id="te"/>${edge('t1', 'ts', 'first')}${edge('t2', 'first', 'te')}</subProcess>`;
    await publish(
      'rowTwice',
      each(LOOP('items', { isSequential: true }), twice + edge('i1', 'is', 'twice') + edge('i2', 'twice', 'ie')),
    );
    for (const [key, expected] of [
      ['allRows', '1'],
      ['rowTwice', 'RECORD_FORBIDDEN'],
    ] as const) {
      const story = await submit(key);
      const records = recordsOf(await story.client('hr'), key);
      const { data } = await records.get(story.id);
      const items = (data.childTables?.items ?? []).map((row) =>
        row.id === 'r3' ? { ...row, fieldsMap: { ...row.fieldsMap, price: 5 } } : row,
      );
      expect([
        key,
        data.task?.item?.key,
        (await records.run({ id: story.id, revision: data.revision ?? 0, childTables: { items } }, 'approve')).code,
      ]).toEqual([key, 'r1', expected]);
    }
  });

  it('shows who has which row on the process picture', async () => {
    const story = await submit('rows');
    await story.act('hr', 'approve');
    const { data } = await (
      await story.client('staff')
    ).get<FlowProgress>(`/api/task/flow/process/progress?formKey=rows&recordId=${story.id}`);
    expect(
      data.nodes
        .find(({ nodeId }) => nodeId === 'first')
        ?.pending.map(({ taskNode }) => taskNode)
        .toSorted(),
    ).toEqual(['first（第 2 行 天平）', 'first（第 3 行 烘箱）']);
    expect(data.nodes.find(({ nodeId }) => nodeId === 'second')?.state).toBe('current');
  });

  it('a return within one row leaves the other rows alone, and reaches nothing that only another row has done', async () => {
    const story = await submit('rows');
    await story.act('hr', 'approve');
    await story.act('finance', 'approve');
    const mine = await taskOf(story, 'leader', '天平');
    expect((await story.act('leader', 'return', { opinion: '再看', target: 'first', taskId: mine })).code).toBe('1');
    expect(await todos(story, 'leader')).toEqual(['second（第 1 行 显微镜）']);
    expect(await story.holders()).toEqual(['device', 'finance', 'leader']);
    const { targets } = (await story.options('device')).task ?? { targets: [] };
    expect(targets.map(({ nodeId }) => nodeId)).toEqual(['apply']);
    expect((await story.act('device', 'return', { opinion: 'x', target: 'first' })).code).toBe('FLOW_TARGET');
  });

  it('a return to the applicant takes all rows back, and the rows are counted anew when it is submitted again', async () => {
    const story = await submit('rows');
    await story.act('hr', 'approve');
    expect((await story.act('finance', 'return', { opinion: '少一台' })).data).toMatchObject({
      flwState: '2',
      taskNode: 'apply',
    });
    expect(await story.holders()).toEqual(['staff']);
    const staff = recordsOf(await story.client('staff'), 'rows');
    const { data } = await staff.get(story.id);
    await staff.run(
      {
        id: story.id,
        revision: data.revision,
        childTables: {
          items: [...ROWS.slice(0, 1), { id: 'r4', fieldsMap: { name: '离心机', owner: 'u-manager' } }] as never,
        },
      },
      'submit',
    );
    expect(await story.holders()).toEqual(['hr', 'manager']);
  });

  it('a return that comes straight back leaves every row where it was', async () => {
    const story = await submit('rows');
    await story.act('hr', 'approve');
    await story.act('finance', 'return', { opinion: '说明用途', target: 'apply', isStraight: true });
    expect(await story.holders()).toEqual(['staff']);
    await story.act('staff', 'submit');
    expect(await story.holders()).toEqual(['device', 'finance', 'leader']);
    expect(await todos(story, 'leader')).toEqual(['second（第 1 行 显微镜）']);
  });

  it('from behind it nobody is sent into a row, only before it', async () => {
    const story = await submit('rows', ROWS.slice(0, 1));
    await story.act('hr', 'approve');
    await story.act('leader', 'approve');
    expect((await story.options('sealer')).task?.targets.map(({ nodeId }) => nodeId)).toEqual(['apply']);
    expect((await story.act('sealer', 'return', { opinion: '退', target: 'first' })).code).toBe('FLOW_TARGET');
    expect((await story.act('sealer', 'return', { opinion: '退', target: 'apply' })).data.flwState).toBe('2');
  });

  it('a step in one row is taken back while its row stands, and not once all rows are done', async () => {
    const story = await submit('rows', ROWS.slice(0, 2));
    await story.act('hr', 'approve');
    expect((await story.do('hr', 'takeBackFlow')).code).toBe('1');
    expect(await todos(story, 'hr')).toEqual(['first（第 1 行 显微镜）']);
    await story.act('hr', 'approve');
    await story.act('finance', 'approve');
    await story.act('leader', 'approve', { taskId: await taskOf(story, 'leader', '显微镜') });
    expect((await story.options('leader')).canTakeBack).toBe(true);
    await story.act('leader', 'approve', { taskId: await taskOf(story, 'leader', '天平') });
    expect(await story.at()).toBe('last');
    expect((await story.do('leader', 'takeBackFlow')).code).toBe('1');
    expect(await todos(story, 'leader')).toEqual(['second（第 2 行 天平）']);
    expect(await story.at()).toBe('second');
  });

  it('add-sign and transfer stay with their row', async () => {
    const story = await submit('rows', ROWS.slice(0, 2));
    await story.do('hr', 'addSign', { userIds: ['u-manager'], place: 'after' });
    await story.act('hr', 'approve');
    expect(await todos(story, 'manager')).toEqual(['first（第 1 行 显微镜）']);
    await story.do('finance', 'transfer', { userIds: ['u-device'] });
    expect(await todos(story, 'device')).toEqual(['first（第 2 行 天平）']);
    await story.act('device', 'approve');
    expect(await todos(story, 'leader')).toEqual(['second（第 2 行 天平）']);
  });

  it('a refusal ends the application, or its own row where the process says so', async () => {
    const all = await submit('rows');
    expect((await all.act('hr', 'reject', { opinion: '不同意' })).data.flwState).toBe('4');
    await publish('rowsApart', each(LOOP('items', { more: 'refusal="item"' })));
    const apart = await submit('rowsApart');
    expect((await apart.act('hr', 'reject', { opinion: '报废' })).data.flwState).toBe('1');
    expect(await apart.holders()).toEqual(['device', 'finance']);
    for (const who of ['device', 'finance']) {
      await apart.act(who, 'approve');
      await apart.act('leader', 'approve');
    }
    expect(await apart.at()).toBe('last');
  });

  it('no rows: it is passed over', async () => {
    expect(await (await submit('rows', [])).at()).toBe('last');
  });

  it('conditions inside ask the row', async () => {
    await publish(
      'rowsAsked',
      each(
        LOOP('items', { more: 'title="name"' }),
        task('first item owner') +
          task('second user u-leader') +
          '<exclusiveGateway id="g" default="small"/>' +
          edge('i1', 'is', 'first') +
          edge('i2', 'first', 'g') +
          edge('big', 'g', 'second', 'item.price > 1000.0') +
          edge('small', 'g', 'ie') +
          edge('i3', 'second', 'ie'),
      ),
    );
    const story = await submit('rowsAsked', ROWS.slice(0, 2));
    await story.act('hr', 'approve');
    await story.act('finance', 'approve');
    expect(await todos(story, 'leader')).toEqual(['second（第 2 行 天平）']);
  });
});
