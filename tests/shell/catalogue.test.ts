import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MenuItem } from '../../src/grammar/documents.ts';
import { readMenu, type MenuEntry } from '../../src/session/menu.ts';
import { demoCompany } from '../../src/server/seed/demoCompany.ts';
import {
  catalogue,
  figureBlocksOf,
  formsOf,
  listsOf,
  namedIn,
  nodesIn,
  rootOf,
  type CatalogueRow,
  type Node,
} from '../support/catalogue.ts';

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

/** Every entry of the menu with those above it. */
const entries = new Map<string, { entry: MenuEntry; above: readonly MenuEntry[] }>();
const walk = (list: readonly MenuEntry[], above: readonly MenuEntry[]): void => {
  for (const entry of list) {
    if (entry.component !== '') entries.set(entry.path, { entry, above });
    walk(entry.children, [...above, entry]);
  }
};
walk(readMenu(read<MenuItem[]>('schemas/platform/menu.json')), []);
const rolesAt = new Map<string, readonly string[]>();
const collect = (items: readonly MenuItem[]): void => {
  for (const item of items) {
    if (item.roles) rolesAt.set(item.id ?? '', item.roles);
    collect((item.children ?? []) as MenuItem[]);
  }
};
collect(read<MenuItem[]>('schemas/platform/menu.json'));

const forms = new Map(
  readdirSync('schemas/business', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) =>
      read<{ form?: { formKey: string; flowKey?: string; fields: Node[] } }>(join('schemas/business', name)),
    )
    .flatMap(({ form }) => (form ? [[form.formKey, form] as const] : [])),
);
const fieldsOf = (formKey: string): Map<string, Node> =>
  new Map(
    (forms.get(formKey)?.fields ?? [])
      .flatMap(nodesIn)
      .flatMap((node) => (node.__vModel__ ? [[node.__vModel__, node] as const] : [])),
  );

/** Whether a form has this rule on this field: a key of the node, a fixed condition of the list, or a right at a task node. */
function hasRule(lists: readonly Node[], rule: string): boolean {
  const [key = '', kind = ''] = rule.split(' ');
  if (lists.some(({ dataset }) => typeof dataset === 'string' && namedIn(dataset, key)?.[kind] !== undefined))
    return true;
  if (kind === 'fixed') return lists.some(({ fixedQuery }) => fixedQuery !== undefined && key in fixedQuery);
  return lists.flatMap(formsOf).some((formKey) => {
    const node = fieldsOf(formKey).get(key);
    if (!node) return false;
    if (kind !== 'node') return nodesIn(node).some((each) => Boolean(each[kind]));
    const flow = readFileSync(`schemas/flows/${forms.get(formKey)?.flowKey}.bpmn`, 'utf8');
    return new RegExp(`<sf:(field|column) key="${key}" visible="1" editable="1"`).test(flow);
  });
}

/** Whether a screen of figures has its own things: tables show the fields, its datasets have the rule, a block the figure. */
function expectFigures(row: CatalogueRow): void {
  const blocks = figureBlocksOf(row);
  const { fields, rule, figure } = row.own;
  const tables = blocks.filter(({ tag }) => tag === 'statTable');
  const columns = new Set(tables.flatMap((block) => [...block.groups, ...block.figures]));
  expect(columns.size).toBeGreaterThan(3);
  expect(fields.filter((field) => !columns.has(field))).toEqual([]);
  expect(new Set(fields).size).toBe(3);
  const [key = '', kind = ''] = rule.split(' ');
  const isRuled = blocks.some(
    ({ dataset, groups, figures }) =>
      [...groups, ...figures].includes(key) && namedIn(dataset, key)?.[kind] !== undefined,
  );
  expect([rule, isRuled]).toEqual([rule, true]);
  expect([figure, blocks.some(({ figures }) => figures.includes(figure))]).toEqual([figure, true]);
}

/** Lists of records; where a screen has none, it shows figures. */
const hasLists = (row: CatalogueRow): boolean => listsOf(row).length > 0;

describe.each(catalogue.map((row) => [`${row.area}/${row.code}`, row] as const))('catalogue row %s', (_name, row) => {
  it('has a document, and a menu entry with an icon under an area with one', () => {
    expect(rootOf(row).tag).toBeTruthy();
    const found = entries.get(row.path);
    expect(found?.entry.component).toBe(row.screen);
    expect(found?.entry.icon).not.toBe('');
    expect(found?.above.length).toBeGreaterThan(0);
    expect(found?.above.slice(1).every(({ icon }) => icon !== '')).toBe(true);
  });

  it('is open to the person it names', () => {
    const found = entries.get(row.path);
    const person = demoCompany.users.find(({ username }) => username === row.account);
    for (const { id } of [...(found?.above ?? []), ...(found ? [found.entry] : [])]) {
      const roles = rolesAt.get(id);
      if (roles) expect([id, person?.roles.some((role) => roles.includes(role))]).toEqual([id, true]);
    }
  });

  it('lists more than a title and a time, and has its own fields, rule and figure', () => {
    if (!hasLists(row)) return expectFigures(row);
    const lists = listsOf(row);
    const columns = new Set(
      lists.flatMap((list) => [
        ...(list.columns ?? []).map(({ field }) => field),
        ...(list.tag === 'list'
          ? formsOf(list).flatMap((formKey) =>
              [...fieldsOf(formKey).values()].flatMap((node) =>
                node['isList'] === '1' ? [node.__vModel__ ?? ''] : [],
              ),
            )
          : []),
      ]),
    );
    expect(columns.size).toBeGreaterThan(3);
    const { fields, rule, figure } = row.own;
    expect(fields.filter((field) => !columns.has(field))).toEqual([]);
    expect(new Set(fields).size).toBe(3);
    expect([rule, hasRule(lists, rule)]).toEqual([rule, true]);
    expect(figure === '@count' || columns.has(figure)).toBe(true);
  });
});

it.each(catalogue.map((row) => [row.path, row] as const))(
  '%s names figures and groups that its datasets have',
  (_path, row) => {
    const unknown = figureBlocksOf(row).flatMap(({ dataset, groups, figures }) =>
      [...groups, ...figures].filter((key) => namedIn(dataset, key) === undefined).map((key) => `${dataset} ${key}`),
    );
    expect(unknown).toEqual([]);
  },
);

describe('the catalogue', () => {
  it('names each screen, each address and each set of own things once', () => {
    for (const of of [
      catalogue.map(({ area, code }) => `${area}/${code}`),
      catalogue.map(({ screen }) => screen),
      catalogue.map(({ path }) => path),
      catalogue.map(({ own }) => JSON.stringify(own)),
    ])
      expect(of.filter((text, at) => of.indexOf(text) !== at)).toEqual([]);
  });
});
