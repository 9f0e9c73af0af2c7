import { describe, expect, it } from 'vitest';
import type { FormRight } from '../../src/rules/formRights.ts';
import { roleFieldsOf, type RoleFormLine } from '../../src/rules/roleFields.ts';

const line = (role: string, rights: FormRight[], hidden: string[], locked: string[] = []): RoleFormLine => ({
  formKey: 'pay',
  role,
  rights,
  hidden,
  locked,
});

describe('fields that several roles of one person keep from them', () => {
  it.each<[string, RoleFormLine[], { hidden: string[]; locked: string[] } | undefined]>([
    ['no role closes any', [line('a', ['see'], [])], undefined],
    ['one role hides it', [line('a', ['see'], ['x'])], { hidden: ['x'], locked: ['x'] }],
    [
      'another role that sees the form shows it',
      [line('a', ['see'], ['x']), line('b', ['see'], [])],
      {
        hidden: [],
        locked: ['x'],
      },
    ],
    [
      'another role that writes in the form opens it',
      [line('a', ['see'], ['x']), line('b', ['see', 'editAll'], [])],
      undefined,
    ],
    [
      'another role has nothing in the form',
      [line('a', ['see'], ['x']), line('b', [], [])],
      {
        hidden: ['x'],
        locked: ['x'],
      },
    ],
    [
      'what everybody sees opens nothing',
      [line('a', ['see'], ['x']), line('*', ['see', 'create'], [])],
      {
        hidden: ['x'],
        locked: ['x'],
      },
    ],
    [
      'it is hidden from everybody, and shown by a role of theirs',
      [line('*', ['see'], ['x']), line('a', ['see', 'editOwn'], [])],
      undefined,
    ],
    [
      'one locks it and another hides it',
      [line('a', ['see', 'editAll'], [], ['x']), line('b', ['see', 'editAll'], ['x'])],
      {
        hidden: [],
        locked: ['x'],
      },
    ],
    [
      'one locks it and another that writes does not',
      [line('a', ['see', 'editAll'], [], ['x']), line('b', ['see', 'create'], [])],
      undefined,
    ],
  ])('%s', (_name, lines, expected) => {
    expect(roleFieldsOf(lines)['pay']).toEqual(expected);
  });

  it('are told form by form', () => {
    const other = { ...line('a', ['see'], ['y']), formKey: 'other' };
    expect(Object.keys(roleFieldsOf([line('a', ['see'], ['x']), other]))).toEqual(['pay', 'other']);
  });
});
