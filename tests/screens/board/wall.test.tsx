import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PageContext, type Page } from '../../../src/runtime/screen/page.ts';
import { useWall } from '../../../src/screens/board/useWall.ts';

it('a wall ends when another page is shown, which keeps its own look', () => {
  const listeners = new Set<() => void>();
  const page = {
    onHidden(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Page;
  document.documentElement.dataset.theme = 'light';
  const { result } = renderHook(useWall, {
    wrapper: ({ children }) => <PageContext value={page}>{children}</PageContext>,
  });
  act(() => result.current.enter());
  expect([result.current.isWall, document.documentElement.dataset.theme]).toEqual([true, 'dark']);
  act(() => listeners.forEach((listener) => listener()));
  expect([result.current.isWall, document.documentElement.dataset.theme]).toEqual([false, 'light']);
  expect(listeners.size).toBe(0);
});
