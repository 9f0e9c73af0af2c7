import { expect, test } from 'vitest';
import { hasPermission, hasRole } from '../../src/session/permission.ts';

const none = { roles: [], permissions: [] };

test('an administrator passes every role check (RP-004)', () => {
  expect(hasRole({ ...none, roles: ['admin'] }, ['sealer'])).toBe(true);
  expect(hasRole({ ...none, roles: ['staff'] }, ['sealer'])).toBe(false);
});

test('the permission *:*:* passes every permission check (RP-005)', () => {
  expect(hasPermission({ ...none, permissions: ['*:*:*'] }, ['a:b:c'])).toBe(true);
  expect(hasPermission({ ...none, permissions: ['a:b:d'] }, ['a:b:c'])).toBe(false);
});

test('a check without a list is an error of the author, not a yes (ER-019)', () => {
  expect(() => hasRole(none, [])).toThrow(TypeError);
  expect(() => hasPermission(none, undefined as never)).toThrow(TypeError);
});
