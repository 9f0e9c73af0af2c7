import { TAGS } from '../../../grammar/tags.ts';
import { FORM_TAGS, schemaOfTag, titleOfTag, type PaletteEntry } from '../../editor/grammarDocs.ts';
import type { ToSyllables } from '../../keys/generateKeyFromName.ts';
import { TEMPLATES } from './templates.ts';
import { proposeKey, withUnusedKeys } from './fieldKeys.ts';
import { isField, type RawNode } from './nodes.ts';

/** An item of the palette, made from an entry in the grammar (`PaletteEntry`) or from a template. */
export interface PaletteItem {
  id: string;
  tag: string;
  title: string;
  /** Name of the icon; '' for the icon of the group. */
  icon: string;
  group: string;
  order: number;
  /** Further search terms. */
  keywords: string;
  /** The nodes that the item inserts, without keys. */
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

const GROUP_IDS: ReadonlySet<string> = new Set(PALETTE_GROUPS.map(({ id }) => id));

/** Returns the palette entries of a tag in the grammar; without any, one entry with the title of the widget. */
const entriesOf = (tag: string, title: string): readonly PaletteEntry[] =>
  schemaOfTag(tag)?.['x-palette'] ?? [
    {
      title,
      icon: schemaOfTag(tag)?.['x-icon'] ?? '',
      group: TAGS[tag]?.kind === 'field' ? 'other' : 'layout',
      node: {},
    },
  ];

/** Returns the initial `children` of a new node if the grammar requires this key; other required keys are not set. */
function requiredKeys(tag: string): Record<string, unknown> {
  const required = schemaOfTag(tag)?.required ?? [];
  return required.includes('children') ? { children: [] } : {};
}

const grammarItems: PaletteItem[] = FORM_TAGS.flatMap(({ tag, title }) =>
  entriesOf(tag, title).map((entry, index): PaletteItem => ({
    id: index === 0 ? tag : `${tag}:${index}`,
    tag,
    title: entry.title,
    icon: entry.icon ?? '',
    group: GROUP_IDS.has(entry.group) ? entry.group : 'other',
    order: entry.order ?? 1000,
    keywords: entry.words ?? '',
    nodes: [{ tag, ...requiredKeys(tag), ...entry.node }],
  })),
);

/** The palette of forms: one or more items for each tag, and templates of fields that are often used together. */
export const PALETTE: readonly PaletteItem[] = [
  ...grammarItems.toSorted((a, b) => a.order - b.order),
  ...TEMPLATES.map(({ id, title, icon, keywords, nodes }): PaletteItem => ({
    id: `template:${id}`,
    tag: nodes[0]?.tag ?? '',
    title,
    icon,
    group: 'template',
    order: 1000,
    keywords,
    nodes,
  })),
];

export const paletteItem = (id: string): PaletteItem | undefined => PALETTE.find((item) => item.id === id);

/** Returns the items whose title, tag or keywords contain the search text. */
export function searchItems(items: readonly PaletteItem[], search: string): readonly PaletteItem[] {
  const term = search.trim().toLowerCase();
  return term === ''
    ? items
    : items.filter(({ title, tag, keywords }) => `${title} ${tag} ${keywords}`.toLowerCase().includes(term));
}

export const searchPalette = (search: string): readonly PaletteItem[] => searchItems(PALETTE, search);

/** The palette of one kind of document. */
export interface PaletteSet {
  /** What the user interface calls any item of this palette, for example 字段. */
  itemName: string;
  groups: readonly { id: string; title: string }[];
  items: readonly PaletteItem[];
  search(term: string): readonly PaletteItem[];
}

export const FORM_PALETTE: PaletteSet = {
  itemName: '字段',
  groups: PALETTE_GROUPS,
  items: PALETTE,
  search: searchPalette,
};

const itemsByTag = new Map<string, PaletteItem[]>();
for (const item of PALETTE)
  if (item.group !== 'template') itemsByTag.set(item.tag, [...(itemsByTag.get(item.tag) ?? []), item]);

/**
 * Returns the name of a node's kind: the title of the palette item of its tag. If a tag has several items, takes the
 * item whose node has the same `type`, `list-type` and `unit`, and has `serial` (with any value) only if this node has
 * it.
 */
export function titleOfNode(node: RawNode): string {
  const items = itemsByTag.get(node.tag) ?? [];
  if (items.length === 1 && items[0]) return items[0].title;
  const exactItem = items.find(({ nodes }) =>
    (['type', 'serial', 'list-type', 'unit'] as const).every(
      (key) =>
        JSON.stringify(nodes[0]?.[key]) === JSON.stringify(node[key]) ||
        (key === 'serial' && nodes[0]?.serial !== undefined && node.serial !== undefined),
    ),
  );
  return (exactItem ?? items[0])?.title ?? titleOfTag(node.tag) ?? node.tag;
}

/**
 * Creates the nodes of an item: fields with the item's title as label and with unused keys, which are added to
 * `keysInUse`.
 */
export function nodesOfItem(item: PaletteItem, keysInUse: Set<string>, toSyllables: ToSyllables | null): RawNode[] {
  if (item.group === 'template') return withUnusedKeys(item.nodes, keysInUse, toSyllables);
  return item.nodes.map((node) => {
    const copy = structuredClone(node);
    if (!isField(node)) return copy;
    const { tag, ...rest } = copy;
    return { tag, __vModel__: proposeKey(item.title, keysInUse, toSyllables), label: item.title, ...rest };
  });
}
