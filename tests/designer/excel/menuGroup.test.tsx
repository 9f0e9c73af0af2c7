import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { MenuGroupChoice } from '../../../src/designer/excel/MenuGroupChoice.tsx';
import { fakeServices, lost, renderAt } from '../../screens/fakes.tsx';

const group = (id: string, parentId: string | null) => ({
  id,
  parentId,
  roles: null,
  isRemoved: false,
  item: { name: `第${id}级`, path: id, component: parentId === null ? 'Layout' : 'ParentView' },
});
const LEVELS = ['1', '2', '3', '4', '5'];

it('offers the groups that may hold a page, and says when the menu could not be loaded', async () => {
  const entries = LEVELS.map((id, index) => group(id, LEVELS[index - 1] ?? null));
  const all = vi.fn().mockRejectedValueOnce(lost()).mockResolvedValue({ entries, roles: [] });
  const services = { ...fakeServices({ screens: { list: async () => [] } }), menus: { all } };
  const onChange = vi.fn();
  await renderAt('/m', services as never, <MenuGroupChoice parentId="4" onChange={onChange} />);
  await screen.findByText(/^菜单未能读取/);
  fireEvent.click(document.querySelector('[data-action="retry"]') as Element);
  await waitFor(() => expect(screen.queryByText(/^菜单未能读取/)).toBeNull());
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '菜单的上级' }));
  for (const level of ['1', '2', '3', '4'])
    await waitFor(() => {
      const closed = document.querySelector('.ant-select-tree-switcher_close');
      if (closed) fireEvent.click(closed);
      expect(document.querySelector(`.ant-select-tree [title="第${level}级"]`)).not.toBeNull();
    });
  expect(document.querySelector('.ant-select-tree-switcher_close')).toBeNull();
  expect(document.querySelector('.ant-select-tree [title="第5级"]')).toBeNull();
});
