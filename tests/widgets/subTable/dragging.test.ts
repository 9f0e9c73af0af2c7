import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startDrag } from '../../../src/widgets/subTable/grid/input/startDrag.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.elementFromPoint = () => null;
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

const box = (top: number, bottom: number) => () => ({
  top,
  bottom,
  left: 0,
  right: 800,
  width: 800,
  height: bottom - top,
  x: 0,
  y: top,
  toJSON: () => ({}),
});

/**
 * A page of 600 px whose grid reaches from `top` to `bottom`; answers by how much it scrolled the page while the
 * pointer rested at `y`.
 */
function rest(top: number, bottom: number, y: number): number {
  const page = document.createElement('div');
  page.style.overflowY = 'auto';
  Object.defineProperties(page, { scrollHeight: { value: 2000 }, clientHeight: { value: 600 } });
  page.getBoundingClientRect = box(0, 600);
  const grid = document.createElement('div');
  grid.getBoundingClientRect = box(top, bottom);
  page.append(grid);
  document.body.append(page);
  let moved = 0;
  page.scrollBy = ((_x: number, by: number) => {
    moved += by;
  }) as typeof page.scrollBy;
  grid.scrollBy = (() => undefined) as typeof grid.scrollBy;
  startDrag({ scroller: grid, onOver: () => undefined, onEnd: () => undefined });
  document.dispatchEvent(new MouseEvent('pointermove', { clientX: 100, clientY: y }));
  vi.advanceTimersByTime(100);
  document.dispatchEvent(new MouseEvent('mouseup'));
  vi.advanceTimersByTime(500);
  return moved;
}

describe('a drag at the edge of the page', () => {
  test.each([
    [200, 1100, 590, 80],
    [-500, 1100, 5, -80],
    [200, 1100, 300, 0],
    [200, 580, 590, 0],
    [200, 1100, 5, 0],
  ])('over a grid from %i to %i, with the pointer at %i, scrolls the page by %i', (top, bottom, y, by) =>
    expect(rest(top, bottom, y)).toBe(by),
  );
});
