import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import type { ListNode } from '../../../src/grammar/nodes.ts';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import { widget as date } from '../../../src/widgets/el-date-picker/index.ts';
import { widget as number } from '../../../src/widgets/el-input-number/index.ts';
import { widget as select } from '../../../src/widgets/el-select/index.ts';
import { widget as upload } from '../../../src/widgets/el-upload/index.ts';
import { aRecord, fakeServices, renderAt, situation } from '../fakes.tsx';

afterEach(() => localStorage.clear());

const FORM = {
  formKey: 'seal',
  formName: '合同',
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1' },
    {
      tag: 'el-select',
      __vModel__: 'state',
      label: '状态',
      isList: '1',
      __slot__: {
        options: [
          { label: '履行中', value: 'on' },
          { label: '已完毕', value: 'off' },
          { label: '没有的', value: 'none' },
        ],
      },
    },
    { tag: 'el-input-number', __vModel__: 'amount', label: '金额', precision: 2, unit: '元', isList: '1' },
    { tag: 'el-date-picker', __vModel__: 'from', label: '开始', isList: '1' },
    { tag: 'el-date-picker', __vModel__: 'to', label: '结束', isList: '1' },
    { tag: 'el-upload', __vModel__: 'photo', label: '照片' },
  ],
};
const RECORDS = [
  {
    ...aRecord('a', { name: '甲', state: 'on', amount: 10, from: '2026-01-01', to: '2026-01-31', photo: 'f1,f2' }),
    title: '合同甲',
    revision: 3,
  },
  {
    ...aRecord('b', { name: '乙', state: 'off', amount: 20, from: '2026-02-01', to: '2026-02-10', photo: '' }),
    title: '合同乙',
    revision: 1,
  },
  {
    ...aRecord('c', { name: '丙', state: 'off', amount: 30, from: '', to: '', photo: '' }),
    title: '合同丙',
    revision: 1,
  },
] as FormRecord[];

function bench(rights: string[] = ['see', 'editAll', 'editOwn']) {
  const saved: Record<string, unknown>[] = [];
  const asked: string[] = [];
  const services = {
    ...fakeServices({
      forms: { definition: async () => FORM } as never,
      records: {
        list: async (_formKey: string, query: { conditions: { field: string; value: unknown }[] }) => {
          const state = query.conditions.find(({ field }) => field === 'state')?.value;
          const list = state === undefined ? RECORDS : RECORDS.filter(({ fieldsMap }) => fieldsMap.state === state);
          return { list, total: list.length };
        },
        rights: async () => rights,
        get: async (_formKey: string, id: string) => RECORDS.find((record) => record.id === id),
        save: async (_formKey: string, record: FormRecord) => {
          saved.push({ id: record.id, revision: record.revision, ...record.fieldsMap });
          return record;
        },
      } as never,
    }),
    files: {
      byIds: async (ids: string[]) => {
        asked.push(ids.join());
        return ids.map((id) => ({ id, fileName: `${id}.png`, fileExt: 'png', url: '' }));
      },
      content: async () => new Blob(['x']),
    },
    relations: {
      sums: async (_formKey: string, conditions: { field: string; value: unknown }[]) => {
        const state = conditions.find(({ field }) => field === 'state')?.value;
        const rows = RECORDS.filter(({ fieldsMap }) => fieldsMap.state === state);
        return {
          count: rows.length,
          sums: { amount: String(rows.reduce((sum, { fieldsMap }) => sum + Number(fieldsMap.amount), 0)) },
        };
      },
    },
    request: async () => ({ rights }),
  };
  return { services: services as never, saved, asked };
}
const show = (look: string, services: never, node: Partial<ListNode> = {}) =>
  renderAt(
    `/x?look=${look}`,
    services,
    <ListBlock node={{ tag: 'list', formKey: 'seal', ...node } as ListNode} path={['root']} />,
    situation,
    [
      {
        name: 'more',
        install: ({ registerWidget }) => {
          for (const widget of [date, number, select, upload]) registerWidget(widget as never);
        },
      },
    ],
  );
const violations = async (): Promise<string[]> =>
  (
    await axe.run(document.querySelector('.sc-list') as HTMLElement, {
      rules: { 'color-contrast': { enabled: false } },
    })
  ).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);

test('groups of a table tell how many they hold and what that comes to, and open one by one; empty ones are not shown', async () => {
  const { services } = bench();
  await show('group.state', services);
  const off = (await screen.findByText('已完毕')).closest('section') as HTMLElement;
  await waitFor(() => expect(off.textContent).toContain('金额 50.00 元'));
  expect(off.textContent).toContain('2 条');
  expect(screen.queryByText('没有的')).toBeNull();
  expect(screen.queryByText('乙')).toBeNull();
  fireEvent.click(within(off).getByRole('button'));
  await within(off).findByText('乙');
  expect(within(off).getByRole('button', { expanded: true })).not.toBeNull();
  expect(screen.queryByText('甲')).toBeNull();
  expect(await violations()).toEqual([]);
});

