import { describe, expect, it } from 'vitest';
import {
  clampSpan,
  findNode,
  insertNodes,
  moveByOne,
  moveNodes,
  outermostNodes,
  removeNodes,
  withKeys,
} from '../../../src/designer/canvas/model/edits.ts';
import { proposeKey, usedKeys, withUnusedKeys } from '../../../src/designer/canvas/model/fieldKeys.ts';
import { readClipboard, clipboardText } from '../../../src/designer/canvas/model/clipboard.ts';
import { createHistory, recordStep, redo, undo } from '../../../src/designer/canvas/model/history.ts';
import {
  idOf,
  listsOf,
  nodeAt,
  nodePathIn,
  walk,
  type CanvasDoc,
  type RawNode,
} from '../../../src/designer/canvas/model/nodes.ts';
import { renameKey } from '../../../src/designer/canvas/model/renameKey.ts';
import {
  linesOfOptions,
  optionsOfLines,
  restoreUnwrittenData,
} from '../../../src/designer/canvas/properties/editors/optionLines.ts';

const text = (key: string, more: object = {}): RawNode => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const make = (): CanvasDoc => ({
  formKey: 'f',
  formName: 'F',
  fields: [
    text('a'),
    { tag: 'el-card', label: '卡片', children: [text('b'), text('c')] },
    {
      tag: 'el-tabs',
      children: [
        { label: '一', children: [text('d')] },
        { label: '二', children: [] },
      ],
    },
    { tag: 'subTable', __vModel__: 't', label: 't', children: [text('x'), text('y')] },
  ],
});
const at = (doc: CanvasDoc, ...path: (string | number)[]): RawNode => nodeAt(doc, path) as RawNode;
const ids = (...nodes: RawNode[]): ReadonlySet<number> => new Set(nodes.map(idOf));
const names = (doc: CanvasDoc): string[] =>
  [...walk(doc)].map(({ node, path }) => `${path.join('.')}=${String(node.__vModel__ ?? node.tag)}`);

