import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDownloads } from '../../src/session/downloads.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('without a known size the bar rises by 1 every 100 ms up to 99, shows 100 at the end and goes (DU-001, DU-002, EN-014)', () => {
  const { state, begin } = createDownloads();
  expect(state.downloading).toBe(false);
  const shown = begin('报告.pdf', () => undefined);
  expect(state).toMatchObject({ downloading: true, list: [{ name: '报告.pdf', percent: 0 }] });
  vi.advanceTimersByTime(1000);
  expect(state.list[0]?.percent).toBe(10);
  shown.progress(5_000_000);
  vi.advanceTimersByTime(60_000);
  expect(state.list[0]?.percent).toBe(99);
  shown.end(true);
  expect(state.list[0]?.percent).toBe(100);
  vi.advanceTimersByTime(1000);
  expect(state).toEqual({ downloading: false, list: [] });
});

test('with a known size the bar shows what came, never goes back, and is full only at the end', () => {
  const { state, begin } = createDownloads();
  const shown = begin('a.zip', () => undefined);
  vi.advanceTimersByTime(500);
  shown.progress(40, 100);
  vi.advanceTimersByTime(5000);
  expect(state.list[0]?.percent).toBe(40);
  shown.progress(10, 100);
  expect(state.list[0]?.percent).toBe(40);
  shown.progress(100, 100);
  expect(state.list[0]?.percent).toBe(99);
});

test('a download that failed or was cancelled is gone at once; the page stays blocked while another runs', () => {
  const { state, begin, cancel } = createDownloads();
  const cancelled = vi.fn();
  const first = begin('a', cancelled);
  const second = begin('b', () => undefined);
  cancel(state.list[0]?.id ?? 0);
  expect(cancelled).toHaveBeenCalledOnce();
  first.end(false);
  expect(state).toMatchObject({ downloading: true, list: [{ name: 'b' }] });
  second.end(false);
  expect(state.downloading).toBe(false);
});
