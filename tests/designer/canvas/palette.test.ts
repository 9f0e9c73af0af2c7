import { describe, expect, it } from 'vitest';
import { FORM_TAGS } from '../../../src/designer/editor/grammarDocs.ts';
import { SCREEN_PALETTE } from '../../../src/designer/canvas/model/screenPalette.ts';
import { ICONS } from '../../../src/designer/canvas/parts/paletteIcons.ts';
import { FORM_PALETTE, nodesOfItem, PALETTE, searchPalette } from '../../../src/designer/canvas/model/palette.ts';
import type { RawNode } from '../../../src/designer/canvas/model/nodes.ts';
import {
  innerProperties,
  propertiesOf,
  PROPERTY_GROUPS,
  type Property,
} from '../../../src/designer/canvas/properties/propertyModel.ts';
import { resolveSchema } from '../../../src/designer/editor/grammarDocs.ts';
import { createVocabulary } from '../../../src/kernel/index.ts';
import { parseFormDefinition } from '../../../src/importer/index.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';

const vocabulary = createVocabulary(definitions);
/** Fields that conditions and references of the samples may name. */
const others: RawNode[] = [
  { tag: 'el-input', __vModel__: 'otherText', label: '其他' },
  { tag: 'el-input-number', __vModel__: 'otherNumber', label: '其他' },
  { tag: 'el-date-picker', __vModel__: 'otherDate', label: '其他', type: 'date' },
];
const problemsOf = (nodes: readonly RawNode[]): string[] => {
  const read = parseFormDefinition({ formKey: 'f', formName: 'F', fields: [...others, ...nodes] }, vocabulary);
  return read.problems.filter(({ level }) => level === 'error').map(({ code, message }) => `${code} ${message}`);
};
const placed = (node: RawNode): RawNode[] =>
  node.tag === 'opColumn'
    ? [
        {
          tag: 'subTable',
          __vModel__: 'around',
          label: '子表',
          children: [{ tag: 'el-input', __vModel__: 'c', label: 'c' }, node],
        },
      ]
    : [node];

/** A value as the editor of the key gives it. */
function sample(property: Property): unknown {
  const { schema, key } = property;
  switch (property.editor) {
    case 'switch':
      return !property.flagDefault;
    case 'flag':
      return '1';
    case 'enum':
      return schema.enum?.at(-1);
    case 'number':
    case 'span':
      return Math.max(schema.minimum ?? 1, 1);
    case 'texts':
    case 'fieldsOfForm':
    case 'roles':
      return ['a'];
    case 'map':
    case 'fill':
      return { otherText: 'name' };
    case 'fillRows':
      return { otherTable: { from: 'items', columns: { name: 'name' } } };
    case 'condition':
      return "otherText == '1'";
    case 'formula':
      return undefined;
    case 'expression':
      return "it.name == 'x'";
    case 'field':
      return 'otherDate';
    case 'form':
      return 'otherForm';
    case 'patterns':
      return [{ pattern: '^\\d+$', message: '请输入数字' }];
    case 'unique':
      return { scope: 'unit' };
    case 'options':
      return { options: [{ label: '一', value: '1' }] };
    case 'widths':
      return { width: '100%' };
    case 'rows': {
      const items = resolveSchema(schema.items ?? {});
      const inner = innerProperties(items).map((one) => [one.key, sample(one)]);
      return [
        {
          ...Object.fromEntries(inner.filter(([, value]) => value !== undefined)),
          // panes hold nodes, which stay where they are
          ...(items.properties?.children ? { children: [] } : {}),
        },
      ];
    }
    case 'object': {
      const inner = innerProperties(schema).map((one) => [one.key, one.key === 'rule' ? 'N{0000}' : sample(one)]);
      return Object.fromEntries(inner.filter(([, value]) => value !== undefined));
    }
    case 'json':
      if (key === 'value') return '1';
      return key === 'defaultTbData' ? [{}] : undefined;
    case 'key':
      return 'anotherKey';
    case 'rollup':
      return { from: 'items', fn: 'count' };
    case 'default':
      return undefined;
    default:
      if (key === 'keyConditionExp') return '==';
      return key === 'HyperlinkUrl' || key.endsWith('Url') || key.endsWith('Api') ? '/x' : '文字';
  }
}

/** What an author must still choose: the form that a relation points at. */
const complete = (node: RawNode): RawNode => (node.to === '' ? { ...node, to: 'otherForm' } : node);

describe('the palette', () => {
  it('offers every tag that a form may hold, once at least', () => {
    const offered = new Set(PALETTE.map(({ tag }) => tag));
    expect(FORM_TAGS.filter(({ tag }) => !offered.has(tag))).toEqual([]);
  });

  it('has a picture of its own for every item, of forms and of pages, and no two in a group alike', () => {
    for (const { items } of [FORM_PALETTE, SCREEN_PALETTE]) {
      expect(items.filter(({ icon }) => ICONS[icon] === undefined).map(({ id }) => id)).toEqual([]);
      const own = items.filter(({ group }) => group !== 'other');
      const seen = new Map<unknown, string>();
      const alike = own.flatMap(({ id, group, icon }) => {
        const before = seen.get(icon);
        seen.set(icon, `${group} ${id}`);
        return before?.startsWith(`${group} `) ? [`${before}, ${id}`] : [];
      });
      expect(alike).toEqual([]);
    }
  });

  it('finds by name, by tag and by other words', () => {
    expect(searchPalette('金额').map(({ title }) => title)).toContain('金额');
    expect(searchPalette('textarea').map(({ title }) => title)).toEqual(['多行文本', '多行文本（Formily）']);
    expect(searchPalette('没有这种')).toEqual([]);
  });

  it.each(PALETTE.map((item) => [item.id, item] as const))('%s makes nodes that pass the check', (_id, item) => {
    const nodes = nodesOfItem(item, new Set(['otherText', 'otherNumber', 'otherDate']), null).map(complete);
    expect(problemsOf(nodes.flatMap(placed))).toEqual([]);
  });
});

describe('the property panel', () => {
  it.each(FORM_TAGS.map(({ tag }) => [tag] as const))(
    'of %s names every key in Chinese and puts it in a group',
    (tag) => {
      const groups = new Set(PROPERTY_GROUPS.map(({ id }) => id));
      const strange = propertiesOf(tag).filter(
        ({ name, help, group }) => !/[一-龥]/.test(name) || !/[一-龥]/.test(help) || !groups.has(group),
      );
      expect(strange.map(({ key }) => key)).toEqual([]);
    },
  );

  it.each(PALETTE.filter(({ group }) => group !== 'template').map((item) => [item.id, item] as const))(
    'of %s changes each key to what passes the check',
    (_id, item) => {
      const [node] = nodesOfItem(item, new Set(['otherText']), null).map(complete);
      const failed: string[] = [];
      for (const property of propertiesOf(item.tag)) {
        const value = sample(property);
        if (value === undefined || node === undefined) continue;
        const found = problemsOf(placed({ ...node, [property.key]: value }));
        if (found.length > 0) failed.push(`${property.key}: ${found.join('; ')}`);
      }
      expect(failed).toEqual([]);
    },
  );
});
