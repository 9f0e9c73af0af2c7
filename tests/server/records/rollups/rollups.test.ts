import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptTopic } from '../../../../src/domain/recordTopics.ts';
import { valuesTable, recordsOf } from '../../../../src/server/records/columns/recordSource.ts';
import { compareKeptValues, fillColumns, updateSystemColumns } from '../../../../src/server/records/index.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

const number = (key: string, more: object = {}): object => ({
  tag: 'el-input-number',
  __vModel__: key,
  label: key,
  precision: 2,
  ...more,
});
const text = (key: string, more: object = {}): object => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const relation = (key: string, to: string): object => ({ tag: 'recordSelector', __vModel__: key, label: key, to });
const form = (formKey: string, formName: string, fields: object[]) => ({
  formKey,
  formName,
  unitReads: '1',
  access: { createRoles: ['*'] },
  titleTemplate: '${name}',
  fields: [text('name', { isTitle: '1' }), ...fields],
});
const rollup = (from: string, via: string, fn: string, of?: string, more: object = {}): object => ({
  rollup: { from, via, fn, ...(of ? { of } : {}), ...more },
});

const project = form('ruProject', '项目', [
  number('contracts', { precision: 0, ...rollup('ruContract', 'project', 'count') }),
  number('due', rollup('ruContract', 'project', 'sum', 'due')),
  number('largest', rollup('ruContract', 'project', 'max', 'due')),
  text('numbers', rollup('ruContract', 'project', 'list', 'name')),
]);
const contract = form('ruContract', '合同', [
  relation('project', 'ruProject'),
  number('amount'),
  number('settled', rollup('ruSettlement', 'contract', 'sum', 'amount')),
  number('received', rollup('ruSettlement', 'contract', 'sum', 'amount', { where: "it.kind == 'received'" })),
  number('mean', rollup('ruSettlement', 'contract', 'avg', 'amount')),
  number('least', rollup('ruSettlement', 'contract', 'min', 'amount')),
  { tag: 'el-date-picker', __vModel__: 'latest', label: '最近', ...rollup('ruSettlement', 'contract', 'max', 'day') },
  text('first', rollup('ruSettlement', 'contract', 'first', 'name')),
  text('last', rollup('ruSettlement', 'contract', 'last', 'name', { by: 'day' })),
  number('items', rollup('ruSettlement.items', 'contract', 'sum', 'price')),
  number('own', { rollup: { from: 'parts', fn: 'sum', of: 'price' } }),
  number('due', { computed: 'settled - received' }),
  number('open', { computed: 'amount - settled + own' }),
  { tag: 'subTable', __vModel__: 'parts', label: '明细', children: [number('price')] },
]);
const settlement = form('ruSettlement', '结算', [
  relation('contract', 'ruContract'),
  number('amount', { precision: 4 }),
  text('kind'),
  { tag: 'el-date-picker', __vModel__: 'day', label: '日期' },
  { tag: 'subTable', __vModel__: 'items', label: '明细', children: [number('price')] },
]);

interface Saved {
  id: string;
  revision: number;
  fieldsMap: Record<string, unknown>;
  childTables: Record<string, { id: string; fieldsMap: Record<string, unknown> }[]>;
}

let server: TestServer;
let admin: Client;
let staff: Client;

const publish = async (definition: { formKey: string; formName: string }) => {
  await admin.post('/api/system/frmDef/saveDraft', { ...definition, definition });
  return admin.post<{ problems: { path: unknown[]; message: string }[] }>('/api/system/frmDef/publish', {
    formKey: definition.formKey,
    note: '测试',
  });
};
const published = async (definition: { formKey: string; formName: string }): Promise<void> => {
  const answer = await publish(definition);
  expect(answer, JSON.stringify(answer.data)).toMatchObject({ code: '1' });
};
const save = async (formKey: string, fieldsMap: object, more: object = {}, client: Client = staff): Promise<Saved> => {
  const answer = await client.post<Saved>(`/api/system/frmCrud/saveOrUpdate/${formKey}`, {
    fieldsMap,
    childTables: {},
    ...more,
  });
  expect(answer.msg, JSON.stringify(answer.data)).toBe('保存成功');
  return answer.data;
};
const again = (formKey: string, { id, revision, fieldsMap, childTables }: Saved, change: object): Promise<Saved> =>
  save(formKey, { ...fieldsMap, ...change }, { id, revision, childTables });
const read = async (formKey: string, id: string, client: Client = staff): Promise<Saved> =>
  (await client.get<Saved>(`/api/system/frmCrud/getById/${formKey}?id=${id}`)).data;
const valuesOf = async (formKey: string, id: string): Promise<Record<string, unknown>> =>
  (await read(formKey, id)).fieldsMap;
