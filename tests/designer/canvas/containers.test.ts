import { describe, expect, it } from 'vitest';
import { addItem, addPane, moveTo, moveIntoNeighbour } from '../../../src/designer/canvas/model/designActions.ts';
import { createDesign, type Design } from '../../../src/designer/canvas/model/design.ts';
import { findNode, moveByOne, moveInto, moveNodes } from '../../../src/designer/canvas/model/edits.ts';
import {
  idOf,
  isObject,
  nodeAt,
  walk,
  type CanvasDoc,
  type RawNode,
} from '../../../src/designer/canvas/model/nodes.ts';
import { newPane } from '../../../src/designer/canvas/model/newPane.ts';
import { screenNotation } from '../../../src/designer/canvas/model/screenNotation.ts';
import { SCREEN_PALETTE } from '../../../src/designer/canvas/model/screenPalette.ts';
import { parseScreenDefinition } from '../../../src/importer/index.ts';
import { createVocabulary } from '../../../src/kernel/index.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';

const vocabulary = createVocabulary(definitions);
const word = (text: string): RawNode => ({ tag: 'text', text });

/** A block of every kind that holds others, with one block inside each list of theirs. */
const CONTAINERS: readonly { name: string; node: RawNode; lists: readonly (string | number)[][] }[] = [
  { name: 'row', node: { tag: 'row', children: [word('内')] }, lists: [['children']] },
  { name: 'card', node: { tag: 'el-card', children: [word('内')] }, lists: [['children']] },
  {
    name: 'tabs',
    node: {
      tag: 'tabs',
      items: [
        { key: 'tab1', label: '一', children: [word('内')] },
        { key: 'tab2', label: '二', children: [] },
      ],
    },
    lists: [
      ['items', 0, 'children'],
      ['items', 1, 'children'],
    ],
  },
  {
    name: 'desk',
    node: { tag: 'desk', items: [{ key: 'card1', label: '一', children: [word('内')] }] },
    lists: [['items', 0, 'children']],
  },
  { name: 'record page', node: { tag: 'detail', formKey: 'car', children: [word('内')] }, lists: [['children']] },
];

const pageOf = (...children: RawNode[]): Design =>
  createDesign({
    text: JSON.stringify({ screenKey: 'custom/a/page', title: '甲', root: { tag: 'board', children } }),
    notation: screenNotation(vocabulary, { screenKey: 'custom/a/page', title: '甲' }),
  });
const at = (doc: CanvasDoc, path: readonly (string | number)[]): RawNode => nodeAt(doc, [...path]) as RawNode;
const faultsOf = (design: Design) =>
  parseScreenDefinition(JSON.parse(design.get().text), vocabulary).problems.filter(({ level }) => level === 'error');
const blocks = (doc: CanvasDoc): string[] => [...walk(doc)].map(({ node }) => String(node.text ?? node.tag)).toSorted();

describe('blocks of a page move between containers', () => {
  for (const { name, node, lists } of CONTAINERS)
    for (const list of lists)
      it(`into ${name} (${list.join('.')}) and out again; undo and redo go the same way`, () => {
        const design = pageOf(word('甲'), structuredClone(node), word('乙'));
        const before = design.get().text;
        const moved = at(design.doc(), ['fields', 0]);
        design.select([idOf(moved)]);
        moveTo(design, { list: ['fields', 1, ...list], index: 0 });
        expect(findNode(design.doc(), idOf(moved))?.path).toEqual(['fields', 0, ...list, 0]);
        expect(faultsOf(design)).toEqual([]);
        const inside = design.get().text;
        moveTo(design, { list: ['fields'], index: 0 });
        expect(JSON.parse(design.get().text)).toEqual(JSON.parse(before));
        design.undo();
        expect(design.get().text).toBe(inside);
        design.undo();
        expect(design.get().text).toBe(before);
        design.redo();
        expect(design.get().text).toBe(inside);
      });

  it('from any list of any container into any other, and none is lost or doubled', () => {
    const design = pageOf(word('甲'), ...CONTAINERS.map(({ node }) => structuredClone(node)));
    const targets = CONTAINERS.flatMap(({ lists }, index) => lists.map((list) => ['fields', index + 1, ...list]));
    const first = at(design.doc(), ['fields', 0]);
    const all = blocks(design.doc());
    for (const from of targets)
      for (const to of targets) {
        if (from === to) continue;
        const inFirst = moveNodes(design.doc(), new Set([idOf(first)]), { list: from, index: 0 }) as CanvasDoc;
        // the block stood before the containers, which moved up by one
        const target = ['fields', Number(to[1]) - 1, ...to.slice(2)];
        const inSecond = moveNodes(inFirst, new Set([idOf(first)]), { list: target, index: 0 }) as CanvasDoc;
        expect(at(inSecond, [...target, 0]), `${from.join('.')} > ${to.join('.')}`).toBe(first);
        expect(blocks(inSecond)).toEqual(all);
      }
  });

  it('but no container goes into one of its own panes, however deep', () => {
    const tabs: RawNode = {
      tag: 'tabs',
      items: [{ key: 'tab1', label: '一', children: [{ tag: 'row', children: [] }] }],
    };
    const design = pageOf(tabs, word('甲'));
    const ids = new Set([idOf(at(design.doc(), ['fields', 0]))]);
    for (const list of [
      ['fields', 0, 'items', 0, 'children'],
      ['fields', 0, 'items', 0, 'children', 0, 'children'],
    ])
      expect(moveNodes(design.doc(), ids, { list, index: 0 })).toBeNull();
  });
});

