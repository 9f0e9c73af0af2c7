import axe from 'axe-core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { NodeList } from '../../src/runtime/node/NodeView.tsx';
import { frame, NAME, COUNT, session, show } from '../runtime/support.tsx';
import { Around, fakeServices, settle } from './support.tsx';

const OFF = {
  'color-contrast': { enabled: false },
  region: { enabled: false },
  'page-has-heading-one': { enabled: false },
  'heading-order': { enabled: false },
};
const field = (key: string, label: string) => ({ ...NAME, __vModel__: key, label });

const EVERYTHING = [
  { tag: 'sTitle', label: '基本信息', __vModel__: 'top' },
  {
    tag: 'row',
    gutter: 8,
    children: [
      { ...field('a', '甲'), span: 12 },
      { ...field('b', '乙'), span: 12 },
    ],
  },
  { tag: 'el-card', label: '卡片', children: [field('c', '丙')] },
  {
    tag: 'el-tabs',
    children: [
      { label: '一', children: [field('d', '丁')] },
      { label: '二', children: [field('e', '戊')] },
    ],
  },
  { tag: 'el-collapse', children: [{ label: '更多', children: [field('f', '己')] }] },
];

describe('a form of all containers', () => {
  test('shows every field in its place, and has no accessibility fault', async () => {
    const container = await show(session({ fields: EVERYTHING }));
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) expect(frame(key)).not.toBeNull();
    expect(frame('c')?.closest('section')?.getAttribute('aria-labelledby')).toBe(screen.getByText('卡片').id);
    const { violations } = await axe.run(container, { rules: OFF });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  }, 30_000);

  test('a section title can be linked to by its name (FT-007)', async () => {
    await show(session({ fields: EVERYTHING }));
    expect(document.getElementById('top')?.textContent).toBe('基本信息');
  });

  test('a folded panel opens for a jump to a problem inside', async () => {
    const form = session({ fields: EVERYTHING });
    await show(form);
    fireEvent.click(screen.getByText('更多'));
    await settle(20);
    expect(screen.getByText('更多').closest('[aria-expanded]')?.getAttribute('aria-expanded')).toBe('false');
    act(() => form.focusProblem(['f']));
    await settle(20);
    expect(screen.getByText('更多').closest('[aria-expanded]')?.getAttribute('aria-expanded')).toBe('true');
  });

  test('fields nested in containers reach the record like any other', async () => {
    const form = session({ fields: EVERYTHING });
    form.setValue('f', '值');
    expect(form.toRecord().fieldsMap).toMatchObject({ f: '值' });
  });
});

describe('blocks of a screen', () => {
  const put = (...nodes: object[]): void => {
    render(
      <Around services={fakeServices()}>
        <NodeList path={['root']} nodes={nodes as never} />
      </Around>,
    );
  };

  test('a page has its title as a heading below that of the layout', () => {
    put({ tag: 'page', title: '用印管理', children: [{ tag: 'text', text: '说明', level: 3 }] });
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('用印管理');
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('说明');
  });

  test('panes of a screen are mounted when first opened', async () => {
    put({
      tag: 'tabs',
      items: [
        { key: 'a', label: '列表', children: [{ tag: 'text', text: '列表内容' }] },
        { key: 'b', label: '统计', children: [{ tag: 'text', text: '统计内容' }] },
      ],
    });
    fireEvent.click(await screen.findByRole('tab', { name: '统计' }, { timeout: 10_000 }));
    expect(screen.getByText('统计内容')).toBeDefined();
  }, 20_000);

  test('a result says what happened and where to go', () => {
    put({
      tag: 'result',
      status: '404',
      title: '页面不存在',
      subTitle: '请检查地址',
      action: { label: '返回首页', to: '/index' },
    });
    expect(screen.getByRole('link', { name: '返回首页' }).getAttribute('href')).toBe('#/index');
  });

  test('a node that could not be imported keeps its place and its name', () => {
    put({ tag: 'placeholder', sourceTag: 'el-rate', label: '评分', __vModel__: 'rate', source: {} });
    expect(document.querySelector('[data-placeholder="el-rate"]')?.textContent).toContain('评分');
  });
});

test('a column of the grid is as wide as its span says', async () => {
  await show(session({ fields: [{ ...COUNT, span: 6, style: { width: 120, position: 'fixed' } }] }));
  expect(frame('count')?.style.getPropertyValue('--span')).toBe('6');
  const control = frame('count')?.querySelector<HTMLElement>('.sf-control');
  expect([control?.style.width, control?.style.position]).toEqual(['120px', '']);
});
