import { describe, expect, it } from 'vitest';
import { layOut, type Box, type LayoutEdge, type LayoutNode, type Point } from '../../../src/domain/bpmn/index.ts';

const node = (id: string, more: Partial<LayoutNode> = {}): LayoutNode => ({
  id,
  size: { width: 100, height: 80 },
  nameHeight: 0,
  isStart: false,
  host: null,
  ...more,
});
const edges = (...pairs: string[]): LayoutEdge[] =>
  pairs.map((pair) => {
    const [source = '', target = ''] = pair.split('>');
    return { id: pair, source, target };
  });
const boxOf = (boxes: ReadonlyMap<string, Box>, id: string): Box => boxes.get(id) as Box;

/** Does a line run through the inside of a box? Its pieces are level or upright. */
const crosses = (points: readonly Point[], { x, y, width, height }: Box): boolean =>
  points.slice(1).some((to, index) => {
    const from = points[index] as Point;
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    return left < x + width - 1 && right > x + 1 && top < y + height - 1 && bottom > y + 1;
  });

describe('the picture of a process', () => {
  it('leads an empty branch around the task of the other one', () => {
    const all = ['s', 'g', 'task', 'e'].map((id) => node(id, { isStart: id === 's' }));
    for (const order of [edges('s>g', 'g>task', 'g>e', 'task>e'), edges('s>g', 'g>e', 'g>task', 'task>e')]) {
      const { boxes, lines } = layOut(all, order);
      expect(crosses(lines.get('g>e') as Point[], boxOf(boxes, 'task'))).toBe(false);
    }
  });

  it('puts nothing on top of anything else, nor left of or above its corner', () => {
    const all = ['s', 'a', 'b', 'c', 'd', 'e'].map((id) => node(id, { isStart: id === 's' }));
    const { boxes, lines, size } = layOut(all, edges('s>a', 's>b', 's>c', 'a>d', 'b>d', 'c>e', 'd>e', 'd>a'));
    const list = [...boxes.values()];
    for (const [index, one] of list.entries())
      for (const other of list.slice(index + 1))
        expect(
          one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y,
        ).toBe(true);
    for (const { x, y } of [...list, ...[...lines.values()].flat()]) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x <= size.width && y <= size.height).toBe(true);
    }
    // the way back runs below everything
    expect(Math.max(...(lines.get('d>a') as Point[]).map(({ y }) => y))).toBeGreaterThan(
      Math.max(...list.map(({ y, height }) => y + height)),
    );
  });

  it('puts events on the lower edge of what they stand on, beside each other', () => {
    const small = { width: 36, height: 36 };
    const { boxes } = layOut(
      [
        node('s', { isStart: true }),
        node('a'),
        node('t1', { host: 'a', size: small }),
        node('t2', { host: 'a', size: small }),
      ],
      edges('s>a'),
    );
    const [host, one, two] = [boxOf(boxes, 'a'), boxOf(boxes, 't1'), boxOf(boxes, 't2')];
    expect([one.y, two.y]).toEqual([host.y + host.height - 20, host.y + host.height - 20]);
    expect(two.x + two.width).toBeLessThan(one.x);
  });

  it('lays out a chain of thousands of nodes without running out of stack', () => {
    const ids = Array.from({ length: 5_000 }, (_none, index) => `n${index}`);
    const chain = ids.slice(1).map((id, index) => ({ id: `e${index}`, source: ids[index] as string, target: id }));
    expect(
      layOut(
        ids.map((id) => node(id)),
        chain,
      ).boxes.size,
    ).toBe(5_000);
  });
});
