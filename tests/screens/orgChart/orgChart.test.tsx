import { fireEvent, screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it, vi } from 'vitest';
import type { Services } from '../../../src/runtime/services/services.ts';
import { OrgChartBlock } from '../../../src/screens/orgChart/OrgChartBlock.tsx';
import { fakeServices, renderAt } from '../fakes.tsx';

const TREE = [
  {
    id: 'u1',
    name: '检测公司',
    type: 'unit' as const,
    children: [
      {
        id: 'd1',
        name: '检测一部',
        type: 'dept' as const,
        children: [{ id: 'd11', name: '材料组', type: 'dept' as const }],
      },
      { id: 'd2', name: '综合部', type: 'dept' as const },
    ],
  },
];

it('never shows the people of one unit under the name of another', async () => {
  const search = vi.fn(async (_text: string, _page: unknown, org?: string) => {
    if (org === 'd2') throw new Error('断网');
    return { list: [{ id: 'p1', showName: '王芳', deptName: '检测一部' }], total: 12 };
  });
  const services = {
    ...fakeServices({}),
    orgs: { tree: () => Promise.resolve(TREE) },
    users: { search },
  } as unknown as Services;
  const { container } = await renderAt('/org', services, <OrgChartBlock node={{ tag: 'orgChart' }} path={[]} />);
  fireEvent.click(container.querySelector('[data-org="d1"]') as HTMLElement);
  await screen.findByText('王芳');
  fireEvent.click(container.querySelector('[data-org="d2"]') as HTMLElement);
  expect(screen.queryByText('王芳')).toBeNull();
  await screen.findByText('人员加载失败');
  expect(screen.getByRole('region', { name: '综合部的人员' }).textContent).not.toMatch(/12 人|王芳/);
});

it('a branch with hits of a search can be folded, and is open again at the next search', async () => {
  const services = { ...fakeServices({}), orgs: { tree: () => Promise.resolve(TREE) } } as unknown as Services;
  const { container } = await renderAt('/org', services, <OrgChartBlock node={{ tag: 'orgChart' }} path={[]} />);
  const box = screen.getByLabelText('查找单位、部门');
  fireEvent.change(box, { target: { value: '材料' } });
  fireEvent.click(screen.getByRole('button', { name: '收起检测一部的下级' }));
  expect(container.querySelector('[data-org="d11"]')).toBeNull();
  fireEvent.change(box, { target: { value: '材料组' } });
  expect(container.querySelector('[data-org="d11"]')).not.toBeNull();
});

it('opens and closes by its buttons, finds what is deep, and lists the people of who was chosen', async () => {
  const search = vi.fn(async () => ({ list: [{ id: 'p1', showName: '王芳', deptName: '检测一部' }], total: 3 }));
  const services = {
    ...fakeServices({}),
    orgs: { tree: () => Promise.resolve(TREE) },
    users: { search },
  } as unknown as Services;
  const { container } = await renderAt('/org', services, <OrgChartBlock node={{ tag: 'orgChart' }} path={[]} />);
  expect(await screen.findByRole('button', { name: /综合部/ })).toBeDefined();
  expect(screen.queryByText(/材料组/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '展开检测一部的下级' }));
  expect(screen.getByText(/材料组/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '收起检测公司的下级' }));
  expect(screen.queryByText(/综合部/)).toBeNull();
  fireEvent.change(screen.getByLabelText('查找单位、部门'), { target: { value: '材料' } });
  expect(container.querySelector('[data-hit="true"]')?.textContent).toContain('材料组');
  fireEvent.click(container.querySelector('[data-org="d1"]') as HTMLElement);
  expect(await screen.findByText('王芳')).toBeDefined();
  expect(search).toHaveBeenCalledWith('', { pageNum: 1, pageSize: 60 }, 'd1');
  expect(screen.getByText('还有 2 人')).toBeDefined();
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
});
