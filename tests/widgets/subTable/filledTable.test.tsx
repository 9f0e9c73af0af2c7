import { act, cleanup, fireEvent } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { pendingWork } from '../../../src/runtime/host/pendingWork.ts';
import { settle } from '../support.tsx';
import { NAME, STATE, show } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

describe('a table that a relation fills', () => {
  const OFFER = {
    tag: 'recordSelector',
    __vModel__: 'offer',
    label: '报价',
    to: 'offer',
    fillRows: { samples: { from: 'prices', columns: { name: 'item', price: 'price' } } },
  };
  const COLUMNS_OF_ORDER = [
    { ...NAME, required: false, flowEditable: '0' },
    { tag: 'el-input-number', __vModel__: 'price', label: '单价', defaultValue: 1 },
    STATE,
  ];
  const steel = { name: '钢筋', price: 12.5 };
  const cement = { name: '水泥', price: 8 };

  /** An order, and what the offers have. `table`: more properties of its sub-table. */
  const order = async (more: Partial<Parameters<typeof show>[0]> = {}) => {
    const offers: Record<string, object[] | Error> = { o1: [steel, cement], o2: [{ name: '砂石', price: 3 }] };
    const request = vi.fn(async ({ params }: { url: string; params: Record<string, unknown> }) => {
      const rows = offers[String(params['id'])] ?? [];
      if (rows instanceof Error) throw rows;
      return rows;
    });
    const table = await show({
      fields: [OFFER],
      columns: COLUMNS_OF_ORDER,
      rows: null,
      services: { request: request as never },
      ...more,
    });
    return {
      table,
      offers,
      request,
      values: () =>
        table.rows().map(({ fieldsMap: { name, price } }) => `${String(name ?? '')} ${String(price ?? '')}`),
      choose: async (id: string) => {
        await act(async () => table.session.setValue('offer', id, `报价${id}`));
        await settle(60);
      },
      set: async (index: number, change: object) => {
        const rows = table
          .rows()
          .map((row, i) => (i === index ? { ...row, fieldsMap: { ...row.fieldsMap, ...change } } : row));
        await act(async () => table.session.setValue('samples', rows));
        await settle(30);
      },
      press: async (selector: string) => {
        await act(async () => fireEvent.click(document.querySelector(selector) as Element));
        await settle(60);
      },
    };
  };

  test('gets the rows of the chosen record, whose values cannot be typed', async () => {
    const { table, request, values, choose } = await order();
    await choose('o1');
    expect(values()).toEqual(['钢筋 12.5', '水泥 8']);
    expect(request.mock.lastCall?.[0]).toMatchObject({
      url: '/relation/rows/offer',
      params: { id: 'o1', from: 'prices', columns: { name: 'item', price: 'price' } },
    });
    expect([0, 1].map((row) => table.cell(row, 'price').className.includes('st-locked'))).toEqual([true, true]);
  });

  test('asks before another record replaces changed rows: the choice can be taken back, rows added by hand stay', async () => {
    const { table, values, choose, set, press } = await order();
    await choose('o1');
    // a row added by hand has no default where the relation fills
    await press('[data-action="add-row"]');
    expect(table.rows()[2].fieldsMap).toMatchObject({ state: '损坏' });
    await set(0, { state: '已到货' });
    await choose('o2');
    expect(document.querySelector('[data-action="keep-rows"]')?.textContent).toBe('改回原来的选择');
    await press('[data-action="keep-rows"]');
    expect(table.session.values).toMatchObject({ offer: 'o1', offerLabel: '报价o1' });
    expect(values()).toEqual(['钢筋 12.5', '水泥 8', ' ']);
    expect(document.querySelector('.ant-modal')).toBeNull();
    await choose('o2');
    expect(document.querySelector('.ant-modal')?.textContent).toContain('“样品”中有 2 行不是所选记录的明细');
    expect(document.querySelector('.ant-modal')?.textContent).toContain('保留手工添加的 1 行');
    await press('[data-action="replace-rows"]');
    expect(values()).toEqual(['砂石 3', ' ']);
    // a row that somebody typed is never taken for a loaded one
    await choose('o1');
    await press('.ant-modal [type="checkbox"]');
    await press('[data-action="replace-rows"]');
    expect(values()).toEqual(['钢筋 12.5', '水泥 8']);
  });

  test('goes back with the fields that the choice fills, as they were and not as the record is now', async () => {
    const fields = [
      { ...OFFER, fill: { total: 'total' } },
      { tag: 'el-input', __vModel__: 'total', label: '总价' },
    ];
    const totals: Record<string, string> = { o1: '12', o2: '3' };
    const rows = [steel];
    const request = vi.fn(async ({ url, params }: { url: string; params: Record<string, unknown> }) =>
      url.includes('/rows/') ? [{ name: '砂石', price: 3 }] : { total: totals[String(params['id'])] },
    );
    const { table, choose, press } = await order({
      fields,
      rows: rows.map((fieldsMap, index) => ({ id: `r${index}`, fieldsMap })),
      values: { offer: 'o1', offerLabel: '报价一', total: '10' },
      services: { request: request as never },
    });
    await choose('o2');
    expect(table.session.values['total']).toBe('3');
    await press('[data-action="keep-rows"]');
    expect(table.session.values).toMatchObject({ offer: 'o1', offerLabel: '报价一', total: '10' });
    expect(table.rows()).toMatchObject([{ id: 'r0', fieldsMap: steel }]);
    expect(table.session.isDirty).toBe(false);
    expect(pendingWork(table.session)).toBeNull();
  });

  test('that did not get the rows of another record goes back to the former one', async () => {
    const { table, offers, values, choose, press } = await order();
    await choose('o1');
    offers['o2'] = new Error('报价维护中');
    await choose('o2');
    expect(table.action('keep-rows')).toBeNull();
    await press('[data-action="revert-choice"]');
    expect(table.session.values['offer']).toBe('o1');
    expect(values()).toEqual(['钢筋 12.5', '水泥 8']);
    expect(table.action('retry-default-rows')).toBeNull();
  });

  test('takes over once more what the record has now; rows that are the same keep what was typed', async () => {
    const { table, offers, values, choose, set, press } = await order();
    await choose('o1');
    await set(1, { state: '已到货' });
    await press('[data-action="refill"]');
    expect(document.body.textContent).toContain('明细与所选记录一致，不需要重新带出');
    offers['o1'] = [{ ...steel, price: 13 }, cement];
    const [, second] = table.rows();
    await press('[data-action="refill"]');
    expect(document.querySelector('.ant-modal')?.textContent).toContain(
      '1 行与所选记录现在的明细相同，保持不变；1 行连同填写的内容删除；新带出 1 行',
    );
    await press('[data-action="replace-rows"]');
    expect(values()).toEqual(['钢筋 13', '水泥 8']);
    expect(table.rows()[1]).toMatchObject({ id: second.id, fieldsMap: { state: '已到货' } });
  });

  test('says that a source has more rows than fit, and that nothing is new beside those that fit', async () => {
    const { offers, values, choose, press } = await order({ table: { maxRows: 2 } });
    offers['o1'] = [steel, cement, { name: '砂石', price: 3 }];
    await choose('o1');
    expect(document.body.textContent).toContain('所选记录的明细超过 2 行，只填入了前 2 行');
    await press('[data-action="refill"]');
    expect(document.querySelector('.ant-modal')).toBeNull();
    expect(document.body.textContent).toContain('明细与所选记录一致，不需要重新带出');
    expect(values()).toEqual(['钢筋 12.5', '水泥 8']);
  });

  test('asks before it loses a row that is behind the limit in another record', async () => {
    const { table, offers, values, choose, set, press } = await order({ table: { maxRows: 2 } });
    const sand = { name: '砂石', price: 3 };
    offers['o1'] = [cement, sand];
    offers['o2'] = [steel, cement, sand];
    await choose('o1');
    await set(1, { state: '已到货' });
    await choose('o2');
    expect(document.querySelector('.ant-modal')?.textContent).toContain(
      '“样品”中有 1 行不是所选记录的明细。这些行连同填写的内容会删除，另外 1 行与所选记录的明细相同，保持不变，新带出 1 行',
    );
    expect(values()).toEqual(['水泥 8', '砂石 3']);
    const [first] = table.rows();
    await press('[data-action="replace-rows"]');
    expect(values()).toEqual(['钢筋 12.5', '水泥 8']);
    expect(table.rows()[1].id).toBe(first.id);
  });

  test('that could not be filled once more says so until it is closed, and keeps its rows', async () => {
    const { table, offers, values, choose, press } = await order();
    await choose('o1');
    offers['o1'] = new Error('报价维护中');
    await press('[data-action="refill"]');
    expect(table.root.textContent).toContain('所选记录的明细加载失败：报价维护中');
    await press('[data-action="dismiss-failure"]');
    expect(table.root.textContent).not.toContain('加载失败');
    expect(values()).toEqual(['钢筋 12.5', '水泥 8']);
  });

  test('keeps what fits another choice, and asks nothing where an undo has brought its rows back', async () => {
    const { table, offers, values, choose, set, press } = await order();
    offers['o2'] = [cement, { name: '砂石', price: 3 }];
    await choose('o1');
    await set(0, { state: '已到货' });
    await set(1, { state: '在途' });
    await choose('o2');
    expect(document.querySelector('.ant-modal')?.textContent).toContain(
      '“样品”中有 1 行不是所选记录的明细。这些行连同填写的内容会删除，另外 1 行与所选记录的明细相同，保持不变，新带出 1 行',
    );
    await press('[data-action="replace-rows"]');
    expect(values()).toEqual(['水泥 8', '砂石 3']);
    expect(table.rows()[0].fieldsMap).toMatchObject({ state: '在途' });
    await act(async () => fireEvent.keyDown(table.keys(), { key: 'z', ctrlKey: true }));
    await choose('o1');
    expect(document.querySelector('.ant-modal')).toBeNull();
    expect(table.rows().map(({ fieldsMap }) => fieldsMap['state'])).toEqual(['已到货', '在途']);
    expect(pendingWork(table.session)).toBeNull();
  });

  test('gets its stored rows again after another choice and back', async () => {
    const rows = [{ id: 'a', fieldsMap: { ...steel, state: '已到货' } }];
    const { table, choose, press } = await order({
      rows,
      values: { offer: 'o1', offerLabel: '报价一' },
      situation: { flowState: '0', recordId: 'r1' },
      table: { canOp: '0', flowEditable: '0' },
    } as never);
    await choose('o2');
    await press('[data-action="replace-rows"]');
    await choose('o1');
    expect(table.rows()[0]).toMatchObject(rows[0] as object);
  });

  test('waits where the choice is not of this person, who does not want to replace the rows yet', async () => {
    const { table, values, choose, set, press } = await order({ fields: [{ ...OFFER, flowEditable: '0' }] });
    await choose('o1');
    await set(0, { state: '已到货' });
    await choose('o2');
    expect(document.querySelector('[data-action="keep-rows"]')?.textContent).toBe('先不替换');
    await press('[data-action="keep-rows"]');
    expect(values()).toEqual(['钢筋 12.5', '水泥 8']);
    expect(pendingWork(table.session)).toBe('outdated');
    await press('[data-action="retry-default-rows"]');
    await press('[data-action="replace-rows"]');
    expect(values()).toEqual(['砂石 3']);
  });

  test('and was emptied on purpose stays empty in a stored record of a form without a process', async () => {
    const stored = {
      rows: [],
      values: { offer: 'o1', offerLabel: '报价一' },
      situation: { flowState: '0', recordId: 'r1' },
    };
    const { values, choose } = await order(stored as never);
    expect(values()).toEqual([]);
    await choose('o2');
    expect(values()).toEqual(['砂石 3']);
  });

  test('and was stored empty is filled on request by whoever may remove no rows, or edit none', async () => {
    const stored = (more: object) =>
      order({
        rows: [],
        values: { offer: 'o1', offerLabel: '报价一' },
        situation: { flowState: '0', recordId: 'r1' },
        table: { needRemove: '0', ...more },
      } as never);
    for (const more of [{}, { canOp: '0', flowEditable: '0' }]) {
      const { table, values, press } = await stored(more);
      expect(values()).toEqual([]);
      await press('[data-action="refill"]');
      expect(values()).toEqual(['钢筋 12.5', '水泥 8']);
      expect(table.session.toRecord().childTables['samples']).toHaveLength(2);
      cleanup();
    }
  });

  test('that nobody edits sends the rows of another choice', async () => {
    const rows = [{ id: 'a', fieldsMap: steel }];
    const { table, values, choose, press } = await order({
      rows,
      values: { offer: 'o1', offerLabel: '报价一' },
      situation: { flowState: '0', recordId: 'r1' },
      table: { canOp: '0', flowEditable: '0' },
    } as never);
    await choose('o2');
    await press('[data-action="replace-rows"]');
    expect(values()).toEqual(['砂石 3']);
    const sent = table.session.toRecord().childTables['samples'];
    expect(sent?.map(({ fieldsMap }) => fieldsMap['name'])).toEqual(['砂石']);
  });

  test('gets its rows again after a merge has loaded a record without any', async () => {
    const { table, values, choose } = await order();
    await choose('o1');
    await act(async () => table.session.load({ ...table.session.toRecord(), childTables: { samples: [] } }));
    await settle(60);
    expect(values()).toEqual(['钢筋 12.5', '水泥 8']);
  });
});
