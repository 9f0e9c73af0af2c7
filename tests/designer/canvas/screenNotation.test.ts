import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addItem, moveByStep, remove } from '../../../src/designer/canvas/model/designActions.ts';
import { createDesign } from '../../../src/designer/canvas/model/design.ts';
import { findNode } from '../../../src/designer/canvas/model/edits.ts';
import { idOf } from '../../../src/designer/canvas/model/nodes.ts';
import { screenNotation } from '../../../src/designer/canvas/model/screenNotation.ts';
import { SCREEN_PALETTE } from '../../../src/designer/canvas/model/screenPalette.ts';
import { initialScreen } from '../../../src/designer/screens/screenStarts.ts';
import { parseScreenDefinition } from '../../../src/importer/index.ts';
import { createVocabulary } from '../../../src/kernel/index.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';

const registry = createVocabulary(definitions);
const notation = screenNotation(registry, { screenKey: 'custom/car/page', title: '用车' });
const designOf = (root: object) =>
  createDesign({ text: JSON.stringify({ screenKey: 'custom/car/page', title: '用车', root }), notation });
const rootOf = (design: ReturnType<typeof designOf>): { tag: string; children?: { tag: string }[] } =>
  (JSON.parse(design.get().text) as { root: { tag: string; children?: { tag: string }[] } }).root;
const item = (id: string) => SCREEN_PALETTE.items.find((one) => one.id === id) as never;

function platformScreens(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return platformScreens(path);
    if (!path.endsWith('.json')) return [];
    const text = readFileSync(path, 'utf8');
    return (JSON.parse(text) as { root?: unknown }).root === undefined ? [] : [text];
  });
}

describe('a page on the canvas', () => {
  it('that is one block gets a container with the second, and loses it again', () => {
    const design = designOf({ tag: 'list', formKey: 'car' });
    addItem(design, item('chart'), null);
    expect(rootOf(design)).toMatchObject({ tag: 'row', children: [{ tag: 'list' }, { tag: 'chart' }] });
    remove(design);
    expect(rootOf(design)).toEqual({ tag: 'list', formKey: 'car' });
  });

  it('keeps its own container and what that says', () => {
    const design = designOf({ tag: 'board', title: '看板', children: [{ tag: 'text', text: '一' }] });
    addItem(design, item('statCard'), null);
    moveByStep(design, -1);
    expect(rootOf(design)).toMatchObject({
      tag: 'board',
      title: '看板',
      children: [{ tag: 'statCard' }, { tag: 'text' }],
    });
    design.undo();
    design.undo();
    expect(rootOf(design).children).toHaveLength(1);
  });

  it('finds the places of its text, and those of the text on the canvas', () => {
    for (const root of [
      { tag: 'list', formKey: 'car' },
      { tag: 'row', children: [{ tag: 'text', text: '一' }] },
    ]) {
      const design = designOf(root);
      const [first] = design.doc().fields;
      const { path = [] } = findNode(design.doc(), idOf(first as never)) ?? {};
      const inText = notation.textPath(design.doc(), path);
      const value = inText.reduce<unknown>(
        (at, part) => (at as Record<string | number, unknown>)[part],
        JSON.parse(design.get().text),
      );
      expect(value).toEqual(first);
      expect(notation.canvasPath(design.doc(), inText)).toEqual(path);
    }
  });

  it('is written as it was: every screen of the product, after a change is taken back', () => {
    const texts = platformScreens('schemas/platform');
    expect(texts.length).toBeGreaterThan(20);
    for (const text of texts) {
      const working = notation.read(text);
      expect(working, text.slice(0, 80)).not.toBeNull();
      if (working) expect(JSON.parse(notation.write(working.doc))).toEqual(JSON.parse(text));
    }
  });

  it('takes every block of the palette as the grammar wants it', () => {
    for (const { nodes, title } of SCREEN_PALETTE.items) {
      const read = parseScreenDefinition({ screenKey: 'a', title: 'a', root: nodes[0] }, registry);
      // what it shows is chosen in its panel: a dataset, or the form of related records
      const faults = read.problems.filter(
        ({ level, message }) => level === 'error' && !/dataset|^relatedList：缺少“(formKey|via)”$/.test(message),
      );
      expect(faults, title).toEqual([]);
    }
    expect(SCREEN_PALETTE.search('饼').map(({ tag }) => tag)).toEqual(['chart']);
  });

  it('begins from a template that can be published as it is', () => {
    const of = {
      dataset: 'kanban/entrust',
      groups: ['month'],
      figures: [{ key: 'count', label: '委托' }],
      hasParams: true,
    };
    for (const start of ['list', 'figures', 'board', 'blank'] as const) {
      const first = initialScreen(start, { screenKey: 'custom/a/page', title: '甲', formKey: 'car', source: of });
      const read = parseScreenDefinition(first, registry);
      expect(
        read.problems.filter(({ level }) => level === 'error'),
        start,
      ).toEqual([]);
    }
  });
});
