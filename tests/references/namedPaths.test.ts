import { expect, it } from 'vitest';
import { checkExternalNames, type ExternalName } from '../../src/references/externalNames.ts';

const outside = {
  fieldsOf: () => new Set(['name', 'contract']),
  holds: () => undefined,
  hasDictionary: () => true,
  hasAction: () => true,
  buttonsOf: () => undefined,
};
const field = (name: string, use: 'shown' | 'asked' | 'read'): ExternalName => ({
  kind: 'field',
  use,
  name,
  path: [name],
  formKey: 'bill',
});

it('a list may name what stands behind a relation of its form, and nothing behind what is no field of it', () => {
  const named = [
    field('contract.amount', 'shown'),
    field('contract.amount', 'asked'),
    field('gone.amount', 'shown'),
    field('gone.amount', 'asked'),
    field('contract.amount', 'read'),
  ];
  expect(checkExternalNames(named, outside).map(({ path, level }) => [path[0], level ?? 'error'])).toEqual([
    ['gone.amount', 'warning'],
    ['gone.amount', 'error'],
    ['contract.amount', 'error'],
  ]);
});
