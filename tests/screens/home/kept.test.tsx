import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useMemo, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { SituationContext } from '../../../src/runtime/contexts.ts';
import { PageContext, type Page } from '../../../src/runtime/screen/page.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ChartBlock } from '../../../src/screens/home/ChartBlock.tsx';
import { DraftPanelBlock } from '../../../src/screens/home/DraftPanelBlock.tsx';
import { GreetingBlock } from '../../../src/screens/home/GreetingBlock.tsx';
import { fakeServices, lost, renderAt, situation } from '../fakes.tsx';

afterEach(() => {
  vi.useRealTimers();
});

/** A page that stays mounted while others are shown. */
function keptPage(): { page: Page; showAgain(): void } {
  const listeners = new Set<() => void>();
  const page = {
    onShown(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Page;
  return { page, showAgain: () => act(() => listeners.forEach((listener) => listener())) };
}
const draft = {
  id: 'd1',
  formKey: 'seal',
  formName: '用印申请',
  recordId: '',
  title: '用印一',
  device: 'Chrome',
  time: Date.UTC(2026, 0, 1),
  revision: 1,
  baseRevision: null,
  formVersion: 1,
  parts: 1,
  updateTime: '2026-01-01 00:00:00',
};
const drafts = <DraftPanelBlock node={{ tag: 'draftPanel' }} path={['root']} />;

it('the drafts are those of the moment when the page is shown again', async () => {
  const { page, showAgain } = keptPage();
  let lines: (typeof draft)[] = [];
  await renderAt(
    '/',
    fakeServices({ drafts: { list: async () => lines } }),
    <PageContext value={page}>{drafts}</PageContext>,
  );
  lines = [draft];
  showAgain();
  await screen.findByText('用印一');
  lines = [];
  showAgain();
  await waitFor(() => expect(screen.queryByText('用印一')).toBeNull());
});

it('drafts that could not be loaded are not taken for none', async () => {
  let isOnline = false;
  const list = async () => {
    if (!isOnline) throw lost();
    return [draft];
  };
  await renderAt('/', fakeServices({ drafts: { list } }), drafts);
  await screen.findByText('我的草稿加载失败');
  isOnline = true;
  fireEvent.click(screen.getByRole('button', { name: /重\s*试/ }));
  await screen.findByText('用印一');
});

it('the greeting follows the time of day', async () => {
  const { page, showAgain } = keptPage();
  vi.useFakeTimers({ now: new Date(2026, 0, 2, 9), toFake: ['Date'] });
  await renderAt(
    '/',
    fakeServices({}),
    <PageContext value={page}>
      <GreetingBlock node={{ tag: 'greeting' }} path={['root']} />
    </PageContext>,
  );
  expect(screen.getByRole('heading').textContent).toBe('上午好，张三');
  vi.setSystemTime(new Date(2026, 0, 2, 16));
  showAgain();
  expect(screen.getByRole('heading').textContent).toBe('下午好，张三');
  vi.setSystemTime(new Date(2026, 0, 2, 20));
  act(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByRole('heading').textContent).toBe('晚上好，张三');
});

/** Gives its blocks the query of the address, as a page does. */
function Situated({ children }: { children: ReactNode }) {
  const { search } = useLocation();
  const own = useMemo(() => ({ ...situation, query: Object.fromEntries(new URLSearchParams(search)) }), [search]);
  return <SituationContext value={own}>{children}</SituationContext>;
}

it('a chart with a call asks again when a value of the address that it names has changed, and only then', async () => {
  const request = vi.fn<Services['request']>(async () => []);
  await renderAt(
    '/report?year=2025',
    fakeServices({ request }),
    <Situated>
      <ChartBlock node={{ tag: 'chart', url: '/sums', params: { year: '${year}' } }} path={['root']} />
      <Link to="/report?year=2025&tab=2">另一页签</Link>
      <Link to="/report?year=2026">下一年</Link>
    </Situated>,
  );
  const years = (): unknown[] => request.mock.calls.map(([{ params }]) => params);
  expect(years()).toEqual([{ year: '2025' }]);
  fireEvent.click(screen.getByText('另一页签'));
  fireEvent.click(screen.getByText('下一年'));
  await waitFor(() => expect(years()).toEqual([{ year: '2025' }, { year: '2026' }]));
});