const isRight = async (): Promise<void> => {
  for (const key of ['ruProject', 'ruContract']) expect(await compareKeptValues(server.context.db, key)).toEqual([]);
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  staff = await server.api('staff');
  // roll-ups lead to forms that point back: first without them
  await published(form('ruProject', '项目', []));
  await published(form('ruContract', '合同', [relation('project', 'ruProject')]));
  await published(settlement);
  await published(contract);
  await published(project);
});
afterAll(async () => {
  await isRight();
  await server.dispose();
});

describe('a roll-up', () => {
  it('follows the records that point at its own, and what is computed from it follows further', async () => {
    const top = await save('ruProject', { name: '项目甲' });
    expect(await valuesOf('ruProject', top.id)).toMatchObject({ contracts: 0, due: 0 });
    const one = await save('ruContract', { name: '合同甲', project: top.id, amount: 1000 });
    expect(one.fieldsMap).toMatchObject({ settled: 0, due: 0, open: 1000 });
    const first = await save('ruSettlement', {
      name: '结算一',
      contract: one.id,
      amount: 100.005,
      kind: 'received',
      day: '2026-03-01',
    });
    const second = await save('ruSettlement', { name: '结算二', contract: one.id, amount: 50, day: '2026-02-01' });
    expect(await valuesOf('ruContract', one.id)).toMatchObject({
      settled: 150.01,
      received: 100.01,
      mean: 75,
      least: 50,
      latest: '2026-03-01',
      first: '结算一',
      last: '结算一',
      due: 50,
      open: 849.99,
    });
    expect(await valuesOf('ruProject', top.id)).toMatchObject({
      contracts: 1,
      due: 50,
      largest: 50,
      numbers: '合同甲',
    });
    await again('ruSettlement', await read('ruSettlement', second.id), { amount: 70.5, day: '2026-04-01' });
    expect(await valuesOf('ruContract', one.id)).toMatchObject({
      due: 70.5,
      least: 70.5,
      last: '结算二',
      latest: '2026-04-01',
    });
    expect((await valuesOf('ruProject', top.id))['due']).toBe(70.5);
    const before = await read('ruContract', one.id);
    expect((await staff.get(`/api/system/frmCrud/delById/ruSettlement?id=${first.id}`)).code).toBe('1');
    const after = await read('ruContract', one.id);
    expect(after.fieldsMap).toMatchObject({ settled: 70.5, received: 0, mean: 70.5, first: '结算二' });
    // nobody wrote the contract
    expect(after.revision).toBe(before.revision);
    await isRight();
  });

  it('takes a source without a value to sort by last in both directions', async () => {
    const one = await save('ruContract', { name: '无日期' });
    await save('ruSettlement', { name: '有', contract: one.id, day: '2026-03-01' });
    await save('ruSettlement', { name: '无', contract: one.id });
    expect((await valuesOf('ruContract', one.id))['last']).toBe('有');
  });

  it('moves with a record that is moved from one parent to another', async () => {
    const [a, b] = [await save('ruContract', { name: '甲' }), await save('ruContract', { name: '乙' })];
    const child = await save('ruSettlement', { name: '移', contract: a.id, amount: 10 });
    await again('ruSettlement', await read('ruSettlement', child.id), { contract: b.id });
    expect((await valuesOf('ruContract', a.id))['settled']).toBe(0);
    expect(await valuesOf('ruContract', b.id)).toMatchObject({ settled: 10, least: 10 });
    await again('ruSettlement', await read('ruSettlement', child.id), { contract: null });
    expect(await valuesOf('ruContract', b.id)).toMatchObject({ settled: 0, least: null, mean: null, first: null });
  });

  it('leaves out what is voided, and takes it in again when it is restored', async () => {
    const one = await save('ruContract', { name: '作废' });
    const child = await save('ruSettlement', { name: '一', contract: one.id, amount: 10 });
    const stand = (act: string) =>
      staff.post(`/api/system/frmCrud/${act}/ruSettlement`, { id: child.id, reason: '错' });
    expect((await stand('void')).code).toBe('1');
    expect(await valuesOf('ruContract', one.id)).toMatchObject({ settled: 0, least: null });
    expect((await stand('restore')).code).toBe('1');
    expect(await valuesOf('ruContract', one.id)).toMatchObject({ settled: 10, least: 10 });
  });

  it('sums rows of the sub-table of others, and of its own form', async () => {
    const rows = (...prices: number[]) => prices.map((price, index) => ({ id: `r${index}`, fieldsMap: { price } }));
    const one = await save('ruContract', { name: '表' }, { childTables: { parts: rows(1, 2.5) } });
    expect(one.fieldsMap).toMatchObject({ own: 3.5, open: 3.5 });
    const child = await save('ruSettlement', { name: '一', contract: one.id }, { childTables: { items: rows(4, 5) } });
    expect((await valuesOf('ruContract', one.id))['items']).toBe(9);
    const now = await read('ruSettlement', child.id);
    await save('ruSettlement', now.fieldsMap, { ...now, childTables: { items: rows(4) } });
    expect((await valuesOf('ruContract', one.id))['items']).toBe(4);
    const own = await read('ruContract', one.id);
    expect(
      (await save('ruContract', own.fieldsMap, { ...own, childTables: { parts: rows(7) } })).fieldsMap,
    ).toMatchObject({ own: 7 });
  });

  it('takes nothing that somebody sends for it, and stands in no document and no history', async () => {
    const one = await save('ruContract', { name: '伪', settled: 999, due: 5, amount: 1 });
    expect(one.fieldsMap).toMatchObject({ settled: 0, due: 0 });
    const changed = await again('ruContract', one, { settled: 77, amount: 2 });
    expect(changed.fieldsMap).toMatchObject({ settled: 0, open: 2 });
    const { rows } = await sql<{
      after: string;
    }>`select after::text as after from frm_record_audit where record_id = ${one.id} union all select fields::text from ${valuesTable('ruContract')} where id = ${one.id}`.execute(
      server.context.db,
    );
    expect(rows.length).toBe(3);
    for (const { after } of rows) expect(after).not.toContain('settled');
  });

  it('is a column that lists are filtered and sorted by', async () => {
    for (const amount of [5000, 7000]) {
      const one = await save('ruContract', { name: '列' });
      await save('ruSettlement', { name: '列', contract: one.id, amount });
    }
    const list = async (data: object) =>
      (
        await admin.post<{ data: Saved[] }>('/api/system/frmCrud/list/ruContract', {
          page: { pageNum: 1, pageSize: 50 },
          data,
        })
      ).data.data.map(({ fieldsMap }) => fieldsMap['settled']);
    const found = await list({
      conditions: [{ field: 'settled', op: 'gte', value: 5000 }],
      sort: { field: 'settled', order: 'desc' },
    });
    expect(found).toEqual([7000, 5000]);
  });

  it('gives older records their values when it is published, piece by piece', async () => {
    const top = await save('ruProject', { name: '后来' });
    const one = await save('ruContract', { name: '后来', project: top.id, amount: 3 });
    await save('ruContract', { name: '后来二', project: top.id, amount: 4.5 });
    await published({
      ...project,
      fields: [...project.fields, number('total', rollup('ruContract', 'project', 'sum', 'amount'))],
    } as never);
    expect(await valuesOf('ruProject', top.id)).not.toHaveProperty('total');
    // while it waits, writes go on
    await again('ruContract', await read('ruContract', one.id), { amount: 5 });
    await fillColumns(server.context);
    expect((await valuesOf('ruProject', top.id))['total']).toBe(9.5);
    await isRight();
  });

  it('counts other records when its condition or the process of its source changes', async () => {
    const one = await save('ruContract', { name: '条件' });
    await save('ruSettlement', { name: '一', contract: one.id, amount: 1, kind: 'other' });
    const { fields } = contract as { fields: { __vModel__: string }[] };
    await published({
      ...contract,
      fields: fields.map((field) =>
        field.__vModel__ === 'received'
          ? number('received', rollup('ruSettlement', 'contract', 'sum', 'amount', { where: "it.kind == 'other'" }))
          : field,
      ),
    } as never);
    await fillColumns(server.context);
    expect(await valuesOf('ruContract', one.id)).toMatchObject({ settled: 1, received: 1, due: 0 });
    await isRight();
  });
});

