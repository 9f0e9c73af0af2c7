import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useColumnLayout } from '../../../src/widgets/subTable/useColumnLayout.ts';

beforeEach(() => localStorage.clear());

const NONE: readonly never[] = [];

test('a column that was made wider just before its page is left is as wide on return', () => {
  const first = renderHook(() => useColumnLayout(NONE, 'table'));
  act(() => first.result.current.resize('name', 240));
  first.unmount();
  expect(JSON.parse(localStorage.getItem('table') ?? 'null')).toEqual({ widths: { name: 240 } });
  const second = renderHook(() => useColumnLayout(NONE, 'table'));
  expect(second.result.current.isCustomized).toBe(true);
  act(() => second.result.current.resetLayout());
  second.unmount();
  expect(localStorage.getItem('table')).toBeNull();
});
