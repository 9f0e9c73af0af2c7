import { SCREEN_TAGS, schemaOfTag } from '../../editor/grammarDocs.ts';
import { searchItems, type PaletteItem, type PaletteSet } from './palette.ts';

const SCREEN_GROUPS: PaletteSet['groups'] = [
  { id: 'figure', title: '指标与图表' },
  { id: 'records', title: '记录' },
  { id: 'page', title: '记录页内' },
  { id: 'desk', title: '工作台' },
  { id: 'layout', title: '版面' },
  { id: 'other', title: '其他' },
];

/** Returns the palette items that the grammar lists under this key; items of an unknown group are in `other`. */
const itemsIn = (key: 'x-screen-palette' | 'x-shell-palette', groups: PaletteSet['groups']): readonly PaletteItem[] =>
  SCREEN_TAGS.flatMap(({ tag }) =>
    (schemaOfTag(tag)?.[key] ?? []).map((entry, index): PaletteItem => ({
      id: index === 0 ? tag : `${tag}:${index}`,
      tag,
      title: entry.title,
      icon: entry.icon ?? '',
      group: groups.some(({ id }) => id === entry.group) ? entry.group : 'other',
      order: entry.order ?? 1000,
      keywords: entry.words ?? '',
      nodes: [{ tag, ...entry.node }],
    })),
  ).toSorted((a, b) => a.order - b.order);

const screenItems = itemsIn('x-screen-palette', SCREEN_GROUPS);

/** The palette of pages. */
export const SCREEN_PALETTE: PaletteSet = {
  itemName: '区块',
  groups: SCREEN_GROUPS,
  search: (term) => searchItems(screenItems, term),
  items: screenItems,
};

const SHELL_GROUPS: PaletteSet['groups'] = [
  { id: 'menu', title: '菜单与导航' },
  { id: 'tool', title: '工具' },
  { id: 'other', title: '其他' },
];
const shellItems = itemsIn('x-shell-palette', SHELL_GROUPS);

/** The palette of the shell. */
export const SHELL_PALETTE: PaletteSet = {
  itemName: '部件',
  groups: SHELL_GROUPS,
  search: (term) => searchItems(shellItems, term),
  items: shellItems,
};
