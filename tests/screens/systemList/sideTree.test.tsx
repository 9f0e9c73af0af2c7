import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { SideTree } from '../../../src/screens/systemList/SideTree.tsx';
import { fakeServices, lost, renderAt } from '../fakes.tsx';

const LEVELS: Record<string, { id: string; name: string; hasChildren?: boolean }[]> = {
  '': [{ id: 'unit', name: '试验公司', hasChildren: true }],
  unit: ['甲', '乙', '丙'].map((name) => ({ id: name, name: `${name}部` })),
};
const moved: unknown[] = [];
beforeEach(() => {
  moved.length = 0;
});

async function open(selectedId: string): Promise<void> {
  const services = fakeServices({
    request: (async ({ method, params }: { method: string; params: { parentId?: string } }) => {
      if (method !== 'POST') return LEVELS[params.parentId ?? ''] ?? [];
      moved.push(params);
      return null;
    }) as never,
  });
  const tree = { url: '/orgs', moveUrl: '/move', title: '单位和部门' } as never;
  await renderAt(
    '/system/orgManager',
    services,
    <SideTree
      tree={tree}
      selectedId={selectedId}
      refreshKey={0}
      onChoose={() => undefined}
      onMoved={() => undefined}
    />,
  );
  await screen.findByText('丙部');
}
const alt = (key: string): void => {
  fireEvent.keyDown(document.querySelector('.ant-tree input') as HTMLElement, { key, altKey: true });
};
const order = (): (string | null)[] =>
  [...document.querySelectorAll('.ant-tree-title')].map(({ textContent }) => textContent);

it('a chosen node is moved with Alt and an arrow: shown at once, and sent one after the other', async () => {
  await open('乙');
  alt('ArrowUp');
  await waitFor(() => expect(order()).toEqual(['试验公司', '乙部', '甲部', '丙部']));
  alt('ArrowDown');
  await waitFor(() => expect(order()).toEqual(['试验公司', '甲部', '乙部', '丙部']));
  alt('ArrowRight');
  await waitFor(() =>
    expect(moved).toEqual([
      { id: '乙', parentId: 'unit', beforeId: '甲' },
      { id: '乙', parentId: 'unit', beforeId: '丙' },
      { id: '乙', parentId: '甲', beforeId: null },
    ]),
  );
});

it('a node that cannot go further says so and is not sent', async () => {
  await open('甲');
  alt('ArrowUp');
  await screen.findByText('已在同级的最前面');
  expect(moved).toEqual([]);
});

it('a drop onto what lies below the dragged node says why it is refused', async () => {
  await open('');
  const at = (name: string): HTMLElement =>
    screen
      .getByText(name)
      .closest('.ant-tree-treenode')
      ?.querySelector('.ant-tree-node-content-wrapper') as HTMLElement;
  fireEvent.dragStart(screen.getByText('试验公司').closest('[draggable]') as HTMLElement);
  fireEvent.drop(at('甲部'));
  await screen.findByText('上级不能是自己或自己的下级');
  expect(moved).toEqual([]);
});

it('a node that was loaded and collapsed is loaded again after the tree was, and one that fails says so', async () => {
  const levels: typeof LEVELS = {
    ...LEVELS,
    unit: [{ id: '甲', name: '甲部', hasChildren: true }],
    甲: [{ id: '甲一', name: '甲一组' }],
  };
  let isLost = false;
  const request = async ({ params }: { params: { parentId?: string } }) => {
    if (isLost) throw lost();
    return levels[params.parentId ?? ''] ?? [];
  };
  const Page = () => {
    const [key, setKey] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setKey(key + 1)}>
          刷新
        </button>
        <SideTree
          tree={{ url: '/orgs', title: '单位和部门' } as never}
          selectedId=""
          refreshKey={key}
          onChoose={() => undefined}
          onMoved={() => undefined}
        />
      </>
    );
  };
  await renderAt('/system/orgManager', fakeServices({ request: request as never }), <Page />);
  const nodeOf = (name: string): HTMLElement => screen.getByText(name).closest('.ant-tree-treenode') as HTMLElement;
  const toggle = async (): Promise<void> => {
    // rc-tree ignores clicks until the motion of the last one has ended, here after its deadline of 500 ms
    await act(() => new Promise((done) => void setTimeout(done, 600)));
    fireEvent.click(nodeOf('甲部').querySelector('.ant-tree-switcher') as HTMLElement);
    await act(async () => undefined);
  };
  const isOpen = (): boolean => nodeOf('甲部').classList.contains('ant-tree-treenode-switcher-open');
  await screen.findByText('甲部');
  await toggle();
  await screen.findByText('甲一组');
  await toggle();
  expect(isOpen()).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: '刷新' }));
  await act(() => new Promise((done) => void setTimeout(done, 50)));
  isLost = true;
  await toggle();
  await waitFor(() => expect(screen.queryAllByText('无法连接服务器，请检查网络后重试')).not.toEqual([]));
  expect(isOpen()).toBe(false);
  isLost = false;
  await toggle();
  await screen.findByText('甲一组');
});