test('a gallery heads its cards with the first picture of the field, asked for at once for the page', async () => {
  const { services, asked } = bench();
  await show('gallery.', services, { gallery: { picture: 'photo' } });
  await screen.findByAltText('f1.png');
  expect(asked).toEqual(['f1']);
  expect(screen.getAllByText(/没有照片/)).toHaveLength(2);
  expect(screen.getByText('合同乙').closest('button')).not.toBeNull();
  expect(await violations()).toEqual([]);
});

test('bars of a gantt chart stand from the first to the last day; arrows move them, Enter keeps it, Esc does not', async () => {
  const { services, saved } = bench();
  await show('gantt.', services, { gantt: { start: 'from', end: 'to' } });
  const bar = await screen.findByLabelText(/^合同甲，2026-01-01 至 2026-01-31，左右键/);
  expect(screen.getByText(/另有 1 条没有起止日期/)).not.toBeNull();
  fireEvent.keyDown(bar, { key: 'ArrowRight' });
  fireEvent.keyDown(bar, { key: 'ArrowRight', shiftKey: true });
  await screen.findByText('2026-01-02 至 2026-02-02');
  fireEvent.keyDown(bar, { key: 'Escape' });
  expect(screen.queryByText('2026-01-02 至 2026-02-02')).toBeNull();
  fireEvent.keyDown(bar, { key: 'ArrowLeft' });
  fireEvent.keyDown(bar, { key: 'Enter' });
  await waitFor(() => expect(saved).toHaveLength(1));
  // the whole record goes back as it was read, with its revision
  expect(saved[0]).toMatchObject({ id: 'a', revision: 3, name: '甲', from: '2025-12-31', to: '2026-01-30' });
  expect(await violations()).toEqual([]);
});

test('a bar is dragged by the mouse: as a whole, or at one of its ends; a cancelled drag keeps nothing', async () => {
  const { services, saved } = bench();
  await show('gantt.', services, { gantt: { start: 'from', end: 'to' } });
  const bar = await screen.findByLabelText(/^合同甲，2026-01-01 至 2026-01-31/);
  const perDay = Number.parseFloat(bar.style.width) / 31;
  const width = 31 * perDay;
  const box = { left: 0, width, top: 0, height: 20, right: width, bottom: 20, x: 0, y: 0, toJSON: () => ({}) };
  bar.getBoundingClientRect = () => box;
  const drag = (from: number, days: number, end: 'up' | 'cancel' = 'up'): void => {
    const at = (clientX: number) => ({ clientX, clientY: 10, button: 0, pointerId: 1, bubbles: true });
    fireEvent(bar, new MouseEvent('pointerdown', at(from)));
    fireEvent(bar, new MouseEvent('pointermove', at(from + days * perDay)));
    fireEvent(bar, new MouseEvent(end === 'up' ? 'pointerup' : 'pointercancel', at(from + days * perDay)));
  };
  drag(width / 2, 5, 'cancel');
  expect(bar.dataset.moved).toBe('0');
  expect(saved).toEqual([]);
  drag(width / 2, 3);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ id: 'a', revision: 3, from: '2026-01-04', to: '2026-02-03' });
  await waitFor(() => expect(bar.hasAttribute('disabled')).toBe(false));
  drag(width - 2, -10);
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(saved[1]).toMatchObject({ from: '2026-01-01', to: '2026-01-21' });
  await waitFor(() => expect(bar.hasAttribute('disabled')).toBe(false));
  // the first day does not pass the last one
  drag(2, 60);
  await waitFor(() => expect(saved).toHaveLength(3));
  expect(saved[2]).toMatchObject({ from: '2026-01-31', to: '2026-01-31' });
});

test('a bar that is let go straight after its last movement stands where it was let go', async () => {
  const { services, saved } = bench();
  await show('gantt.', services, { gantt: { start: 'from', end: 'to' } });
  const bar = await screen.findByLabelText(/^合同甲，2026-01-01 至 2026-01-31/);
  const perDay = Number.parseFloat(bar.style.width) / 31;
  const at = (days: number) => ({ clientX: 20 + days * perDay, clientY: 10, button: 0, pointerId: 1, bubbles: true });
  fireEvent(bar, new MouseEvent('pointerdown', at(0)));
  await act(async () => {
    bar.dispatchEvent(new MouseEvent('pointermove', at(6)));
    bar.dispatchEvent(new MouseEvent('pointerup', at(6)));
  });
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ from: '2026-01-07', to: '2026-02-06' });
});

