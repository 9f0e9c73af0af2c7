import { expect, test } from 'vitest';
import { createRoleScopeCalls } from '../../src/api/roleScopes.ts';
import { answer, client, memoryTokens, startBackEnd, success } from './backEnd.ts';

test('the scope of a role is sent whole, with the departments that were chosen', async () => {
  const backEnd = await startBackEnd((_seen, response) => answer(response, success(null)));
  const calls = createRoleScopeCalls(client(backEnd.url, memoryTokens(null)).http);
  const scope = { scope: 'chosen' as const, deptIds: ['d1', 'd2'], forms: [] };
  const before = { scope: 'all' as const, deptIds: [], forms: [] };
  await calls.save({ code: 'tester', ...scope, before });
  expect(JSON.parse(backEnd.seen[0].body)).toEqual({ code: 'tester', ...scope, before });
  await backEnd.close();
});
