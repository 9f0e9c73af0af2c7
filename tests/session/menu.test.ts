import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documents } from '../../src/grammar/validators.js';
import type { MenuItem } from '../../src/grammar/documents.ts';
import { readMenu } from '../../src/session/menu.ts';
import { allEntries, firstPath, trailOf, trailOfAddress } from '../../src/session/menuLookup.ts';
import { menuRoutes } from '../../src/session/routes.ts';
import { menu } from './fakes.ts';

const shown = (item: MenuItem): boolean => readMenu([item])[0].isShown;

const SHOWN: [string, MenuItem, boolean][] = [
  ['an item without flags is shown', {}, true],
  ['ifAppear "1" hides (SB-006)', { ifAppear: '1' }, false],
  ['ifAppear "0" does not hide', { ifAppear: '0' }, true],
  ['hidden hides (SB-007)', { hidden: true }, false],
  ['showFlag "1" shows (SB-008)', { showFlag: '1' }, true],
  ['showFlag "0" hides', { showFlag: '0' }, false],
  ['hidden wins over showFlag "1"', { hidden: true, showFlag: '1' }, false],
];
for (const [title, item, expected] of SHOWN) test(title, () => expect(shown(item)).toBe(expected));

test('an item with an external address is a link and has no route (SB-013, RG-015)', () => {
  const modules = readMenu([
    { id: 'm', children: ['http://a', 'https://a', 'mailto:a@b', 'tel:1'].map((path) => ({ path, component: 'x' })) },
  ]);
  expect(modules[0].children.map(({ href }) => href)).toEqual(['http://a', 'https://a', 'mailto:a@b', 'tel:1']);
  expect(menuRoutes(modules)).toEqual([]);
});

test('urlType "1" uses the url whole (RG-017)', () => {
  const [module] = readMenu([
    {
      id: 'm',
      path: '/m',
      children: [
        { path: 'x', url: '/other/place', urlType: '1', component: 'a/b' },
        { path: 'y', url: 'https://out.example', urlType: '1' },
      ],
    },
  ]);
  expect(module.children.map(({ path, href }) => [path, href])).toEqual([
    ['/other/place', null],
    ['', 'https://out.example'],
  ]);
});

test('a query goes with the link, as text or as an object', () => {
  const [module] = readMenu([
    {
      id: 'm',
      children: [
        { path: '/a', query: '{"formKey":"用印"}' },
        { path: '/b', query: { k: 1 } as never },
        { path: '/c', query: 'x=1' },
      ],
    },
  ]);
  expect(module.children.map(({ search }) => search)).toEqual(['?formKey=%E7%94%A8%E5%8D%B0', '?k=1', '?x=1']);
});

/** Neither pinned nor made anew at each visit. */
const plain = { affix: false, noCache: false };

test('wrappers are flattened and lead to their first child (RG-013, RG-014)', () => {
  expect(menuRoutes(readMenu(menu))).toEqual([
    { kind: 'screen', path: '/system/forms', screenKey: 'platform/formManager', title: '表单管理', ...plain },
    { kind: 'screen', path: '/index', screenKey: 'platform/home', title: '首页', ...plain },
    { kind: 'redirect', path: '/seals', to: '/seals/apply', title: '印章管理', ...plain },
    { kind: 'screen', path: '/seals/apply', screenKey: 'seals/apply/list', title: '用印申请', ...plain },
    { kind: 'screen', path: '/seals/secret', screenKey: 'seals/secret/list', title: '隐藏页', ...plain },
  ]);
});

test('a top-level item is a module and gives its code, name and id; without a code the id stands for it (UN-009)', () => {
  expect(
    readMenu([
      { id: '7', code: 'office', name: '协同办公' },
      { id: '8', name: '系统管理' },
    ]).map(({ id, code, title }) => [id, code, title]),
  ).toEqual([
    ['7', 'office', '协同办公'],
    ['8', '8', '系统管理'],
  ]);
});

