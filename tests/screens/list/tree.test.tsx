import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import type { AnyOf, AreaCondition, ListCondition, ListQuery } from '../../../src/runtime/services/paging.ts';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import {
  childrenCondition,
  branchIds,
  unreachedOf,
  useTreeNodes,
  type TreeNodes,
} from '../../../src/screens/list/tree/useTreeNodes.ts';
import { widget as relation } from '../../../src/widgets/recordSelector/index.ts';
import { axeFaults } from '../axeFaults.ts';
import { aRecord, fakeServices, renderAt, situation } from '../fakes.tsx';

afterEach(() => localStorage.clear());

describe('a branch', () => {
  const children: Record<string, string[]> = { a: ['b', 'c'], b: ['d'], d: ['a'] };
  const childrenOf = async (ids: readonly string[]) => ({
    ids: ids.flatMap((id) => children[id] ?? []),
    isLast: true,
  });

  it('holds each record below another one once, also where they point at each other in a ring', async () => {
    expect(await branchIds('a', childrenOf)).toEqual({ ids: ['a', 'b', 'c', 'd'], isCut: false });
  });

  it('is cut at two thousand records, and says so', async () => {
    const found = await branchIds('a', async () => ({
      ids: Array.from({ length: 2500 }, (_none, index) => `r${index}`),
      isLast: true,
    }));
    expect([found.ids.length, found.isCut]).toEqual([2000, true]);
  });

  it('is asked for in conditions that the server accepts', () => {
    const ids = Array.from({ length: 450 }, (_none, index) => String(index));
    expect(childrenCondition('parent', ids).anyOf.map(({ value }) => (value as string[]).length)).toEqual([
      200, 200, 50,
    ]);
  });
});

describe('the records that no level of a tree reaches', () => {
  const child = (id: string, parent: string): FormRecord => aRecord(id, { parent });
  it('have a parent that is not in the list, or stand in a ring, of which one is named', () => {
    const children = [child('b', 'a'), child('c', 'gone'), child('d', 'c'), child('y', 'x'), child('x', 'z')];
    const ring = [child('z', 'x'), child('s', 's')];
    const existing = new Set(['a', 'b', 'c', 'd', 'x', 'y', 'z', 's']);
    expect(unreachedOf([...children, ...ring], existing, 'parent').map(({ id }) => id)).toEqual(['c', 'x', 's']);
  });
});

