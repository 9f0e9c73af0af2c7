import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createRegistry } from '../../../src/kernel/registry.ts';
import type { Faces } from '../../../src/runtime/node/faces.ts';
import { Panel } from '../../../src/screens/home/Panel.tsx';
import { screensPlugin } from '../../../src/screens/plugin.ts';

interface Sized {
  heightOf?(node: object): number;
}
const heightOf = (
  tag: 'taskPanel' | 'noticePanel' | 'linkPanel' | 'chart' | 'draftPanel' | 'list',
  node: object,
): number | undefined =>
  (createRegistry<Faces>([screensPlugin]).widget(tag)?.faces.block as Sized | undefined)?.heightOf?.({ tag, ...node });

test('a block of the home page says how high it will be before its code is there; one that may stay away takes nothing', () => {
  expect([
    heightOf('taskPanel', { count: 6 }),
    heightOf('noticePanel', {}),
    heightOf('taskPanel', { count: 5 }),
  ]).toEqual([326, 326, 283]);
  expect([heightOf('linkPanel', { count: 12 }), heightOf('linkPanel', { count: 11 })]).toEqual([301, 301]);
  expect([heightOf('chart', { height: 260 }), heightOf('draftPanel', {}), heightOf('list', {})]).toEqual([
    329,
    0,
    undefined,
  ]);
});

test('a card keeps its height and is busy until its rows are there', () => {
  const card = (load: Parameters<typeof Panel<string>>[0]['load']) => (
    <MemoryRouter>
      <Panel title="我的待办" height={326} load={load} onRetry={() => undefined}>
        {(text) => <p>{text}</p>}
      </Panel>
    </MemoryRouter>
  );
  const view = render(card({ state: 'loading', value: undefined }));
  const section = screen.getByLabelText('我的待办');
  expect([section.getAttribute('aria-busy'), section.style.getPropertyValue('--sc-height')]).toEqual(['true', '326px']);
  view.rerender(card({ state: 'ready', value: '三件' }));
  expect([section.getAttribute('aria-busy'), section.style.getPropertyValue('--sc-height')]).toEqual([
    'false',
    '326px',
  ]);
});