const everything = (): boolean => true;

describe('the keyboard moves blocks into containers and out of them', () => {
  it('into the pane of tabs that is open', () => {
    const tabs: RawNode = {
      tag: 'tabs',
      items: [
        { key: 'tab1', label: '一', children: [] },
        { key: 'tab2', label: '二', children: [] },
      ],
    };
    const design = pageOf(word('甲'), tabs);
    const first = at(design.doc(), ['fields', 0]);
    design.registerVisibilityCheck((list) => list.join('.') === 'fields.1.items.1.children');
    design.select([idOf(first)]);
    moveIntoNeighbour(design, 1);
    expect(at(design.doc(), ['fields', 0, 'items', 1, 'children', 0])).toBe(first);
  });

  it('into the one behind at its beginning, into the one before at its end, and out past its edge', () => {
    const design = pageOf(word('甲'), { tag: 'row', children: [word('内')] }, word('乙'));
    const [first, last] = [at(design.doc(), ['fields', 0]), at(design.doc(), ['fields', 2])];
    const behind = moveInto(design.doc(), new Set([idOf(first)]), { step: 1, isShown: everything }) as CanvasDoc;
    expect(at(behind, ['fields', 0, 'children', 0])).toBe(first);
    const before = moveInto(behind, new Set([idOf(last)]), { step: -1, isShown: everything }) as CanvasDoc;
    expect(at(before, ['fields', 0, 'children', 2])).toBe(last);
    const out = moveByOne(before, new Set([idOf(last)]), 1) as CanvasDoc;
    expect(at(out, ['fields', 1])).toBe(last);
  });

  it('says so where nothing beside takes the block, and leaves no step to undo', () => {
    const design = pageOf(word('甲'), word('乙'));
    design.select([idOf(at(design.doc(), ['fields', 0]))]);
    moveIntoNeighbour(design, 1);
    expect(design.get().announcement).toBe('后一个元素不能放入所选内容');
    moveIntoNeighbour(design, -1);
    expect(design.get().announcement).toBe('前一个元素不能放入所选内容');
    expect(design.get().history.past).toEqual([]);
  });
});

describe('a new pane', () => {
  it('has a key that the grammar takes and that none beside it has, also after one was taken out', () => {
    const desk: RawNode = { tag: 'desk', items: [{ key: 'tab2', label: '一', children: [] }] };
    const design = pageOf(desk, word('甲'));
    for (let turn = 0; turn < 3; turn += 1) addPane(design, idOf(at(design.doc(), ['fields', 0])));
    const items = at(design.doc(), ['fields', 0]).items as unknown[];
    const keys = items.map((item) => (isObject(item) ? item.key : undefined));
    expect(new Set(keys).size).toBe(4);
    expect(faultsOf(design)).toEqual([]);
    expect(newPane([], true)).toEqual({ key: 'tab1', label: '第 1 项', children: [] });
    expect(newPane([{ children: [] }], false)).toEqual({ children: [] });
  });

  it('takes any block of the palette that may be put beside others', () => {
    const tabs: RawNode = { tag: 'tabs', items: [] };
    for (const item of SCREEN_PALETTE.items) {
      const design = pageOf(structuredClone(tabs), word('甲'));
      addPane(design, idOf(at(design.doc(), ['fields', 0])));
      addItem(design, item, null, { list: ['fields', 0, 'items', 0, 'children'], index: 0 });
      expect(at(design.doc(), ['fields', 0, 'items', 0, 'children', 0]).tag, item.title).toBe(item.tag);
    }
  });
});

describe('a palette entry that is clicked while tabs are chosen', () => {
  const tabs: RawNode = {
    tag: 'tabs',
    items: [
      { key: 'tab1', label: '一', children: [] },
      { key: 'tab2', label: '二', children: [word('内')] },
    ],
  };
  const entry = SCREEN_PALETTE.items.find(({ tag }) => tag === 'text') ?? SCREEN_PALETTE.items[0]!;

  it('goes into the pane that is open, at its end, and not into an empty one that is closed', () => {
    const design = pageOf(structuredClone(tabs), word('乙'));
    const close = design.registerVisibilityCheck((list) => list.join('.') !== 'fields.0.items.0.children');
    design.select([idOf(at(design.doc(), ['fields', 0]))]);
    addItem(design, entry, null);
    expect(at(design.doc(), ['fields', 0, 'items', 1, 'children', 1])?.tag).toBe(entry.tag);
    // without a canvas every pane is in sight, and the first empty one is taken
    close();
    design.select([idOf(at(design.doc(), ['fields', 0]))]);
    addItem(design, entry, null);
    expect(at(design.doc(), ['fields', 0, 'items', 0, 'children', 0])?.tag).toBe(entry.tag);
  });
});