describe('publishing a roll-up', () => {
  const refused = async (field: object): Promise<string> => {
    const answer = await publish({ ...project, fields: [...project.fields, field] } as never);
    expect(answer.code).toBe('DOC_DRAFT_ONLY');
    return answer.data.problems.map(({ message }) => message).join();
  };
  it('is refused for a cycle, with the fields on the way', async () => {
    const circle = [number('back', rollup('ruContract', 'project', 'sum', 'round'))];
    await published(form('ruLoop', '环', [relation('project', 'ruProject')]));
    expect(await refused(number('x', rollup('ruNothing', 'project', 'count')))).toContain('ruNothing');
    expect(await refused(number('x', rollup('ruContract', 'amount', 'count')))).toContain('不是指向本表单的关联');
    expect(await refused(circle[0] as object)).toContain('round');
    const self = form('ruTree', '树', [
      relation('parent', 'ruTree'),
      number('all', { computed: 'own + below' }),
      number('own'),
      number('below', rollup('ruTree', 'parent', 'sum', 'all')),
    ]);
    const answer = await publish(self as never);
    expect(answer.code).toBe('DOC_DRAFT_ONLY');
    expect(JSON.stringify(answer.data)).toMatch(/below → .*all → .*below/);
  });

  it('is refused for a condition that reads the clock or the parent, and for types that do not fit', async () => {
    expect(
      await refused(number('x', rollup('ruContract', 'project', 'count', undefined, { where: 'it.title < today()' }))),
    ).toContain('today()');
    expect(
      await refused(number('x', rollup('ruContract', 'project', 'count', undefined, { where: 'name == it.title' }))),
    ).toContain('name');
    expect(await refused(number('x', rollup('ruContract', 'project', 'sum', 'name')))).toContain('数字');
    expect(await refused(number('x', { computed: 'due + daysUntil(name)' }))).toContain('daysUntil()');
  });
});