describe('an edit of a form', () => {
  it('puts nodes into any list and shares everything else with the form before', () => {
    const doc = make();
    const next = insertNodes(doc, { list: ['fields', 2, 'children', 1, 'children'], index: 0 }, [text('n')]);
    expect(at(next, 'fields', 2, 'children', 1, 'children', 0).__vModel__).toBe('n');
    expect(next.fields[0]).toBe(doc.fields[0]);
    expect(next.fields[3]).toBe(doc.fields[3]);
    expect(doc).toEqual(make());
    expect(idOf(next.fields[2] as RawNode)).toBe(idOf(doc.fields[2] as RawNode));
  });

  it('moves nodes out of containers and into them, in document order, whatever was chosen first', () => {
    const doc = make();
    const [a, c] = [at(doc, 'fields', 0), at(doc, 'fields', 1, 'children', 1)];
    const next = moveNodes(doc, ids(c, a), { list: ['fields', 3, 'children'], index: 1 }) as CanvasDoc;
    expect(names(next)).toEqual([
      'fields.0=el-card',
      'fields.0.children.0=b',
      'fields.1=el-tabs',
      'fields.1.children.0.children.0=d',
      'fields.2=t',
      'fields.2.children.0=x',
      'fields.2.children.1=a',
      'fields.2.children.2=c',
      'fields.2.children.3=y',
    ]);
  });

  it('moves within one list to the place that was meant before the node left it', () => {
    const doc = make();
    const next = moveNodes(doc, ids(at(doc, 'fields', 0)), { list: ['fields'], index: 3 }) as CanvasDoc;
    expect(next.fields.map(({ tag }) => tag)).toEqual(['el-card', 'el-tabs', 'el-input', 'subTable']);
  });

  it('moves no container into itself, no layout into a sub-table and no operation column out of one', () => {
    const doc = make();
    const card = at(doc, 'fields', 1);
    expect(moveNodes(doc, ids(card), { list: ['fields', 1, 'children'], index: 0 })).toBeNull();
    expect(moveNodes(doc, ids(card), { list: ['fields', 3, 'children'], index: 0 })).toBeNull();
    const table = withKeys(doc, ['fields', 3], { children: [{ tag: 'opColumn', items: [] }] });
    const column = at(table, 'fields', 3, 'children', 0);
    expect(moveNodes(table, ids(column), { list: ['fields'], index: 0 })).toBeNull();
  });

  it('steps past a neighbour, and at the end of a container out of it', () => {
    const doc = make();
    const c = at(doc, 'fields', 1, 'children', 1);
    const out = moveByOne(doc, ids(c), 1) as CanvasDoc;
    expect(at(out, 'fields', 2).__vModel__).toBe('c');
    const up = moveByOne(out, ids(c), -1) as CanvasDoc;
    expect(up.fields[1]).toBe(c);
    expect(moveByOne(doc, ids(at(doc, 'fields', 0)), -1)).toBeNull();
  });

  it('removes what is chosen at any depth, and what is inside a chosen container only once', () => {
    const doc = make();
    const [card, b, x] = [
      at(doc, 'fields', 1),
      at(doc, 'fields', 1, 'children', 0),
      at(doc, 'fields', 3, 'children', 0),
    ];
    expect(outermostNodes(doc, ids(card, b, x))).toEqual([card, x]);
    expect(names(removeNodes(doc, ids(card, b, x)))).toEqual([
      'fields.0=a',
      'fields.1=el-tabs',
      'fields.1.children.0.children.0=d',
      'fields.2=t',
      'fields.2.children.0=y',
    ]);
  });

  it('changes keys of a node in their place and takes a key away', () => {
    const doc = make();
    const next = withKeys(doc, ['fields', 0], { label: '名称', span: 8 });
    expect(JSON.stringify(next.fields[0])).toBe('{"tag":"el-input","__vModel__":"a","label":"名称","span":8}');
    expect(JSON.stringify(withKeys(next, ['fields', 0], { span: undefined }).fields[0])).not.toContain('span');
    expect([clampSpan(0), clampSpan(30), clampSpan(7.6)]).toEqual([1, 24, 8]);
  });

  it('keeps what a node of an unknown tag holds', () => {
    const strange: RawNode = { tag: 'star-chart', children: [{ tag: 'el-input' }], own: { x: 1 } };
    const doc = { ...make(), fields: [strange, text('a')] };
    expect(listsOf(strange, [])).toEqual([]);
    const next = moveNodes(doc, ids(strange), { list: ['fields'], index: 2 }) as CanvasDoc;
    expect(next.fields[1]).toBe(strange);
  });

  it('finds the node of a problem from a path that goes on into its keys', () => {
    const doc = make();
    expect(nodePathIn(doc, ['fields', 1, 'children', 0, 'visibleWhen'])).toEqual(['fields', 1, 'children', 0]);
    expect(nodePathIn(doc, ['fields', 2, 'children', 1, 'visibleWhen'])).toEqual(['fields', 2]);
    expect(nodePathIn(doc, ['formName'])).toBeNull();
    expect(findNode(doc, idOf(at(doc, 'fields', 3, 'children', 0)))?.list.kind).toBe('columns');
  });
});

describe('field keys', () => {
  it('are free ones, and copies refer to the copies', () => {
    const doc = make();
    const copies = withUnusedKeys(
      [text('a'), text('n', { label: 'a', visibleWhen: 'a == "a" && form.a != "1" && b.a == 1 && aa == 2' })],
      usedKeys(doc),
      null,
    );
    expect(copies.map(({ __vModel__ }) => __vModel__)).toEqual(['a2', 'n']);
    expect(copies[1]?.visibleWhen).toBe('a2 == "a" && form.a2 != "1" && b.a == 1 && aa == 2');
  });

  it('are made of syllables where those are loaded', () => {
    const syllables = (): string[] => ['ke', 'hu'];
    const taken = new Set(['keHu']);
    expect(proposeKey('客户', taken, syllables)).toBe('keHu2');
    expect(proposeKey('客户', taken, null)).toBe('field');
  });

  it('change together with every expression, placeholder and reference that names them', () => {
    const doc: CanvasDoc = {
      formKey: 'f',
      formName: 'F',
      titleTemplate: '${a} 的申请',
      fields: [
        text('a'),
        text('b', { defaultValue: '${a}', computed: "a + 'a'" }),
        { tag: 'el-date-picker', __vModel__: 'd', label: 'a', notBefore: 'a' },
        { tag: 'el-tabs', children: [{ label: 'a', visibleWhen: 'a != ""', children: [] }] },
      ],
    };
    const next = renameKey(doc, ['fields', 0], 'name');
    expect(next).toEqual({
      formKey: 'f',
      formName: 'F',
      titleTemplate: '${name} 的申请',
      fields: [
        { ...text('name'), label: 'a' },
        { ...text('b'), defaultValue: '${name}', computed: "name + 'a'" },
        { tag: 'el-date-picker', __vModel__: 'd', label: 'a', notBefore: 'name' },
        { tag: 'el-tabs', children: [{ label: 'a', visibleWhen: 'name != ""', children: [] }] },
      ],
    });
  });
});

