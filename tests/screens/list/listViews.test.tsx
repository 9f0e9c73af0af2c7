import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ListNode } from '../../../src/grammar/nodes.ts';
import type { SavedView } from '../../../src/runtime/services/listViews.ts';
import type { ListQuery } from '../../../src/runtime/services/paging.ts';
import { arrangeColumns, readLayout } from '../../../src/screens/list/columns/columnChoice.ts';
import type { ListColumn } from '../../../src/screens/list/compile.ts';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import { toListConditions, parseAdvancedFilterValue } from '../../../src/screens/list/more/advancedConditions.ts';
import { aRecord, fakeServices, FORM, renderAt } from '../fakes.tsx';

afterEach(() => localStorage.clear());
const list = <ListBlock node={{ tag: 'list', formKey: 'seal' }} path={['root']} />;
const address = (): string => decodeURIComponent(screen.getByTestId('address').textContent.replaceAll('+', ' '));

describe('conditions that a person puts together', () => {
  it('are asked one by one where all must hold, as one group where any is enough', () => {
    const rows = [
      { field: 'a', op: 'ne' as const, value: 1 },
      { field: 'b', op: 'empty' as const },
      { field: 'c', op: 'contains' as const, value: '' },
    ];
    const given = [
      { field: 'a', op: 'ne', value: 1 },
      { field: 'b', op: 'empty', value: undefined },
    ];
    expect(toListConditions({ match: 'all', rows })).toEqual(given);
    expect(toListConditions({ match: 'any', rows })).toEqual([{ anyOf: given }]);
  });

  it.each(['', 'x', '[]', '{"rows":[{"field":1,"op":"eq"}]}', '{"rows":[{"field":"a","op":"drop"}]}', 'null'])(
    'of the address %s are none',
    (text) => {
      expect(parseAdvancedFilterValue(text)).toBeNull();
    },
  );

  it('narrow the list and stay in the address', async () => {
    const asked: ListQuery[] = [];
    const services = fakeServices({
      records: {
        list: async (_key: string, query: ListQuery) => {
          asked.push(query);
          return { list: [aRecord('r1', { name: '公章' })], total: 1 };
        },
      },
    });
    await renderAt('/x', services, list);
    await screen.findByText('公章');
    fireEvent.click(document.querySelector('[data-action="more-filters"]') as Element);
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '合同' } });
    fireEvent.click(within(dialog).getByRole('button', { name: /查\s*询/ }));
    await waitFor(() =>
      expect(asked.at(-1)?.conditions).toContainEqual({ field: 'name', op: 'contains', value: '合同' }),
    );
    expect(address()).toContain('"match":"all"');
  });
});

describe('the looks of a list', () => {
  it('a board asks for each state apart and shows how many there are', async () => {
    const services = fakeServices({
      forms: { definition: async () => ({ ...FORM, flowKey: 'f' }) },
      records: {
        list: async (_key: string, { conditions }: ListQuery) => {
          const state = conditions.find((one) => 'field' in one && one.field === 'flwState');
          const isRunning = state !== undefined && 'value' in state && state.value === '1';
          return isRunning
            ? { list: [aRecord('r1', { name: '公章' }, { title: '公章申请', flwState: '1' })], total: 7 }
            : { list: [], total: 0 };
        },
      },
    });
    await renderAt('/x?look=board.flwState', services, list);
    const card = await screen.findByText('公章申请');
    const lane = card.closest('[data-lane]') as HTMLElement;
    expect(lane.dataset['lane']).toBe('option:1');
    expect(within(lane).getByText('7')).toBeTruthy();
    fireEvent.click(within(lane).getByText('在表格中查看全部'));
    expect(address()).toContain('"op":"in","value":["1"]');
  });

  it('a calendar shows records on their day, and a look that the form cannot give is the table', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const services = fakeServices({
      records: {
        list: async () => ({
          list: [aRecord('r1', { name: '公章' }, { title: '公章申请', createTime: `${day} 09:00:00` })],
          total: 1,
        }),
      },
    });
    await renderAt('/x?look=calendar.createTime', services, list);
    const entry = await screen.findByText('公章申请');
    expect((entry.closest('[data-day]') as HTMLElement).dataset['day']).toBe(day);
  });

  it('of a field that is no date is the table', async () => {
    const services = fakeServices({
      records: { list: async () => ({ list: [aRecord('r1', { name: '公章' })], total: 1 }) },
    });
    await renderAt('/x?look=calendar.name', services, list);
    expect((await screen.findByText('公章')).closest('tr')).toBeTruthy();
  });
});

