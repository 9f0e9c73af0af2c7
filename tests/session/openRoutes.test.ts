import { expect, it } from 'vitest';
import { routesAfterMenuChange, type MenuRoute } from '../../src/session/routes.ts';

const screen = (path: string, screenKey: string, title = path): MenuRoute => ({
  kind: 'screen',
  path,
  screenKey,
  title,
  affix: false,
  noCache: false,
});
const before = [screen('/a', 'x/a'), screen('/b', 'x/b'), screen('/c', 'x/c')];

it('keeps the route of an open page that the menu no longer has, and drops the closed ones', () => {
  const { routes, retired } = routesAfterMenuChange(before, [screen('/a', 'x/a')], new Set(['/b']), false);
  expect(routes.map(({ path }) => path)).toEqual(['/a', '/b']);
  expect(retired.map(({ path }) => path)).toEqual(['/b']);
});

it('keeps the view of an open page while something is unsaved, and takes the new one when nothing is', () => {
  const now = [screen('/a', 'y/a', '新名'), screen('/b', 'x/b')];
  expect(routesAfterMenuChange(before, now, new Set(['/a']), true).routes[0]).toMatchObject({ screenKey: 'x/a' });
  expect(routesAfterMenuChange(before, now, new Set(['/a']), false).routes[0]).toMatchObject({ screenKey: 'y/a' });
  expect(routesAfterMenuChange(before, now, new Set(['/b']), true).routes[0]).toMatchObject({ screenKey: 'y/a' });
});
