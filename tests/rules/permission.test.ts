import { expect, test } from 'vitest';
import { hasPermission, hasRole, hasRoleLike, isGranted } from '../../src/rules/permission.ts';

const staff = { roles: ['staff', 'seal_keeper'], permissions: ['notice:release'] };
const admin = { roles: ['admin'], permissions: [] };

test('an administrator passes every role check (RP-004)', () => {
  expect([hasRole(admin, ['sealer']), hasRoleLike(admin, ['seal'])]).toEqual([true, true]);
  expect(hasRole(staff, ['sealer'])).toBe(false);
});

test('a role check is exact, a like check takes a part of the code (RP-007)', () => {
  expect([hasRole(staff, ['seal']), hasRole(staff, ['seal', 'staff'])]).toEqual([false, true]);
  expect([hasRoleLike(staff, ['seal']), hasRoleLike(staff, ['leader'])]).toEqual([true, false]);
});

test('an empty text is a part of no role', () => {
  expect(hasRoleLike(staff, [''])).toBe(false);
});

test('the permission *:*:* passes every permission check (RP-005)', () => {
  expect(hasPermission({ roles: [], permissions: ['*:*:*'] }, ['a:b:c'])).toBe(true);
  expect([hasPermission(staff, ['a:b:c']), hasPermission(staff, ['a:b:c', 'notice:release'])]).toEqual([false, true]);
});

test('a check without a list is an error of the author, not a yes (ER-019)', () => {
  for (const check of [hasRole, hasRoleLike, hasPermission]) {
    expect(() => check(staff, [])).toThrow(TypeError);
    expect(() => check(staff, undefined as never)).toThrow(TypeError);
  }
});

test('of several lists each must hold, and what names none is for everybody (RP-006)', () => {
  expect(isGranted({}, { roles: [] })).toBe(true);
  expect(isGranted({ roles: ['staff'], permissions: ['a:b:c'] }, staff)).toBe(false);
  expect(isGranted({ rolesLike: ['keeper'], permissions: ['notice:release'] }, staff)).toBe(true);
});