test('children of a pass-through parent view are routes at their full paths, however deep (SH-007)', () => {
  const deep: MenuItem = {
    id: 'm',
    component: 'Layout',
    children: [
      {
        id: 'a',
        path: '/a',
        component: 'ParentView',
        children: [
          { id: 'b', path: 'b', component: 'ParentView', children: [{ id: 'c', path: 'c', component: 'x/c' }] },
        ],
      },
    ],
  };
  expect(
    menuRoutes(readMenu([deep]))
      .filter(({ kind }) => kind === 'screen')
      .map(({ path }) => path),
  ).toEqual(['/a/b/c']);
});

test('an embedded page takes its link from meta (SH-005)', () => {
  const routes = menuRoutes(
    readMenu([
      {
        id: 'm',
        children: [
          { path: '/doc', component: 'InnerLink', name: '文档', meta: { link: 'https://doc.example' } },
          { path: '/none', component: 'InnerLink' },
        ],
      },
    ]),
  );
  expect(routes).toEqual([
    { kind: 'frame', path: '/doc', link: 'https://doc.example', title: '文档', ...plain },
    { kind: 'frame', path: '/none', link: null, title: '', ...plain },
  ]);
});

test('a route has the query of its entry, with which its pinned tab opens', () => {
  const [route] = menuRoutes(
    readMenu([
      {
        id: 'm',
        children: [{ path: '/list', component: 'a/b', query: '{"formKey":"leave"}', meta: { affix: true } }],
      },
    ]),
  );
  expect(route).toMatchObject({ path: '/list', search: '?formKey=leave', affix: true });
});

test('a flat list with parentId becomes the same tree as nested items', () => {
  const flat: MenuItem[] = [
    { id: 'm', name: '模块' },
    { id: 'b', parentId: 'm', path: '/b', sn: 2, component: 'x' },
    { id: 'a', parentId: 'm', path: '/a', sn: 1, component: 'x' },
  ];
  expect(readMenu(flat).map(({ title, children }) => [title, children.map(({ id }) => id)])).toEqual([
    ['模块', ['a', 'b']],
  ]);
});

test('modules of the other systems are left out of switcher and routes (UN-007)', () => {
  expect(
    readMenu([{ id: 'e', url: 'elevatorTest' }, { id: 'c', url: 'crane' }, { id: 'o' }]).map(({ id }) => id),
  ).toEqual(['o']);
});

test('the second generation of routes takes every module (UN-008)', () => {
  expect(
    readMenu([{ id: 'e', url: 'elevatorTest' }, { id: 'c', url: 'crane' }, { id: 'o' }], 'unit').map(({ id }) => id),
  ).toEqual(['e', 'c', 'o']);
});

test('the trail of a path names module, group and item; the first path is the first shown screen', () => {
  const modules = readMenu(menu);
  expect(trailOf(modules, '/seals/apply').map(({ id }) => id)).toEqual(['office', 'seals', 'apply']);
  expect(trailOf(modules, '/nowhere')).toEqual([]);
  expect(firstPath(modules)).toBe('/system/forms');
});

test('a record on a generic page belongs to the entry that lists its form', () => {
  const modules = readMenu(menu);
  const ids = (search: string): string[] => trailOfAddress(modules, '/commonEntry/detail', search).map(({ id }) => id);
  expect(ids('?formKey=apply&id=1')).toEqual(['office', 'seals', 'apply']);
  expect([ids('?formKey=secret'), ids('?formKey=other'), ids('')]).toEqual([[], [], []]);
});

test('the shipped menu follows the grammar, has unique ids and paths, and names screens for its leaves', () => {
  const items = JSON.parse(readFileSync('schemas/platform/menu.json', 'utf8')) as MenuItem[];
  for (const item of items) expect([documents['menu-item'](item), documents['menu-item'].errors]).toEqual([true, null]);
  const entries = allEntries(readMenu(items));
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  const leaves = entries.filter(({ children }) => children.length === 0);
  expect(leaves.filter(({ component }) => !component.includes('/'))).toEqual([]);
  expect(firstPath(readMenu(items))).toBe('/index');
  expect(menuRoutes(readMenu(items)).map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/taskCenter',
      '/taskCenter/toDoList',
      '/taskCenter/launch',
      '/taskCenter/alreadyDone',
      '/seals/businessSealApply',
    ]),
  );
});
