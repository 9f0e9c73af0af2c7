import { act, render } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useReportPageViews } from '../../src/app/routes/useReportPageViews.ts';
import { createRegistry } from '../../src/kernel/index.ts';
import { RuntimeProvider } from '../../src/runtime/Provider.tsx';
import type { Services } from '../../src/runtime/services/services.ts';
import { fakeServices, situation } from '../screens/fakes.tsx';

type Told = readonly { page: string; views: number }[];
let told: Told[];
let isAway: boolean;
const walk: { go(to: string): void } = { go: () => undefined };

function Pages() {
  useReportPageViews();
  const navigate = useNavigate();
  useEffect(() => {
    walk.go = (to) => void navigate(to);
  }, [navigate]);
  return null;
}

const open = () => {
  const services = {
    ...fakeServices({}),
    system: {
      reportPageViews: async (pages: Told) => {
        if (isAway) throw new Error('away');
        told.push(pages);
      },
    },
  } as unknown as Services;
  render(
    <MemoryRouter initialEntries={['/index?a=1']}>
      <RuntimeProvider registry={createRegistry([])} services={services} situation={situation}>
        <Pages />
      </RuntimeProvider>
    </MemoryRouter>,
  );
};
const minute = () => act(() => vi.advanceTimersByTimeAsync(60_000));

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  isAway = false;
});
afterEach(() => vi.useRealTimers());

test('pages are counted by their path and told once a minute, and nothing is told where nothing was opened', async () => {
  open();
  act(() => walk.go('/mail/inbox?box=in'));
  act(() => walk.go('/index'));
  expect(told).toEqual([]);
  await minute();
  expect(told).toEqual([
    [
      { page: '/index', views: 2 },
      { page: '/mail/inbox', views: 1 },
    ],
  ]);
  await minute();
  expect(told).toHaveLength(1);
});

test('what could not be told is told the next time', async () => {
  isAway = true;
  open();
  await minute();
  isAway = false;
  act(() => walk.go('/mail/inbox'));
  await minute();
  expect(told).toEqual([
    [
      { page: '/index', views: 1 },
      { page: '/mail/inbox', views: 1 },
    ],
  ]);
});
