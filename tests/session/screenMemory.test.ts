import { expect, test } from 'vitest';
import type { MenuRoute } from '../../src/session/routes.ts';
import { rememberScreens, rememberedScreenKey } from '../../src/session/rememberedScreens.ts';
import { memoryStorage } from './fakes.ts';

const place = { title: '', affix: false, noCache: false };
const screen = (path: string, screenKey: string): MenuRoute => ({ kind: 'screen', path, screenKey, ...place });
const redirect = (path: string, to: string): MenuRoute => ({ kind: 'redirect', path, to, ...place });
const byPath = (...routes: MenuRoute[]) => new Map(routes.map((route) => [route.path, route]));

test('the screens of all routes are remembered, whether they were opened or not, also where one leads to another', () => {
  const storage = memoryStorage();
  rememberScreens(storage, byPath(redirect('/mail', '/mail/in'), screen('/mail/in', 'platform/mail/in')), [
    { path: '/print', screenKey: 'platform/print' },
  ]);
  expect(['/mail', '/mail/in', '/print', '/index'].map((path) => rememberedScreenKey(storage, path))).toEqual([
    'platform/mail/in',
    'platform/mail/in',
    'platform/print',
    undefined,
  ]);
});

test('what the next menu no longer says is forgotten', () => {
  const storage = memoryStorage();
  rememberScreens(storage, byPath(screen('/old', 'x')));
  rememberScreens(storage, byPath(screen('/new', 'y')));
  expect([rememberedScreenKey(storage, '/old'), rememberedScreenKey(storage, '/new')]).toEqual([undefined, 'y']);
});

test('routes that lead in a circle have no screen', () => {
  const storage = memoryStorage();
  rememberScreens(storage, byPath(redirect('/a', '/b'), redirect('/b', '/a'), screen('/c', 'z')));
  expect([rememberedScreenKey(storage, '/a'), rememberedScreenKey(storage, '/c')]).toEqual([undefined, 'z']);
});

test('a memory that is nonsense is none', () => {
  expect(rememberedScreenKey(memoryStorage({ screenOfPath: '{broken' }), '/index')).toBeUndefined();
});
