import { TAGS } from '../../../grammar/tags.ts';
import { FORM_TAGS, schemaOfTag, titleOfTag, type PaletteEntry } from '../../editor/grammarDocs.ts';
import type { Syllables } from '../../keys/proposeFieldKey.ts';
import { TEMPLATES } from './templates.ts';
import { proposedKey, withFreeKeys } from './fieldKeys.ts';
import { isField, type RawNode } from './nodes.ts';

/** What can be taken from the palette. */
export interface PaletteItem {
  id: string;
  tag: string;
  title: string;
  /** Name of its picture; '' for that of its group. */
  icon: string;
  group: string;
  order: number;
  /** Other words that a search finds it by. */
  words: string;
  /** New nodes, without keys. */
  nodes: readonly RawNode[];
}

export const PALETTE_GROUPS: readonly { id: string; title: string }[] = [
  { id: 'text', title: '文本与数字' },
  { id: 'choice', title: '选择' },
  { id: 'date', title: '日期与时间' },
  { id: 'people', title: '人员与组织' },
  { id: 'file', title: '附件' },
  { id: 'relation', title: '关联与明细' },
  { id: 'layout', title: '布局与说明' },
  { id: 'other', title: '其他' },
  { id: 'template', title: '常用字段组' },
];

const GROUPS: ReadonlySet<string> = new Set(PALETTE_GROUPS.map(({ id }) => id));

/** A widget that says nothing of the palette stands in it with its title. */
const entriesOf = (tag: string, title: string): readonly PaletteEntry[] =>
  schemaOfTag(tag)?.['x-palette'] ?? [
    {
      title,
      icon: schemaOfTag(tag)?.['x-icon'] ?? '',
      group: TAGS[tag]?.kind === 'field' ? 'other' : 'layout',
      node: {},
    },
  ];

function needed(tag: string): Record<string, unknown> {
  const schema = schemaOfTag(tag);
  const wanted = schema?.required ?? [];
  return wanted.includes('children') ? { children: [] } : {};
}

const fromGrammar: PaletteItem[] = FORM_TAGS.flatMap(({ tag, title }) =>
  entriesOf(tag, title).map((entry, index): PaletteItem => ({
    id: index === 0 ? tag : `${tag}:${index}`,
    tag,
    title: entry.title,
    icon: entry.icon ?? '',
    group: GROUPS.has(entry.group) ? entry.group : 'other',
    order: entry.order ?? 1000,
    words: entry.words ?? '',
    nodes: [{ tag, ...needed(tag), ...entry.node }],
  })),
);

/** Every tag that a form may hold, once or in several kinds, and groups of fields that often stand together. */
export const PALETTE: readonly PaletteItem[] = [
  ...fromGrammar.toSorted((a, b) => a.order - b.order),
  ...TEMPLATES.map(({ id, title, icon, words, nodes }): PaletteItem => ({
    id: `template:${id}`,
    tag: nodes[0]?.tag ?? '',
    title,
    icon,
    group: 'template',
    order: 1000,
    words,
    nodes,
  })),
];

export const paletteItem = (id: string): PaletteItem | undefined => PALETTE.find((item) => item.id === id);

/** Items by name, tag and other words. */
export function searchIn(items: readonly PaletteItem[], search: string): readonly PaletteItem[] {
  const word = search.trim().toLowerCase();
  return word === ''
    ? items
    : items.filter(({ title, tag, words }) => `${title} ${tag} ${words}`.toLowerCase().includes(word));
}

export const searchPalette = (search: string): readonly PaletteItem[] => searchIn(PALETTE, search);

/** What one kind of document is built of. */
export interface PaletteSet {
  /** What an item is called. */
  word: string;
  groups: readonly { id: string; title: string }[];
  items: readonly PaletteItem[];
  search(word: string): readonly PaletteItem[];
}

export const FORM_PALETTE: PaletteSet = {
  word: '字段',
  groups: PALETTE_GROUPS,
  items: PALETTE,
  search: searchPalette,
};

const itemsByTag = new Map<string, PaletteItem[]>();
for (const item of PALETTE)
  if (item.group !== 'template') itemsByTag.set(item.tag, [...(itemsByTag.get(item.tag) ?? []), item]);

/** The name of what a node is, as the palette calls it. */
export function titleOfNode(node: RawNode): string {
  const own = itemsByTag.get(node.tag) ?? [];
  if (own.length === 1 && own[0]) return own[0].title;
  const exact = own.find(({ nodes }) =>
    (['type', 'serial', 'list-type', 'unit'] as const).every(
      (key) =>
        JSON.stringify(nodes[0]?.[key]) === JSON.stringify(node[key]) ||
        (key === 'serial' && nodes[0]?.serial !== undefined && node.serial !== undefined),
    ),
  );
  return (exact ?? own[0])?.title ?? titleOfTag(node.tag) ?? node.tag;
}

/** New nodes of an item: fields named after it, with free keys. `taken` gets the keys. */
export function nodesOfItem(item: PaletteItem, taken: Set<string>, syllables: Syllables | null): RawNode[] {
  if (item.group === 'template') return withFreeKeys(item.nodes, taken, syllables);
  return item.nodes.map((node) => {
    const copy = structuredClone(node);
    if (!isField(node)) return copy;
    const { tag, ...rest } = copy;
    return { tag, __vModel__: proposedKey(item.title, taken, syllables), label: item.title, ...rest };
  });
}
