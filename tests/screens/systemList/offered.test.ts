import { expect, it } from 'vitest';
import orgManager from '../../../schemas/platform/system/orgManager.json' with { type: 'json' };
import { isOffered, type SystemAction, type SystemRow } from '../../../src/screens/systemList/rows.ts';

const admin = { id: 'u', name: '管理员', roles: ['admin'], permissions: [] };
const offered = (row: SystemRow): string[] =>
  (orgManager.root.rowActions as unknown as SystemAction[])
    .filter((action) => isOffered(action, row, admin))
    .map(({ name }) => name);

it('a department in use may be merged and disabled, one out of use enabled, a unit never merged', () => {
  expect(offered({ id: 'd', type: 'dept', disabled: false })).toEqual(['edit', 'people', 'disable', 'merge', 'remove']);
  expect(offered({ id: 'd', type: 'dept', disabled: true })).toEqual(['edit', 'people', 'enable', 'remove']);
  expect(offered({ id: 'u', type: 'unit', disabled: false })).toEqual(['edit', 'people', 'disable', 'remove']);
});