test('dates that somebody else has changed since are not overwritten', async () => {
  const changed = { ...RECORDS[0], revision: 4, fieldsMap: { ...RECORDS[0]?.fieldsMap, from: '2026-01-08' } };
  const { services, saved } = bench();
  Object.assign((services as { records: object }).records, { get: async () => changed });
  await show('gantt.', services, { gantt: { start: 'from', end: 'to' } });
  const bar = await screen.findByLabelText(/^合同甲，2026-01-01 至 2026-01-31/);
  fireEvent.keyDown(bar, { key: 'ArrowRight' });
  fireEvent.keyDown(bar, { key: 'Enter' });
  await screen.findByText('日期已被他人修改，已重新加载，请重新移动');
  expect(saved).toEqual([]);
});

test('who may not change a record does not move its bar', async () => {
  const { services, saved } = bench(['see']);
  await show('gantt.', services, { gantt: { start: 'from', end: 'to' }, rowActions: [{ name: 'view' }] });
  const bar = await screen.findByLabelText('合同甲，2026-01-01 至 2026-01-31');
  fireEvent.keyDown(bar, { key: 'ArrowRight' });
  fireEvent.keyDown(bar, { key: 'Enter' });
  expect(screen.queryByText('2026-01-02 至 2026-02-01')).toBeNull();
  expect(saved).toEqual([]);
});

test('a look that the list does not have is the table', async () => {
  const { services } = bench();
  await show('gantt.', services);
  await screen.findByText('甲');
  expect(document.querySelector('[data-action="look"]')?.textContent).toContain('表格');
});

const laneOf = (name: string): HTMLElement => screen.getByText(name).closest('[data-lane]') as HTMLElement;
const cardIn = (lane: string, title: string): HTMLElement => within(laneOf(lane)).getByText(title);

test('a card is moved to another lane by the keyboard, which stores its value; one that others changed flies back', async () => {
  const { services, saved } = bench();
  await show('board.state', services);
  await waitFor(() => cardIn('履行中', '合同甲'));
  const card = cardIn('履行中', '合同甲');
  fireEvent.keyDown(card, { key: 'ArrowRight' });
  await screen.findByText(/移到“已完毕”：回车确定/);
  fireEvent.keyDown(card, { key: 'Escape' });
  fireEvent.keyDown(card, { key: 'Enter' });
  expect(saved).toEqual([]);
  fireEvent.keyDown(card, { key: 'ArrowRight' });
  fireEvent.keyDown(card, { key: 'Enter' });
  // the card stands in the new lane before the server has answered
  expect(cardIn('已完毕', '合同甲')).not.toBeNull();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ id: 'a', revision: 3, state: 'off', stateLabel: '已完毕' });
  await screen.findByText('状态已更新');
  expect(await violations()).toEqual([]);
});

test('a card moves by the button that the document binds to the lane, and not where the button is not offered', async () => {
  const { services, saved } = bench();
  const acted: unknown[] = [];
  const form = {
    ...FORM,
    actions: [
      { key: 'finish', label: '完工', at: ['page'], when: 'amount < 25', confirm: '确定完工吗？', effects: [] },
    ],
  };
  const records = (services as { records: Record<string, unknown> }).records;
  records['act'] = async (_formKey: string, call: unknown) => {
    acted.push(call);
    return { count: 1, done: '已完工', open: '' };
  };
  (services as { forms: Record<string, unknown> }).forms['definition'] = async () => form;
  await show('board.state', services, {
    board: { by: 'state', moves: [{ to: 'none', action: 'finish', from: ['off'] }] },
  });
  await waitFor(() => cardIn('已完毕', '合同乙'));
  fireEvent.click(within(laneOf('已完毕')).getByLabelText('把“合同乙”移到…'));
  fireEvent.click(await screen.findByText('没有的（完工）'));
  // the button asks first; refusing leaves the card where it was
  fireEvent.click(await screen.findByRole('button', { name: /取\s*消/ }));
  await waitFor(() =>
    expect(cardIn('已完毕', '合同乙').closest('[data-pending]')?.getAttribute('data-pending')).toBe('0'),
  );
  expect(acted).toEqual([]);
  fireEvent.click(within(laneOf('已完毕')).getByLabelText('把“合同乙”移到…'));
  fireEvent.click((await screen.findAllByText('没有的（完工）')).at(-1) as HTMLElement);
  fireEvent.click((await screen.findAllByRole('button', { name: /^完\s*工$/ })).at(-1) as HTMLElement);
  await waitFor(() => expect(acted).toEqual([{ action: 'finish', ids: ['b'] }]));
  expect(saved).toEqual([]);
  // its amount is too high for the button, and it comes from another lane
  fireEvent.click(within(laneOf('履行中')).getByLabelText('把“合同甲”移到…'));
  await screen.findByText('已完毕', { selector: '.ant-dropdown *' });
  expect(screen.queryAllByText('没有的（完工）', { selector: '.ant-dropdown:not(.ant-dropdown-hidden) *' })).toEqual(
    [],
  );
});
