import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CanvasDoc, RawNode } from '../../../src/designer/canvas/model/nodes.ts';
import { useDebouncedName } from '../../../src/designer/canvas/properties/useDebouncedName.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const node = (label: string, more: object = {}): RawNode => ({
  tag: 'el-input',
  __vModel__: `key_${label}`,
  label,
  ...more,
});
const docOf = (one: RawNode): CanvasDoc => ({ fields: [one] });

const docs = new Map<RawNode, CanvasDoc>();

it('the editors of other keys see a name when it is typed, and everything else at once', () => {
  const first = node('名');
  docs.set(first, docOf(first));
  const { result, rerender } = renderHook(({ shown }) => useDebouncedName(docs.get(shown) as CanvasDoc, shown), {
    initialProps: { shown: first },
  });
  const show = (shown: RawNode): void => {
    docs.set(shown, docs.get(shown) ?? docOf(shown));
    rerender({ shown });
  };
  const [two, three] = [node('名称'), node('名称一')];
  show(two);
  act(() => void vi.advanceTimersByTime(200));
  show(three);
  act(() => void vi.advanceTimersByTime(200));
  expect(result.current.node).toBe(first);
  expect(result.current.doc.fields[0]).toBe(first);
  act(() => void vi.advanceTimersByTime(200));
  expect(result.current.node).toBe(three);
  expect(result.current.doc.fields[0]).toBe(three);

  const required = node('名称一', { required: true });
  show(required);
  expect(result.current.node).toBe(required);
  // named and changed in one go, as undo does
  const back = node('名');
  show(back);
  expect(result.current.node).toBe(back);
});
