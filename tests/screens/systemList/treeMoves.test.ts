import { describe, expect, it } from 'vitest';
import {
  positionOfDrop,
  isAtOrBelow,
  moveNode,
  positionOfStep,
  withChildren,
  type TreeItem,
} from '../../../src/screens/systemList/treeMoves.ts';

const item = (key: string, children: TreeItem[] = []): TreeItem => ({
  key,
  title: key,
  isLeaf: children.length === 0,
  ...(children.length > 0 ? { children } : {}),
});
const TREE = [item('unit', [item('a', [item('a1'), item('a2')]), item('b'), item('c')])];

describe('a node of the tree beside a list', () => {
  it('is dropped into, before and after another one', () => {
    expect(positionOfDrop(TREE, 'b', 'into')).toEqual({ parentId: 'b', beforeId: null });
    expect(positionOfDrop(TREE, 'a', 'first')).toEqual({ parentId: 'a', beforeId: 'a1' });
    expect(positionOfDrop(TREE, 'b', 'first')).toEqual({ parentId: 'b', beforeId: null });
    expect(positionOfDrop(TREE, 'b', 'before')).toEqual({ parentId: 'unit', beforeId: 'b' });
    expect(positionOfDrop(TREE, 'b', 'after')).toEqual({ parentId: 'unit', beforeId: 'c' });
    expect(positionOfDrop(TREE, 'c', 'after')).toEqual({ parentId: 'unit', beforeId: null });
    expect(positionOfDrop(TREE, 'unit', 'before')).toEqual({ parentId: null, beforeId: 'unit' });
    expect(positionOfDrop(TREE, 'nothing', 'before')).toBeNull();
  });

  it.each([
    ['b', 'up', { parentId: 'unit', beforeId: 'a' }],
    ['b', 'down', { parentId: 'unit', beforeId: null }],
    ['a', 'down', { parentId: 'unit', beforeId: 'c' }],
    ['b', 'in', { parentId: 'a', beforeId: null }],
    ['a1', 'out', { parentId: 'unit', beforeId: 'b' }],
    ['c', 'down', '已在同级的最后面'],
    ['a', 'up', '已在同级的最前面'],
    ['a', 'in', '前面没有同级，不能移入'],
    ['unit', 'out', '已在最上级'],
    ['', 'up', '请先选择要移动的一项'],
  ] as const)('%s goes one step %s by the keyboard, or is told why not', (key, step, place) => {
    expect(positionOfStep(TREE, key, step)).toEqual(place);
  });

  it('is shown where it goes before the server has answered', () => {
    const names = (nodes: readonly TreeItem[]): unknown[] =>
      nodes.map(({ key, children }) => (children && children.length > 0 ? [key, names(children)] : key));
    expect(names(moveNode(TREE, 'c', { parentId: 'unit', beforeId: 'a' }))).toEqual([
      ['unit', ['c', ['a', ['a1', 'a2']], 'b']],
    ]);
    expect(names(moveNode(TREE, 'a', { parentId: 'b', beforeId: null }))).toEqual([
      ['unit', [['b', [['a', ['a1', 'a2']]]], 'c']],
    ]);
    expect(names(moveNode(TREE, 'a1', { parentId: null, beforeId: null }))).toEqual([
      ['unit', [['a', ['a2']], 'b', 'c']],
      'a1',
    ]);
    // what a closed part holds is not known: it is read when it opens
    const closed = [item('x'), { key: 'y', title: 'y', isLeaf: false }];
    expect(moveNode(closed, 'x', { parentId: 'y', beforeId: null })).toEqual([{ key: 'y', title: 'y', isLeaf: false }]);
  });

  it('is known to lie below another one', () => {
    expect(isAtOrBelow(TREE, 'a1', 'a')).toBe(true);
    expect(isAtOrBelow(TREE, 'a', 'a')).toBe(true);
    expect(isAtOrBelow(TREE, 'b', 'a')).toBe(false);
    expect(isAtOrBelow(withChildren(TREE, 'b', [item('b1')]), 'b1', 'b')).toBe(true);
  });
});
