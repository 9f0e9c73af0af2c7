import { SCREEN_TAGS, schemaOfTag } from '../../editor/grammarDocs.ts';
import { searchIn, type PaletteItem, type PaletteSet } from './palette.ts';

const GROUPS: PaletteSet['groups'] = [
  { id: 'figure', title: '指标与图表' },
  { id: 'records', title: '记录' },
  { id: 'page', title: '记录页内' },
  { id: 'desk', title: '工作台' },
  { id: 'layout', title: '版面' },
  { id: 'other', title: '其他' },
];

/** Blocks that the grammar offers for pages: those with an entry in `x-screen-palette`. */
const items: readonly PaletteItem[] = SCREEN_TAGS.flatMap(({ tag }) =>
  (schemaOfTag(tag)?.['x-screen-palette'] ?? []).map((entry, index): PaletteItem => ({
    id: index === 0 ? tag : `${tag}:${index}`,
    tag,
    title: entry.title,
    icon: entry.icon ?? '',
    group: GROUPS.some(({ id }) => id === entry.group) ? entry.group : 'other',
    order: entry.order ?? 1000,
    words: entry.words ?? '',
    nodes: [{ tag, ...entry.node }],
  })),
).toSorted((a, b) => a.order - b.order);

/** Everything that can be put onto a page. */
export const SCREEN_PALETTE: PaletteSet = {
  word: '区块',
  groups: GROUPS,
  search: (word) => searchIn(items, word),
  items,
};