describe('twenty people at once', () => {
  it('leave the sum that a query gives, however they save, move and remove', async () => {
    const parents = await Promise.all(['一', '二', '三'].map((name) => save('ruContract', { name })));
    await Promise.all(
      Array.from({ length: 20 }, async (_, person) => {
        const mine = await save('ruSettlement', {
          name: `人${person}`,
          contract: parents[person % 3]?.id,
          amount: person,
        });
        const moved = await again('ruSettlement', mine, {
          contract: parents[(person + 1) % 3]?.id,
          amount: person + 0.5,
        });
        if (person % 4 === 0) await staff.get(`/api/system/frmCrud/delById/ruSettlement?id=${moved.id}`);
      }),
    );
    const sums = await Promise.all(parents.map(({ id }) => valuesOf('ruContract', id)));
    const total = sums.reduce((sum, { settled }) => sum + Number(settled), 0);
    expect(total).toBe(
      Array.from({ length: 20 }, (_, n) => n).reduce((sum, n) => sum + (n % 4 === 0 ? 0 : n + 0.5), 0),
    );
    await isRight();
  });
});

describe('a source with a process', () => {
  it('counts while it is finished, and in no other state', async () => {
    const { db } = server.context;
    const [one] = (
      await sql<{
        id: string;
        contract: string;
        amount: number;
      }>`select id, fields->>'contract' as contract, (fields->>'amount')::float as amount
        from ${await recordsOf(db, 'projectSettlement')} where flw_state = '3' and fields->>'contract' is not null order by id limit 1`.execute(
        db,
      )
    ).rows;
    expect(one).toBeDefined();
    if (!one) return;
    const settled = async (): Promise<number> =>
      Number((await read('contractLedger', one.contract, admin)).fieldsMap['settledAmount']);
    const before = await settled();
    for (const [state, sum] of [
      ['1', before - one.amount],
      ['4', before - one.amount],
      ['3', before],
    ] as const) {
      // as an approval moves it
      await db
        .transaction()
        .execute((trx) => updateSystemColumns(trx, 'projectSettlement', one.id, { flw_state: state }));
      expect(await settled()).toBeCloseTo(sum, 2);
    }
    for (const key of ['contractLedger', 'projectRegister', 'customerProfile', 'receipt'])
      expect(await compareKeptValues(db, key)).toEqual([]);
  });
});

describe('a roll-up that is hidden', () => {
  it('leaves the server for nobody who may not see it, nor is it asked by, summed or sorted', async () => {
    const hidden = form('ruHidden', '隐藏', [
      { ...(number('cost', rollup('ruSpent', 'up', 'sum', 'amount')) as object), flowVisible: '0' },
      number('left', { computed: '100.0 - cost', flowVisible: '0' }),
    ]);
    await published(form('ruHidden', '隐藏', []));
    await published(form('ruSpent', '花费', [relation('up', 'ruHidden'), number('amount')]));
    await published(hidden as never);
    const one = await save('ruHidden', { name: '甲' });
    await save('ruSpent', { name: '一', up: one.id, amount: 40 });
    expect(await valuesOf('ruHidden', one.id)).toEqual({ name: '甲' });
    for (const data of [
      { conditions: [{ field: 'cost', op: 'gte', value: 1 }] },
      { sort: { field: 'left', order: 'asc' } },
    ]) {
      const answer = await staff.post('/api/system/frmCrud/list/ruHidden', { page: { pageNum: 1, pageSize: 5 }, data });
      expect(answer.code).toBe('REQUEST_INVALID');
    }
  });
});

describe('people with an open page', () => {
  it('are told that values of its record moved', async () => {
    const one = await save('ruContract', { name: '开着' });
    await save('ruSettlement', { name: '一', contract: one.id, amount: 1 });
    const { rows } = await sql<{
      topic: string;
    }>`select topic from sys_event where topic = ${keptTopic(one.id)}`.execute(server.context.db);
    expect(rows).toHaveLength(1);
  });
});
