import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { MenuItem } from '../../../src/grammar/documents.ts';
import type { MenuEntryRow, MenuService } from '../../../src/runtime/services/menus.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { MenuManagerBlock } from '../../../src/designer/menu/MenuManagerBlock.tsx';
import { PutInMenuDialog } from '../../../src/designer/menu/PutInMenuDialog.tsx';
import { positionAfterDrop, positionAfterStep } from '../../../src/designer/menu/tree.ts';
import { rowMap } from '../../../src/domain/menu/menuTree.ts';
import { fakeServices, lost, renderAt, situation } from '../../screens/fakes.tsx';
import axe from 'axe-core';

const seriousProblems = async (root: Element): Promise<string[]> =>
  (await axe.run(root, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } })).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`);
const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };
const entry = (
  id: string,
  parentId: string | null,
  item: MenuItem,
  more: Partial<MenuEntryRow> = {},
): MenuEntryRow => ({
  id,
  parentId,
  roles: null,
  item: { name: id, path: id, code: id, ...item },
  isRemoved: false,
  isChanged: false,
  isShipped: true,
  revision: 3,
  changedBy: '',
  changedAt: '',
  ...more,
});
const entries = (): MenuEntryRow[] => [
  entry('office', null, { name: '办公', path: '', component: 'Layout' }),
  entry('seals', 'office', { name: '印章', path: '/seals', component: 'ParentView' }),
  entry('apply', 'seals', { name: '用印', component: 'seals/apply/list' }),
  entry('query', 'seals', { name: '查询', component: 'seals/apply/list' }),
  entry('lost', 'office', { name: '旧页面', component: 'gone/view/list' }),
  entry('bin', 'office', { name: '废弃', component: 'seals/apply/list' }, { isRemoved: true }),
];
const summaries = [
  { key: 'seals/apply/list', name: '用印列表', version: 2, updateTime: '', hasDraft: false },
  { key: 'custom/new/list', name: '新列表', version: 0, updateTime: '', hasDraft: true },
];
const services = (own: Partial<MenuService> = {}): Services => ({
  ...fakeServices({}),
  menus: {
    all: async () => ({
      entries: entries(),
      roles: [
        { code: 'admin', name: '系统管理员' },
        { code: 'hr', name: '人事专员' },
      ],
    }),
    ...own,
  } as MenuService,
  screens: { list: async () => summaries } as unknown as Services['screens'],
});
const open = async (own: Partial<MenuService> = {}) => {
  const view = await renderAt(
    '/m',
    services(own),
    <MenuManagerBlock node={{ tag: 'menuManager' }} path={['root']} />,
    administrator,
  );
  await screen.findByText('印章');
  return view;
};
const input = (id: string): HTMLInputElement => document.getElementById(id) as HTMLInputElement;
const press = (action: string): void => {
  fireEvent.click(document.querySelector(`[data-action="${action}"]`) as Element);
};

it('is refused to anybody but administrators', async () => {
  await renderAt('/m', services(), <MenuManagerBlock node={{ tag: 'menuManager' }} path={['root']} />);
  expect(screen.getByText('菜单管理仅对系统管理员开放')).toBeTruthy();
});

it('shows the tree without what was deleted, and marks an entry whose view is gone', async () => {
  const { container } = await open();
  expect(screen.queryByText('废弃')).toBeNull();
  expect(
    within(container.querySelector('[data-menu-row="lost"]') as HTMLElement).getByTitle(
      '没有已发布的界面“gone/view/list”',
    ),
  ).toBeTruthy();
  expect(await seriousProblems(container)).toEqual([]);
});

it('tells at the field what is wrong, and sends nothing until it is right', async () => {
  const save = vi.fn(async () => ({ id: 'lost', revision: 4 }));
  await open({ save });
  fireEvent.click(screen.getByText('旧页面'));
  fireEvent.change(input('menu-name'), { target: { value: '' } });
  expect(await screen.findByText('请填写名称')).toBeTruthy();
  fireEvent.change(input('menu-name'), { target: { value: '旧页面' } });
  fireEvent.change(input('menu-path'), { target: { value: '/seals/apply' } });
  expect(await screen.findByText('路径“/seals/apply”已由“用印”使用')).toBeTruthy();
  press('save');
  expect(await screen.findByText('没有已发布的界面“gone/view/list”')).toBeTruthy();
  expect(save).not.toHaveBeenCalled();
});

it('keeps a group with entries a group', async () => {
  const save = vi.fn(async () => ({ id: 'seals', revision: 4 }));
  await open({ save });
  fireEvent.click(screen.getByText('印章'));
  fireEvent.click(within(document.querySelector('.ds-entry') as HTMLElement).getByText('外部链接'));
  fireEvent.change(input('menu-path'), { target: { value: 'https://example.com/' } });
  expect(await screen.findByText(/其下还有 2 项菜单/)).toBeTruthy();
  press('save');
  await screen.findByText('请检查输入');
  expect(save).not.toHaveBeenCalled();
});

it('saves what was changed with the state that was seen, and keeps the keys that the form does not know', async () => {
  const save = vi.fn(async () => ({ id: 'apply', revision: 4 }));
  await open({
    save,
    all: async () => ({
      entries: entries().map((row) =>
        row.id === 'apply' ? { ...row, item: { ...row.item, menuType: 'C', meta: { title: '用印', extra: 1 } } } : row,
      ),
      roles: [],
    }),
  });
  fireEvent.click(screen.getByText('印章'));
  fireEvent.keyDown(document.querySelector('.ds-menu-tree') as Element, { key: 'x' });
  fireEvent.change(screen.getByLabelText('查找菜单'), { target: { value: '用印' } });
  fireEvent.click(await screen.findByText('用印'));
  fireEvent.change(input('menu-name'), { target: { value: '用印申请' } });
  press('save');
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(save).toHaveBeenCalledWith({
    id: 'apply',
    revision: 3,
    parentId: 'seals',
    roles: null,
    item: expect.objectContaining({
      name: '用印申请',
      menuType: 'C',
      meta: { title: '用印申请', extra: 1 },
      component: 'seals/apply/list',
    }),
  });
});

it('shows at the field what only the server knew', async () => {
  const save = vi.fn(async () => {
    throw new ServiceError('MENU_INVALID', '请检查菜单', {
      problems: [
        { code: 'MENU_TAKEN', path: ['path'], message: '路径“/seals”已由“新来的”使用', params: {}, level: 'error' },
      ],
    });
  });
  await open({ save });
  fireEvent.click(screen.getByText('印章'));
  fireEvent.change(input('menu-name'), { target: { value: '印章管理' } });
  press('save');
  expect(await screen.findByText('路径“/seals”已由“新来的”使用')).toBeTruthy();
});

it('moves the chosen entry with Alt and the arrows', async () => {
  const move = vi.fn(async () => ({ id: 'lost', revision: 4 }));
  await open({ move });
  fireEvent.click(screen.getByText('旧页面'));
  fireEvent.keyDown(document.querySelector('.ds-menu-tree') as Element, { key: 'ArrowUp', altKey: true });
  await waitFor(() =>
    expect(move).toHaveBeenCalledWith({ id: 'lost', revision: 3, parentId: 'office', beforeId: 'seals' }),
  );
});

/** A server that stores what is saved and moved, and refuses an outdated revision. */
function server() {
  let rows = entries();
  const change = (id: string, revision: number | undefined, part: Partial<MenuEntryRow>) => {
    const before = rows.find((row) => row.id === id);
    if (before?.revision !== revision) throw new ServiceError('MENU_STALE', '此菜单已被他人修改');
    rows = rows.map((row) => (row.id === id ? { ...row, ...part, revision: row.revision + 1 } : row));
    return { id, revision: (revision ?? 0) + 1 };
  };
  return {
    all: vi.fn(async () => {
      // later than the page renders what it knows itself
      await new Promise((done) => setTimeout(done, 20));
      return { entries: rows, roles: [] as { code: string; name: string }[] };
    }),
    save: vi.fn(async ({ id = '', revision, ...part }: Parameters<MenuService['save']>[0]) =>
      change(id, revision, part),
    ),
    move: vi.fn(async ({ id, revision, parentId }: Parameters<MenuService['move']>[0]) =>
      change(id, revision, { parentId }),
    ),
  };
}
const rename = (name: string): void => {
  fireEvent.change(input('menu-name'), { target: { value: name } });
};
/** Waits until the menu was loaded again so many times. */
async function loadedAgain({ all }: ReturnType<typeof server>, count: number): Promise<void> {
  await waitFor(() => expect(all).toHaveBeenCalledTimes(count + 1));
  await act(async () => void (await all.mock.results[count]?.value));
}
const expectSaved = (name: string) =>
  waitFor(() => {
    expect(document.querySelector('.ds-menu-tree')?.textContent).toContain(name);
    expect([input('menu-name').value, screen.queryByText('未保存')]).toEqual([name, null]);
  });

describe('the open entry', () => {
  it('shows what was saved, and can be saved again', async () => {
    const menus = server();
    await open(menus);
    fireEvent.click(screen.getByText('印章'));
    rename('印章管理');
    press('save');
    await expectSaved('印章管理');
    rename('印章台账');
    press('save');
    await expectSaved('印章台账');
    expect(menus.save.mock.calls.map(([{ revision }]) => revision)).toEqual([3, 4]);
  });

  it('is still as saved after it was moved, and what was typed before the move can be saved', async () => {
    const menus = server();
    await open(menus);
    fireEvent.click(screen.getByText('印章'));
    press('move-down');
    await loadedAgain(menus, 1);
    await expectSaved('印章');
    rename('印章管理');
    press('move-down');
    await loadedAgain(menus, 2);
    expect(input('menu-name').value).toBe('印章管理');
    press('save');
    await expectSaved('印章管理');
  });

  it('takes over what somebody else has changed while nothing is unsaved', async () => {
    const menus = server();
    await open(menus);
    fireEvent.click(screen.getByText('印章'));
    await menus.save({ id: 'seals', revision: 3, parentId: 'office', roles: null, item: { name: '公章', path: '/s' } });
    press('refresh');
    await expectSaved('公章');
  });

  it('keeps what was typed when the menu cannot be loaded again', async () => {
    const menus = server();
    await open(menus);
    fireEvent.click(screen.getByText('印章'));
    rename('印章管理');
    menus.all.mockRejectedValueOnce(lost());
    press('refresh');
    await screen.findByText(/刷新失败，显示的是此前的内容/);
    expect(input('menu-name').value).toBe('印章管理');
    press('retry');
    await waitFor(() => expect(screen.queryByText(/刷新失败/)).toBeNull());
    expect(input('menu-name').value).toBe('印章管理');
  });

  it('stays open when the entry before it is saved late', async () => {
    const menus = server();
    let answer: (saved: { id: string; revision: number }) => void = () => undefined;
    menus.save.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await open(menus);
    fireEvent.click(screen.getByText('印章'));
    rename('印章管理');
    press('save');
    fireEvent.click(screen.getByText('旧页面'));
    fireEvent.click(await screen.findByRole('button', { name: /放\s*弃/ }));
    await waitFor(() => expect(input('menu-name').value).toBe('旧页面'));
    rename('旧页面二');
    await act(async () => answer({ id: 'seals', revision: 4 }));
    expect(document.querySelector('[data-menu-entry]')?.getAttribute('data-menu-entry')).toBe('lost');
    fireEvent.click(screen.getByText('印章'));
    expect(await screen.findAllByText('放弃未保存的修改？')).not.toEqual([]);
  });
});

it('knows every step of an entry, and where a dragged one is let go', () => {
  const rows = rowMap(entries().filter(({ isRemoved }) => !isRemoved));
  expect(positionAfterStep(rows, 'query', 'up')).toEqual({ parentId: 'seals', beforeId: 'apply' });
  expect(positionAfterStep(rows, 'apply', 'down')).toEqual({ parentId: 'seals', beforeId: null });
  expect(positionAfterStep(rows, 'query', 'out')).toEqual({ parentId: 'office', beforeId: 'lost' });
  expect(positionAfterStep(rows, 'lost', 'in')).toEqual({ parentId: 'seals', beforeId: null });
  expect([
    positionAfterStep(rows, 'seals', 'up'),
    positionAfterStep(rows, 'query', 'down'),
    positionAfterStep(rows, 'lost', 'out'),
    positionAfterStep(rows, 'seals', 'in'),
  ]).toEqual([null, null, null, null]);
  expect(positionAfterDrop(rows, 'lost', 'apply', -1)).toEqual({ parentId: 'seals', beforeId: 'apply' });
  expect(positionAfterDrop(rows, 'apply', 'query', 1)).toEqual({ parentId: 'seals', beforeId: null });
  expect(positionAfterDrop(rows, 'apply', 'query', -1)).toEqual({ parentId: 'seals', beforeId: 'query' });
  expect(positionAfterDrop(rows, 'lost', 'seals', 0)).toEqual({ parentId: 'seals', beforeId: null });
});

it('puts a screen into the menu that is published on the way', async () => {
  const order: string[] = [];
  const save = vi.fn(async () => {
    order.push('save');
    return { id: 'm', revision: 1 };
  });
  const onClose = vi.fn();
  await renderAt(
    '/m',
    services({ save }),
    <PutInMenuDialog
      component="custom/new/list"
      name="新列表"
      prepare={async () => {
        order.push('publish');
      }}
      onClose={onClose}
    />,
    administrator,
  );
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: '放进菜单' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(order).toEqual(['publish', 'save']);
  expect(save).toHaveBeenCalledWith({
    parentId: 'office',
    roles: null,
    item: {
      name: '新列表',
      icon: 'form',
      meta: { title: '新列表', icon: 'form' },
      component: 'custom/new/list',
      path: 'new',
      showFlag: undefined,
    },
  });
});

it.each([
  { isWanted: true, order: ['publish', 'rights for everybody', 'save'] },
  { isWanted: false, order: ['publish', 'save'] },
])(
  'gives whoever sees the entry the rights to its form before it is saved, unless told not to ($isWanted)',
  async (given) => {
    const order: string[] = [];
    const onClose = vi.fn();
    const save = async () => {
      order.push('save');
      return { id: 'm', revision: 1 };
    };
    await renderAt(
      '/m',
      services({ save }),
      <PutInMenuDialog
        component="custom/new/list"
        name="新列表"
        prepare={async () => order.push('publish')}
        grant={async (roles) => void order.push(`rights for ${roles?.join() ?? 'everybody'}`)}
        onClose={onClose}
      />,
      administrator,
    );
    const dialog = await screen.findByRole('dialog');
    if (!given.isWanted) fireEvent.click(within(dialog).getByRole('checkbox', { checked: true }));
    fireEvent.click(within(dialog).getByRole('button', { name: '放进菜单' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(order).toEqual(given.order);
  },
);
