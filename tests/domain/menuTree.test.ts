import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { MenuItem } from '../../src/grammar/documents.ts';
import { checkCode, checkEntry, checkMenuManagerReachable, unusedPath } from '../../src/domain/menu/menuCheck.ts';
import { isShownToAdmins, kindOf, pathOf, rowMap, type MenuRow } from '../../src/domain/menu/menuTree.ts';
import { demoCompany } from '../../src/server/seed/demoCompany.ts';
import { flattenMenuTree } from '../../src/server/seed/menus.ts';

const shipped = (): Map<string, MenuRow> =>
  rowMap(
    flattenMenuTree(JSON.parse(readFileSync('schemas/platform/menu.json', 'utf8')) as MenuItem[], null).map(
      ({ id, parentId, roles, code, item }) => ({
        id,
        parentId,
        roles,
        item: { ...(item as MenuItem), ...(code ? { code } : {}) },
      }),
    ),
  );
const rows = shipped();
const known = {
  screens: new Set([...rows.values()].map(({ item }) => item.component ?? '')),
  roles: new Set(demoCompany.roles.map(({ code }) => code)),
};

it('finds nothing wrong with any entry that ships', () => {
  expect([...rows.values()].flatMap((row) => [...checkEntry(rows, row, known), ...checkCode(rows, row)])).toEqual([]);
  expect(checkMenuManagerReachable(rows)).toEqual([]);
});

it('knows what an entry is by what it names (RG-012, RG-015)', () => {
  const kind = (item: MenuItem, parentId: string | null = 'office') => kindOf({ parentId, item });
  expect([
    kind({ component: 'Layout' }, null),
    kind({ component: 'ParentView' }),
    kind({ component: 'a/b/list' }),
    kind({ component: 'InnerLink' }),
    kind({ path: 'https://a.example', component: 'a/b' }),
  ]).toEqual(['module', 'group', 'screen', 'frame', 'link']);
});

it('makes full addresses as the routes do: below the group, alone with a slash, whole with urlType 1 (RG-017)', () => {
  const path = (item: MenuItem, parentId = 'taskCenter') => pathOf(rows, { parentId, item });
  expect([
    path({ path: 'x' }),
    path({ path: '/x/' }),
    path({ path: 'x', url: '#/whole', urlType: '1' }),
    path({ path: 'x' }, 'office'),
    path({ path: 'tel:1' }),
  ]).toEqual(['/taskCenter/x', '/x', '/whole', '/x', '']);
});

it('says that nobody could reach the menu any more when anything above its entry is hidden', () => {
  const hidden = shipped();
  const system = hidden.get('system') as MenuRow;
  hidden.set('system', { ...system, item: { ...system.item, ifAppear: '1' } });
  expect(isShownToAdmins(hidden, 'menuManager')).toBe(false);
  expect(checkMenuManagerReachable(hidden).map(({ code }) => code)).toEqual(['MENU_KEEP']);
});

it('takes an entry to the fifth level and no deeper, with all that stands below it', () => {
  const deep = shipped();
  const group = (id: string, parentId: string): MenuRow => ({
    id,
    parentId,
    roles: null,
    item: { name: id, path: id, component: 'ParentView' },
  });
  for (const [id, parent] of [
    ['a', 'mail'],
    ['b', 'a'],
    ['c', 'b'],
  ] as const)
    deep.set(id, group(id, parent));
  expect(checkEntry(deep, deep.get('c') as MenuRow, known)).toEqual([]);
  const moved = { ...(deep.get('notice') as MenuRow), parentId: 'b' };
  expect(checkEntry(deep.set('notice', moved), moved, known).map(({ message }) => message)).toContain(
    '位置不合适：菜单最多 5 级',
  );
});

it('suggests an address that nobody has', () => {
  expect(unusedPath(rows, 'taskCenter', 'launch')).toBe('launch2');
  expect(unusedPath(rows, 'office', '用车 申请')).toBe('page');
  expect(unusedPath(rows, 'office', 'login')).toBe('login2');
});