describe('the columns of a person', () => {
  const column = (field: string, more: Partial<ListColumn> = {}): ListColumn => ({
    field,
    title: field,
    width: 100,
    isSortable: true,
    isHidden: false,
    align: 'left',
    node: null,
    system: null,
    isLaneColumn: false,
    isDayColumn: false,
    ...more,
  });
  const columns = ['a', 'b', 'c', 'd'].map((field) => column(field));

  it('stand in their order, pinned ones first, new ones at their end, no width beyond its bounds', () => {
    const arranged = arrangeColumns(columns, {
      order: ['c', 'gone', 'a'],
      fixed: { d: 'left' },
      widths: { a: 5, b: 250, c: 99999 },
    });
    expect(arranged.map(({ field, width, fixed }) => [field, width, fixed])).toEqual([
      ['d', 100, 'left'],
      ['c', 900, undefined],
      ['a', 60, undefined],
      ['b', 250, undefined],
    ]);
  });

  it('of an earlier version of the product are those shown', () => {
    expect(readLayout({ a: false })).toEqual({ shown: { a: false } });
    expect(readLayout([])).toEqual({});
  });

  it('are pinned and hidden in the settings, and are the same after the page was left', async () => {
    const services = fakeServices({
      records: { list: async () => ({ list: [aRecord('r1', { name: '公章', reason: '合同' })], total: 1 }) },
    });
    const view = await renderAt('/x', services, list);
    await screen.findByText('公章');
    fireEvent.click(document.querySelector('[data-action="columns"]') as Element);
    fireEvent.click(await screen.findByRole('button', { name: /^固定列“事由”/ }));
    fireEvent.click(screen.getByRole('checkbox', { name: '创建人' }));
    const heads = (): string[] =>
      [...document.querySelectorAll('thead th')].map((head) => head.textContent).filter(Boolean);
    await waitFor(() => expect(heads().slice(0, 2)).toEqual(['序号', '事由']));
    await act(async () => view.unmount());
    await renderAt('/x', services, list);
    await screen.findByText('公章');
    expect(heads().slice(0, 2)).toEqual(['序号', '事由']);
    expect(heads()).not.toContain('创建人');
  });

  it('are those of an earlier version, which had one name for all lists of a form without a key', async () => {
    localStorage.setItem('columns:/x:seal:', JSON.stringify({ shown: { reason: false } }));
    const services = fakeServices({
      records: { list: async () => ({ list: [aRecord('r1', { name: '公章', reason: '合同' })], total: 1 }) },
    });
    await renderAt(
      '/x',
      services,
      <ListBlock node={{ tag: 'list', formKey: 'seal' }} path={['root', 'children', 1]} />,
    );
    await screen.findByText('公章');
    expect(screen.queryByText('合同')).toBeNull();
  });
});

describe('the saved views of a list', () => {
  it('keep filters, look and columns under a name, and bring them back', async () => {
    const kept: { name: string; config: SavedView['config'] }[] = [];
    const services = fakeServices({
      records: { list: async () => ({ list: [aRecord('r1', { name: '公章' })], total: 1 }) },
      listViews: {
        list: async () => ({
          mayShare: true,
          ownDefault: '',
          commonDefault: '',
          views: kept.map((view, index) => ({
            id: `v${index}`,
            isShared: false,
            isMine: true,
            mayChange: true,
            ...view,
          })),
        }),
        save: async (view) => {
          kept.push({ name: view.name, config: view.config });
          return 'v0';
        },
      },
    });
    await renderAt('/x?look=cards.&f.name=合同', services, list);
    await screen.findByText('公章');
    fireEvent.click(document.querySelector('[data-action="views"]') as Element);
    fireEvent.click(await screen.findByText('存为新视图'));
    fireEvent.change(await screen.findByLabelText(/视图名称/), { target: { value: '我的合同' } });
    fireEvent.click(screen.getByRole('button', { name: /保\s*存/ }));
    await waitFor(() => expect(kept).toHaveLength(1));
    expect(kept[0]?.config.query).toEqual({ 'f.name': '合同', look: 'cards.' });
    fireEvent.click(screen.getByRole('button', { name: '初始视图' }));
    await waitFor(() => expect(address()).toBe('/x'));
    fireEvent.click(document.querySelector('[data-action="views"]') as Element);
    fireEvent.click(await screen.findByText('我的合同'));
    await waitFor(() => expect(address()).toContain('view=v0'));
    expect(address()).toContain('f.name=合同');
  });
});