describe('the tree of a list', () => {
  const FORM = {
    formKey: 'seal',
    formName: '类别',
    fields: [
      { tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1' },
      { tag: 'recordSelector', __vModel__: 'parent', label: '上级', to: 'seal' },
    ],
  };
  let stored: FormRecord[] = [];
  let asked: ListQuery[] = [];
  let isDown = false;
  const saved: unknown[] = [];
  const node = (id: string, parent = ''): FormRecord => aRecord(id, { name: `名${id}`, parent }, { title: `类${id}` });
  beforeEach(() => {
    stored = [node('a'), node('b'), node('c', 'a'), node('d', 'c')];
    asked = [];
    isDown = false;
    saved.length = 0;
  });
  const holds = (record: FormRecord, condition: ListCondition | AreaCondition | AnyOf): boolean => {
    if ('anyOf' in condition) return condition.anyOf.some((one) => holds(record, one));
    const value =
      condition.field === 'id'
        ? record.id
        : condition.field === 'flwState'
          ? record.flwState
          : record.fieldsMap[condition.field];
    if (condition.op === 'ne') return value !== condition.value;
    if (condition.op === 'empty') return value === '';
    if (condition.op === 'notEmpty') return value !== '';
    return condition.op === 'in' ? (condition.value as unknown[]).includes(value) : value === condition.value;
  };
  const show = () =>
    renderAt(
      '/x',
      fakeServices({
        forms: { definition: async () => FORM } as never,
        request: (async () => ({ rights: ['see', 'editAll', 'editOwn'] })) as never,
        records: {
          list: async (_formKey: string, query: ListQuery) => {
            asked.push(query);
            if (isDown && JSON.stringify(query.conditions).includes('parent')) throw new Error('网络不通');
            const list = stored.filter((record) => query.conditions.every((one) => holds(record, one)));
            return { list, total: list.length };
          },
          get: async (_formKey: string, id: string) => stored.find((one) => one.id === id) as FormRecord,
          save: async (_formKey: string, record: FormRecord) => {
            saved.push([record.id, record.fieldsMap['parent'], record.fieldsMap['parentLabel']]);
            stored = stored.map((one) => (one.id === record.id ? record : one));
            return record;
          },
        } as never,
      }),
      <ListBlock
        node={{ tag: 'list', formKey: 'seal', view: { kind: 'tree' }, tree: { parent: 'parent' } }}
        path={['root']}
      />,
      situation,
      [{ name: 'more', install: ({ registerWidget }) => void registerWidget(relation) }],
    );
  const pane = (): HTMLElement => document.querySelector('.sc-tree-pane') as HTMLElement;
  const rows = (): (string | null)[] =>
    [...document.querySelectorAll('.sc-tree-list tr[data-row-key] td:nth-child(2)')].map((cell) => cell.textContent);

  it('loads a level when it is opened, and lists at the right what is below the chosen record', async () => {
    await show();
    await waitFor(() => expect(within(pane()).getByText('类a')).not.toBeNull());
    await waitFor(() => expect(rows()).toHaveLength(4));
    expect(rows()).toEqual(['名a', '名b', '名c', '名d']);
    // what is below a record is not loaded before it is opened
    expect(within(pane()).queryByText('类c')).toBeNull();
    // a record without children cannot be opened
    await waitFor(() =>
      expect(
        within(pane()).getByText('类b').closest('.ant-tree-treenode')?.querySelector('.ant-tree-switcher-noop'),
      ).not.toBeNull(),
    );
    fireEvent.click(within(pane()).getByText('类a'));
    await waitFor(() => expect(rows()).toEqual(['名c']));
    fireEvent.click(screen.getByRole('checkbox', { name: '含各级下级' }));
    await waitFor(() => expect(rows()).toEqual(['名c', '名d']));
    const switcher = within(pane()).getByText('类a').closest('.ant-tree-treenode')?.querySelector('.ant-tree-switcher');
    fireEvent.click(switcher as Element);
    await within(pane()).findByText('类c');
    expect(asked.at(-1)?.conditions.some((one) => 'field' in one && one.field === 'parent')).toBe(true);
    expect(await axeFaults(document.querySelector('.sc-tree-list') as Element)).toEqual([]);
  });

  it('names apart the records whose parent is not in the list; they can be chosen, and moved to the top', async () => {
    stored = [
      node('a'),
      node('c', 'gone'),
      node('d', 'c'),
      aRecord('v', { parent: '' }, { flwState: '4' }),
      node('w', 'v'),
    ];
    await show();
    await within(pane()).findByText('上级不在此列表中的');
    within(pane()).getByText('类w');
    expect(within(pane()).queryByText('类d')).toBeNull();
    fireEvent.click(within(pane()).getByText('类c'));
    await waitFor(() => expect(rows()).toEqual(['名d']));
    fireEvent.click(await screen.findByRole('button', { name: /移到/ }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByText('最上级'));
    fireEvent.click(within(dialog).getByRole('button', { name: '移到这里' }));
    await waitFor(() => expect(saved).toEqual([['c', '', '']]));
  });

  it('shows each record once when a level is loaded again after a failure', async () => {
    await show();
    await waitFor(() => expect(rows()).toHaveLength(4));
    isDown = true;
    fireEvent.click(screen.getByRole('button', { name: /刷\s?新/ }));
    const retry = await within(pane()).findByText('加载失败，点此重试');
    isDown = false;
    fireEvent.click(retry);
    await waitFor(() => expect(within(pane()).queryByText('加载失败，点此重试')).toBeNull());
    expect(within(pane()).getAllByText(/^类/)).toHaveLength(2);
  });

  it('moves a record below another one by a save, and not below itself', async () => {
    await show();
    await waitFor(() => expect(rows()).toHaveLength(4));
    fireEvent.click(within(pane()).getByText('类a'));
    fireEvent.click(await screen.findByRole('button', { name: /移到/ }));
    const dialog = await screen.findByRole('dialog');
    const choice = (name: string): Element | null => within(dialog).getByText(name).closest('.ant-tree-treenode');
    expect(choice('类a')?.className).toContain('disabled');
    expect(within(dialog).getByRole('button', { name: '移到这里' }).hasAttribute('disabled')).toBe(true);
    fireEvent.click(within(dialog).getByText('类b'));
    fireEvent.click(within(dialog).getByRole('button', { name: '移到这里' }));
    await waitFor(() => expect(saved).toEqual([['a', 'b', '类b']]));
    await screen.findByText('上级已更新');
  });

  it('moves a record that is dropped on another one, and refuses to drop it on what is below it', async () => {
    await show();
    await waitFor(() => expect(within(pane()).getByText('类a')).not.toBeNull());
    await waitFor(() => expect(within(pane()).getByText('类b').getAttribute('draggable')).toBe('true'));
    const drag = (name: string, target: string): void => {
      const dataTransfer = { setData: () => undefined };
      fireEvent.dragStart(within(pane()).getByText(name), { dataTransfer });
      fireEvent.dragOver(within(pane()).getByText(target), { dataTransfer });
      fireEvent.drop(within(pane()).getByText(target), { dataTransfer });
    };
    drag('类b', '类a');
    await waitFor(() => expect(saved).toEqual([['b', 'a', '类a']]));
    const switcher = within(pane()).getByText('类a').closest('.ant-tree-treenode')?.querySelector('.ant-tree-switcher');
    fireEvent.click(switcher as Element);
    await waitFor(() => expect(within(pane()).getByText('类c')).not.toBeNull());
    drag('类a', '类c');
    await screen.findByText('不能移到自己或自己的下级之下');
    expect(saved).toHaveLength(1);
  });
});

it('a level goes on with its next page also after a record that was on two pages', async () => {
  const pages: (readonly number[])[] = [
    Array.from({ length: 200 }, (_none, index) => index),
    // a record was added at the front in between
    Array.from({ length: 200 }, (_none, index) => 199 + index),
    [399, 400],
  ];
  const asked: number[] = [];
  const list = async (_formKey: string, { conditions, page }: ListQuery) => {
    if (!conditions.some((one) => 'op' in one && one.op === 'empty')) return { list: [], total: 0 };
    asked.push(page.pageNum);
    return { list: (pages[page.pageNum - 1] ?? []).map((number) => aRecord(`r${number}`, {})), total: 402 };
  };
  const current: { nodes?: TreeNodes } = {};
  const compiled = { formKey: 'seal', fixedConditions: [], isWholeUnit: false, tree: null, sort: null } as never;
  const Probe = () => {
    const nodes = useTreeNodes(compiled, 'parent', 0);
    useEffect(() => void Object.assign(current, { nodes }), [nodes]);
    return null;
  };
  await renderAt('/x', fakeServices({ records: { list } as never }), <Probe />);
  const level = () => current.nodes?.levels.get('');
  await waitFor(() => expect(level()?.state).toBe('ready'));
  await act(async () => current.nodes?.loadLevel(''));
  expect(level()?.records).toHaveLength(399);
  await act(async () => current.nodes?.loadLevel(''));
  expect(asked).toEqual([1, 2, 3]);
  expect(level()).toMatchObject({ total: 401, state: 'ready' });
  expect(new Set(level()?.records.map(({ id }) => id)).size).toBe(401);
});
