import type { Page } from 'playwright-core';

/** One node of what a screen reader is given, with what stands inside of it. */
export interface Spoken {
  role: string;
  name: string;
  description: string;
  /** What else is said of it: level, invalid, required, live … */
  properties: Readonly<Record<string, unknown>>;
  parent: Spoken | null;
  children: Spoken[];
}

interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  description?: { value: string };
  properties?: { name: string; value: { value?: unknown } }[];
  parentId?: string;
  childIds?: string[];
}

/** The tree that Chromium gives to a screen reader, without what it leaves out. */
export async function spokenTree(page: Page): Promise<Spoken[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: AxNode[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const said: Spoken[] = [];
  const walk = (node: AxNode, parent: Spoken | null): void => {
    let inside = parent;
    if (!node.ignored) {
      inside = {
        role: node.role?.value ?? '',
        name: (node.name?.value ?? '').trim(),
        description: (node.description?.value ?? '').trim(),
        properties: Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value])),
        parent,
        children: [],
      };
      parent?.children.push(inside);
      said.push(inside);
    }
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) walk(child, inside);
    }
  };
  const root = nodes.find(({ parentId }) => parentId === undefined);
  if (root) walk(root, null);
  return said;
}

const CONTROLS: ReadonlySet<string> = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'switch',
  'spinbutton',
  'slider',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'treeitem',
  'option',
  'listbox',
  'tree',
  'grid',
  'table',
  'dialog',
  'image',
  'figure',
  'progressbar',
]);
const LANDMARKS = ['banner', 'navigation', 'complementary', 'region', 'form', 'search', 'contentinfo'];

const pathOf = (node: Spoken): string => {
  const line: string[] = [];
  for (let at: Spoken | null = node; at && line.length < 6; at = at.parent)
    line.unshift(at.name === '' ? at.role : `${at.role} “${at.name.slice(0, 20)}”`);
  return line.join(' > ');
};

const isIn = (node: Spoken, role: string): boolean => {
  for (let at = node.parent; at; at = at.parent) if (at.role === role) return true;
  return false;
};

/** A person who hears Chinese hears a word of another language: the name of an icon, or of a control that nobody named. */
const isForeign = (name: string): boolean => /[a-z]{2}/i.test(name) && !/[\p{Script=Han}\d]/u.test(name);

/** What is missing from a whole page: names, landmarks, headings, tables. Empty when all is there. */
export function spokenFaults(tree: readonly Spoken[]): string[] {
  const faults: string[] = [];
  for (const node of tree) {
    if (!CONTROLS.has(node.role)) continue;
    if (node.name === '') faults.push(`no name: ${pathOf(node)}`);
    else if (isForeign(node.name)) faults.push(`no Chinese name: ${pathOf(node)}`);
  }
  const of = (role: string): Spoken[] => tree.filter((node) => node.role === role);
  const count = of('main').length;
  if (count !== 1) faults.push(`${count} main landmarks`);
  for (const role of LANDMARKS) {
    const same = of(role);
    const names = new Set(same.map(({ name }) => name));
    if (same.length > 1 && (names.size < same.length || names.has('')))
      faults.push(
        `${role} landmarks that cannot be told apart: ${same.map(({ name }) => name || '(no name)').join(', ')}`,
      );
  }
  const levels = of('heading')
    .filter((node) => !isIn(node, 'dialog'))
    .map(({ properties, name }) => ({ level: Number(properties['level']), name }));
  if (levels.filter(({ level }) => level === 1).length !== 1)
    faults.push(`${levels.filter(({ level }) => level === 1).length} headings of the first level`);
  levels.forEach(({ level, name }, at) => {
    const before = levels[at - 1]?.level ?? level;
    if (level > before + 1) faults.push(`heading “${name}” of level ${level} after one of level ${before}`);
  });
  for (const table of [...of('table'), ...of('grid')]) {
    const inside = tree.filter((node) => {
      for (let at = node.parent; at; at = at.parent) if (at === table) return true;
      return false;
    });
    const has = (role: string): boolean => inside.some((node) => node.role === role);
    if (!has('columnheader')) faults.push(`no column headers: ${pathOf(table)}`);
    if (!has('row')) faults.push(`no rows: ${pathOf(table)}`);
  }
  return faults;
}

/** Whether a text is said without being asked for: it stands in an alert, a status or another live region. */
export const isAnnounced = (tree: readonly Spoken[], text: string): boolean =>
  tree.some((node) => {
    if (!node.name.includes(text)) return false;
    for (let at: Spoken | null = node; at; at = at.parent)
      if (
        ['alert', 'status', 'log'].includes(at.role) ||
        ['polite', 'assertive'].includes(String(at.properties['live']))
      )
        return true;
    return false;
  });