describe('the view with which a list opens', () => {
  const NODE: ListNode = {
    tag: 'list',
    formKey: 'seal',
    view: { kind: 'cards' },
    views: [
      {
        name: '我的',
        columns: ['reason'],
        conditions: [{ field: 'createBy', value: '${curentUser}' }],
        sort: { field: 'name', order: 'asc' },
      },
    ],
  };
  const open = async (
    address: string,
    defaults: { ownDefault?: string; commonDefault?: string; views?: SavedView[] },
  ) => {
    const asked: ListQuery[] = [];
    const set: unknown[] = [];
    const services = fakeServices({
      records: {
        list: async (_key: string, query: ListQuery) => {
          asked.push(query);
          return { list: [aRecord('r1', { name: '公章', reason: '合同' })], total: 1 };
        },
      },
      listViews: {
        list: async () => ({ mayShare: true, ownDefault: '', commonDefault: '', views: [], ...defaults }),
        setDefault: async (choice) => set.push(choice),
      },
    });
    await renderAt(address, services, <ListBlock node={NODE} path={['root']} />);
    await screen.findByText('合同');
    return { asked, set };
  };
  const isTable = (): boolean => document.querySelector('thead') !== null;
  const openMenu = (): void => void fireEvent.click(document.querySelector('[data-action="views"]') as Element);

  it('is that of the document, until another one is chosen, also the table', async () => {
    await open('/x', {});
    expect(isTable()).toBe(false);
    fireEvent.click(document.querySelector('[data-action="look"]') as Element);
    fireEvent.click(await screen.findByText('表格'));
    await waitFor(() => expect(isTable()).toBe(true));
    expect(address()).toContain('look=table.');
  });

  it("of the document's prepared ones has its conditions, order and columns", async () => {
    const { asked } = await open('/x', {});
    openMenu();
    fireEvent.click(await screen.findByRole('button', { name: '我的' }));
    await waitFor(() => expect(isTable()).toBe(true));
    expect(asked.at(-1)).toMatchObject({
      // voided records stay left out
      conditions: [
        { field: 'flwState', op: 'in' },
        { field: 'createBy', op: 'eq', value: 'u1' },
      ],
      sort: { field: 'name', order: 'asc' },
    });
    expect(screen.queryByText('公章')).toBeNull();
    expect(document.querySelector('[data-action="views"]')?.textContent).toContain('我的');
  });

  it("is one's default, asked for once, and can be left for the list as the document has it", async () => {
    const { asked, set } = await open('/x', { ownDefault: 'doc:我的' });
    expect(isTable()).toBe(true);
    expect(asked.map(({ conditions }) => conditions.at(-1))).toEqual([{ field: 'createBy', op: 'eq', value: 'u1' }]);
    openMenu();
    fireEvent.click(await screen.findByRole('button', { name: '初始视图' }));
    await waitFor(() => expect(isTable()).toBe(false));
    expect(address()).toBe('/x?view=none');
    openMenu();
    fireEvent.click(await screen.findByLabelText('“我的”的默认设置'));
    fireEvent.click(await screen.findByText('取消我的默认'));
    await waitFor(() => expect(set).toHaveLength(1));
    expect(set).toMatchObject([{ formKey: 'seal', id: null, isShared: false }]);
  });

  it('keeps its columns for itself, and has them also after a person arranged those of another view', async () => {
    const view = (id: string, columns: SavedView['config']['columns']): SavedView => ({
      id,
      name: `视图${id}`,
      isShared: true,
      isMine: false,
      mayChange: false,
      config: { query: { look: 'table.' }, columns },
    });
    const views = [view('a', { shown: { name: false } }), view('b', {})];
    const heads = (): string[] => [...document.querySelectorAll('thead th')].map((head) => head.textContent);
    localStorage.setItem('columns:/x:seal:', JSON.stringify({ shown: { reason: false } }));
    await open('/x', { commonDefault: 'a', views });
    expect(heads()).not.toContain('名称');
    openMenu();
    fireEvent.click(await screen.findByRole('button', { name: /^视图b/ }));
    await waitFor(() => expect(heads()).toEqual(expect.arrayContaining(['名称', '事由'])));
    openMenu();
    fireEvent.click(await screen.findByRole('button', { name: '初始视图' }));
    await waitFor(() => expect(address()).toBe('/x?view=none'));
    fireEvent.click(document.querySelector('[data-action="look"]') as Element);
    fireEvent.click(await screen.findByText('表格'));
    await waitFor(() => expect(heads()).toEqual(expect.arrayContaining(['名称', '事由'])));
  });

  it('is what the address says where it says anything', async () => {
    await open('/x?look=cards.', { commonDefault: 'doc:我的' });
    expect(isTable()).toBe(false);
  });
});
