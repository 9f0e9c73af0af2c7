import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import axe from 'axe-core';
import { toBlob } from 'html-to-image';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDatasetCalls } from '../../../src/api/datasets.ts';
import type { Http } from '../../../src/api/http/client.ts';
import { formTopic } from '../../../src/domain/formTopic.ts';
import type { BoardNode } from '../../../src/grammar/nodes.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { BoardBlock } from '../../../src/screens/board/BoardBlock.tsx';
import { screensPlugin } from '../../../src/screens/plugin.ts';
import { fakeServices, renderAt } from '../fakes.tsx';

vi.mock('html-to-image', () => ({ toBlob: vi.fn(async () => new Blob(['PNG'])) }));

/** Eight blocks over one dataset. */
const board: BoardNode = {
  tag: 'board',
  title: '经营看板',
  refresh: 60,
  children: Array.from({ length: 8 }, (_block, index) => ({
    tag: 'ranking',
    dataset: 'a/b',
    title: `排行${index + 1}`,
    count: 5,
  })),
};

function prepare() {
  const send = vi.fn(async ({ body }: { body: { questions: { datasetKey: string }[] } }) =>
    body.questions.map(({ datasetKey }) => ({
      datasetKey,
      formKey: 'contract',
      name: '合同额',
      maySee: true,
      groups: [{ key: 'dept', label: '部门', by: null }],
      figures: [{ key: 'amount', label: '金额', isMeasure: true }],
      rows: [{ keys: ['d1'], labels: ['一部'], values: [String(send.mock.calls.length)] }],
      total: 1,
    })),
  );
  const listeners = new Map<string, Set<() => void>>();
  const services = {
    ...fakeServices({}),
    datasets: createDatasetCalls({ send } as unknown as Http, async () => true),
    serverEvents: {
      on(topic: string, listener: () => void) {
        const own = listeners.get(topic) ?? new Set();
        listeners.set(topic, own.add(listener));
        return () => own.delete(listener);
      },
    },
  } as unknown as Services;
  const tell = (formKey: string): void => listeners.get(formTopic(formKey))?.forEach((listener) => listener());
  return { services, send, tell };
}

const pass = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

beforeEach(() => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ranked = (): Element[] => [...document.querySelectorAll('.sc-ranking li')];

async function opened() {
  const prepared = prepare();
  // the first use of a block downloads it
  await import('../../../src/screens/figures/RankingBlock.tsx');
  const view = await renderAt('/board', prepared.services, <BoardBlock node={board} path={[]} />, undefined, [
    screensPlugin,
  ]);
  for (let turn = 0; turn < 40 && ranked().length < 8; turn += 1) await pass(50);
  expect(ranked()).toHaveLength(8);
  await pass(100);
  return { ...prepared, view };
}

it('eight blocks over one dataset ask once, and once again by the clock', async () => {
  const { send } = await opened();
  expect(send.mock.calls.map(([{ body }]) => body.questions.length)).toEqual([1]);
  await pass(58_000);
  expect(send).toHaveBeenCalledTimes(1);
  await pass(4_000);
  expect(send).toHaveBeenCalledTimes(2);
  expect(screen.getAllByText('2', { exact: false }).length).toBeGreaterThan(0);
});

it('news of the form that is counted lead to one question, however many records are written; of another form to none', async () => {
  const { send, tell } = await opened();
  tell('invoice');
  await pass(12_000);
  expect(send).toHaveBeenCalledTimes(1);
  for (let written = 0; written < 5; written += 1) tell('contract');
  await pass(2_000);
  expect(send).toHaveBeenCalledTimes(2);
  // a second later: the board does not ask again before ten seconds are over
  tell('contract');
  await pass(5_000);
  expect(send).toHaveBeenCalledTimes(2);
  await pass(6_000);
  expect(send).toHaveBeenCalledTimes(3);
});

it('a hidden page asks nothing, and once when it is looked at again', async () => {
  const { send } = await opened();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(200_000);
  expect(send).toHaveBeenCalledTimes(1);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(100);
  expect(send).toHaveBeenCalledTimes(2);
  visibility.mockRestore();
});

it('the wall is dark, leaves by Esc and gives the page its look back', async () => {
  const { view, send } = await opened();
  document.documentElement.dataset.theme = 'light';
  fireEvent.click(screen.getByRole('button', { name: /大屏$/ }));
  const place = screen.getByRole('region', { name: '经营看板' });
  expect([place.dataset.board, document.documentElement.dataset.theme]).toEqual(['wall', 'dark']);
  // the blocks go on as they are
  await pass(200);
  expect([ranked().length, send.mock.calls.length]).toEqual([8, 1]);
  vi.useRealTimers();
  const { violations } = await axe.run(view.container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  fireEvent.keyDown(window, { key: 'Escape' });
  expect([place.dataset.board, document.documentElement.dataset.theme]).toEqual(['page', 'light']);
});

it('the link holds what is filtered', async () => {
  const written = vi.fn(async (_text: string) => undefined);
  vi.stubGlobal('navigator', { ...window.navigator, clipboard: { writeText: written } });
  await opened();
  fireEvent.click(screen.getByRole('button', { name: '复制链接' }));
  await pass(10);
  expect(written.mock.calls[0]?.[0]).toBe(window.location.href);
});

it('is saved as a picture under its title, all of it and twice as fine, without its buttons', async () => {
  await import('../../../src/screens/board/renderPicture.ts');
  await opened();
  const place = screen.getByRole('region', { name: '经营看板' });
  vi.spyOn(place, 'scrollHeight', 'get').mockReturnValue(3000);
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  fireEvent.click(screen.getByRole('button', { name: '导出为图片' }));
  for (let turn = 0; turn < 40 && saved.length === 0; turn += 1) await pass(50);
  expect(saved).toEqual(['经营看板.png']);
  const [drawn, how] = vi.mocked(toBlob).mock.calls[0] ?? [];
  expect([drawn, how?.pixelRatio, (how?.height ?? 0) >= 3000]).toEqual([place, 2, true]);
  const isDrawn = (found: string): boolean | undefined => how?.filter?.(place.querySelector(found) as HTMLElement);
  expect([isDrawn('.sc-dash-tools'), isDrawn('.sc-ranking')]).toEqual([false, true]);
});

it('a wall that is too low for all blocks shows some, and the others on the page that is turned to', async () => {
  const heights = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400);
  const tops = vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function top(this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 400;
  });
  const room = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(1700);
  try {
    await opened();
    fireEvent.click(screen.getByRole('button', { name: /大屏$/ }));
    await pass(100);
    const grid = document.querySelector('[data-board] > .sf-grid') as HTMLElement;
    const shown = (): number[] =>
      [...grid.children].flatMap((item, index) => ((item as HTMLElement).dataset.away ? [] : [index]));
    const first = shown();
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(8);
    const seen = new Set(first);
    const count = Number(document.querySelector('[data-wall-page]')?.textContent?.split('/')[1]);
    for (let page = 2; page <= count; page += 1) {
      fireEvent.click(document.querySelector('[data-action="nextWallPage"]') as Element);
      await pass(100);
      for (const index of shown()) seen.add(index);
    }
    expect(seen.size).toBe(8);
    fireEvent.keyDown(window, { key: 'Escape' });
    await pass(100);
    expect(shown()).toHaveLength(8);
  } finally {
    for (const spy of [heights, tops, room]) spy.mockRestore();
  }
});