describe('history', () => {
  it('goes back and on without end, and edits about the same key shortly after each other are one step', () => {
    let history = createHistory(make());
    const first = history.present.doc;
    for (let step = 0; step < 500; step += 1)
      history = recordStep(history, { doc: { ...history.present.doc, step }, selection: [] }, null, step);
    for (let step = 0; step < 500; step += 1) history = undo(history);
    expect(history.present.doc).toBe(first);
    for (let step = 0; step < 500; step += 1) history = redo(history);
    expect(history.present.doc.step).toBe(499);
    history = recordStep(history, { doc: { ...first, name: 'x' }, selection: [] }, '1:label', 10_000);
    history = recordStep(history, { doc: { ...first, name: 'xy' }, selection: [] }, '1:label', 10_100);
    expect(undo(history).present.doc.step).toBe(499);
    expect(undo(undo(history)).present.doc.step).toBe(498);
  });
});

describe('text of the clipboard and of options', () => {
  it('brings nodes to another form and refuses anything else', () => {
    expect(readClipboard(clipboardText([text('a')]))).toEqual([text('a')]);
    expect(readClipboard('{"tag":"el-input","__vModel__":"q"}')).toEqual([{ tag: 'el-input', __vModel__: 'q' }]);
    expect([readClipboard('hello'), readClipboard('{"a":1}'), readClipboard('[]'), readClipboard('[{')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('reads lines as options with levels and writes them back', () => {
    const lines = '北京 | 11\n  东城 | 1101\n  西城\n上海';
    const options = optionsOfLines(lines);
    expect(options).toEqual([
      {
        label: '北京',
        value: '11',
        children: [
          { label: '东城', value: '1101' },
          { label: '西城', value: '西城' },
        ],
      },
      { label: '上海', value: '上海' },
    ]);
    expect(linesOfOptions(options)).toBe(lines);
  });

  it('does not split a value that contains the separator', () => {
    const options = [
      { label: '甲', value: 'a | b' },
      { label: 'c | d', value: 'c | d' },
    ];
    const lines = linesOfOptions(options);
    expect(restoreUnwrittenData(optionsOfLines(lines), options)).toEqual(options);
    expect(restoreUnwrittenData(optionsOfLines(lines.replace('甲', '乙 | 丙')), options)[0]).toEqual({
      label: '乙 | 丙',
      value: 'a | b',
    });
  });

  it('keeps of each option what its line does not show: other keys, the type of the value, and its label', () => {
    const options = [
      { label: '启用', value: true, color: 'green' },
      { label: '甲|乙 | 丙', value: 1, disabled: true },
      {
        label: '江苏',
        value: '32',
        children: [
          { label: '南京', value: '01', parent: '32' },
          { label: '其他', value: '99', isOwn: 1 },
        ],
      },
      { label: '浙江', value: '33', children: [{ label: '其他', value: '99', isOwn: 2 }] },
    ];
    expect(restoreUnwrittenData(optionsOfLines(linesOfOptions(options)), options)).toEqual(options);
    const edited = linesOfOptions(options).replace('南京 | 01', '南京市 | 01').replace('  其他 | 99\n浙江', '浙江');
    expect(restoreUnwrittenData(optionsOfLines(`${edited}\n新 | 5`), options)).toEqual([
      ...options.slice(0, 2),
      { label: '江苏', value: '32', children: [{ label: '南京市', value: '01', parent: '32' }] },
      options[3],
      { label: '新', value: '5' },
    ]);
  });
});
