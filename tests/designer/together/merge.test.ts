import { describe, expect, it } from 'vitest';
import { mergeDocuments } from '../../../src/designer/collaboration/merge/mergeDocuments.ts';
import type { MergeSide } from '../../../src/designer/collaboration/merge/propertyMerger.ts';

type Node = Record<string, unknown>;
const text = (key: string, more: Node = {}): Node => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const card = (label: string, ...children: Node[]): Node => ({ tag: 'el-card', label, children });
const form = (...fields: Node[]): Node => ({ formKey: 'car', formName: '用车', fields });
const keysIn = (list: unknown): unknown[] => (list as Node[]).map(({ __vModel__, label }) => __vModel__ ?? label);

const base = form(text('a'), text('b', { span: 12 }), text('c'));
const merge = (mine: Node, theirs: Node, choices: Record<string, MergeSide> = {}, from = base) =>
  mergeDocuments(from, mine, theirs, new Map(Object.entries(choices)));
/** All answers for mine or theirs. */
const decided = (mine: Node, theirs: Node, choice: MergeSide, from = base) => {
  const { conflicts } = mergeDocuments(from, mine, theirs);
  return mergeDocuments(from, mine, theirs, new Map(conflicts.map(({ id }) => [id, choice])));
};

describe('two versions of one document', () => {
  it('are taken together where they changed different fields, properties and settings', () => {
    const { document, conflicts } = merge(
      { ...form(text('a', { label: '用车人' }), text('b', { span: 12 }), text('c')), formName: '外出用车' },
      { ...form(text('a', { required: true }), text('b', { span: 8 }), text('c')), flowKey: 'car' },
    );
    expect(conflicts).toEqual([]);
    expect(document).toEqual({
      ...form(text('a', { label: '用车人', required: true }), text('b', { span: 8 }), text('c')),
      formName: '外出用车',
      flowKey: 'car',
    });
  });

  it('are each of them where the other changed nothing', () => {
    const changed = form(card('组', text('c'), text('n')), text('b', { span: 12 }));
    expect(merge(changed, base)).toEqual({ document: changed, conflicts: [] });
    expect(merge(base, changed)).toEqual({ document: changed, conflicts: [] });
    expect(merge(changed, changed)).toEqual({ document: changed, conflicts: [] });
  });

  it('keep what each added where it was added, and lose what one removed', () => {
    const { document, conflicts } = merge(
      form(text('a'), text('mine'), text('b', { span: 12 }), text('c')),
      form(text('b', { span: 12 }), text('c'), text('theirs')),
    );
    expect(conflicts).toEqual([]);
    expect(keysIn(document.fields)).toEqual(['mine', 'b', 'c', 'theirs']);
  });

  it('follow a field that was moved into a container while the other changed it', () => {
    const { document, conflicts } = merge(
      form(card('组', text('a')), text('b', { span: 12 }), text('c')),
      form(text('a', { label: '新名' }), text('b', { span: 12 }), text('c')),
    );
    expect(conflicts).toEqual([]);
    expect(document.fields).toEqual([card('组', text('a', { label: '新名' })), text('b', { span: 12 }), text('c')]);
  });

  it('tell rows apart by the fields in them when one removed a row', () => {
    const row = (...children: Node[]): Node => ({ tag: 'el-row', children });
    const rows = form(row(text('a'), text('b')), row(text('c'), text('d')));
    const mine = form(row(text('a'), text('b')), row(text('c', { label: '新名' }), text('d'), text('e')));
    const theirs = form(row(text('c'), text('d')));
    const expected = { document: form(row(text('c', { label: '新名' }), text('d'), text('e'))), conflicts: [] };
    expect(merge(mine, theirs, {}, rows)).toEqual(expected);
    expect(merge(theirs, mine, {}, rows)).toEqual(expected);
  });

  it('follow a field whose key went with its name', () => {
    const { document, conflicts } = merge(
      form(text('a'), text('b2', { span: 12, label: '部门' }), text('c')),
      form(text('a'), text('b', { span: 6 }), text('c')),
    );
    expect(conflicts).toEqual([]);
    expect(document.fields).toEqual([text('a'), text('b2', { span: 6, label: '部门' }), text('c')]);
  });

  it('ask for one of two values of the same property, and take the chosen one', () => {
    const mine = form(text('a', { label: '甲' }), text('b', { span: 12 }), text('c'));
    const theirs = form(text('a', { label: '乙', required: true }), text('b', { span: 12 }), text('c'));
    const { conflicts } = merge(mine, theirs);
    expect(conflicts).toMatchObject([{ kind: 'value', key: 'label', mine: '甲', theirs: '乙' }]);
    expect((decided(mine, theirs, 'mine').document.fields as Node[])[0]).toEqual(
      text('a', { label: '甲', required: true }),
    );
    expect((decided(mine, theirs, 'theirs').document.fields as Node[])[0]).toEqual(
      text('a', { label: '乙', required: true }),
    );
  });

  it('ask once for a container that one removed and the other worked in', () => {
    const from = form(card('组', text('a'), text('b')), text('c'));
    const mine = form(card('组', text('a', { label: '新' }), text('b')), text('c'));
    const theirs = form(text('c'));
    const asked = merge(mine, theirs, {}, from);
    expect(asked.conflicts).toMatchObject([{ kind: 'removed', theirs: undefined }]);
    expect(decided(mine, theirs, 'mine', from).document).toEqual(mine);
    expect(decided(mine, theirs, 'theirs', from).document).toEqual(theirs);
    // the other way round
    expect(decided(theirs, mine, 'mine', from).document).toEqual(theirs);
    expect(decided(theirs, mine, 'theirs', from).document).toEqual(mine);
  });

  it('keep a field that was put into a container which the other removed', () => {
    const from = form(card('组', text('a')), text('c'));
    const mine = form(card('组', text('a'), text('neu')), text('c'));
    const kept = decided(mine, form(text('c')), 'mine', from);
    expect(JSON.stringify(kept.document)).toContain('neu');
    // taken out by the other before the container went
    const moved = merge(form(card('组', text('a', { label: 'x' })), text('c')), form(text('a'), text('c')), {}, from);
    expect(moved.document.fields).toContainEqual(text('a', { label: 'x' }));
  });

  it('merge options, rules and columns by what they are', () => {
    const options = (...values: string[]): Node => ({
      __slot__: { options: values.map((value) => ({ label: `第${value}`, value })) },
    });
    const from = form({ ...text('a'), ...options('1', '2') });
    const { document, conflicts } = merge(
      form({ ...text('a'), ...options('1', '2', '3') }),
      form({ ...text('a'), ...options('0', '1', '2') }),
      {},
      from,
    );
    expect(conflicts).toEqual([]);
    expect(document).toEqual(form({ ...text('a'), ...options('0', '1', '2', '3') }));
  });

  it('take one order, and ask where both sorted differently', () => {
    const [a, b, c] = base.fields as [Node, Node, Node];
    expect(keysIn(merge(form(c, a, b), form(a, b, text('n'), c)).document.fields)).toEqual(['c', 'a', 'b', 'n']);
    const asked = merge(form(c, a, b), form(b, a, c));
    expect(asked.conflicts).toMatchObject([{ kind: 'order' }]);
    expect(keysIn(decided(form(c, a, b), form(b, a, c), 'theirs').document.fields)).toEqual(['b', 'a', 'c']);
  });

  it('never make a circle of two containers that each put into the other', () => {
    const from = form(card('甲', text('a')), card('乙', text('b')));
    const mine = form({ ...card('乙', text('b')), children: [text('b'), card('甲', text('a'))] });
    const theirs = form({ ...card('甲', text('a')), children: [text('a'), card('乙', text('b'))] });
    for (const choice of ['mine', 'theirs'] as const) {
      const { document } = decided(mine, theirs, choice, from);
      expect(JSON.stringify(document)).toContain('"__vModel__":"a"');
      expect(JSON.stringify(document)).toContain('"__vModel__":"b"');
    }
  });

  it('take five hundred fields together at once', () => {
    const many = Array.from({ length: 500 }, (_, at) => text(`f${at}`));
    const began = performance.now();
    const { document } = merge(
      form(...many.map((one, at) => (at === 3 ? { ...one, label: 'm' } : one))),
      form(...many.map((one, at) => (at === 400 ? { ...one, label: 't' } : one))),
      {},
      form(...many),
    );
    expect(performance.now() - began).toBeLessThan(1500);
    expect(document.fields).toHaveLength(500);
  });

  it('ask where one replaced a list by a value while the other changed something in it, and lose no part of the list', () => {
    const option = (value: string, label: string): Node => ({ value, label });
    const select = (options: unknown): Node => form(text('a', { options }));
    const from = select([option('1', '公章'), option('2', '合同章')]);
    const list = select([option('1', '公章'), option('2', '合同专用章')]);
    const value = select('sealKind');
    for (const [mine, theirs] of [
      [list, value],
      [value, list],
    ] as const) {
      expect(mergeDocuments(from, mine, theirs).conflicts).toMatchObject([{ kind: 'value', key: 'options' }]);
      expect(decided(mine, theirs, 'mine', from).document).toEqual(mine);
      expect(decided(mine, theirs, 'theirs', from).document).toEqual(theirs);
    }
    expect(merge(from, value, {}, from)).toEqual({ document: value, conflicts: [] });
    expect(merge(value, from, {}, from)).toEqual({ document: value, conflicts: [] });
  });
});
