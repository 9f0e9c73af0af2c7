import { expect, test } from 'vitest';
import { passwordChangeFaults, passwordFault } from '../../src/rules/password.ts';

const PASSWORDS: [string, boolean][] = [
  ['Demo@2026', true],
  ['Aa1!aaaa', true],
  ['Aa1!aaa', false],
  ['Aa1!aaaaaaaaaaaaa', false],
  ['demo@2026', false],
  ['DEMO@2026', false],
  ['Demo@demo', false],
  ['Demo20266', false],
  ['Demo @2026', false],
];
for (const [password, isStrong] of PASSWORDS) {
  test(`${password} is ${isStrong ? '' : 'not '}a strong password (AU-022)`, () =>
    expect(passwordFault(password) === null).toBe(isStrong));
}

test('a change names each entry that is wrong: too like the old one, or not repeated (AU-021, AU-022)', () => {
  const faults = (oldPassword: string, password: string, confirmPassword: string) =>
    passwordChangeFaults({ oldPassword, password, confirmPassword }).map(({ field }) => field);
  expect(faults('Demo@2026', 'Next@2027', 'Next@2027')).toEqual([]);
  expect(faults('Demo@2026', 'Demo@2026', 'Demo@2026')).toEqual(['password']);
  expect(faults('Demo@2026', 'Next@2027', 'Next@2028')).toEqual(['confirmPassword']);
  expect(faults('Demo@2026', 'weak', 'weaker')).toEqual(['password', 'confirmPassword']);
});
