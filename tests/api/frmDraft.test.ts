import { expect, test } from 'vitest';
import { createDraftCalls } from '../../src/api/records/frmDraft.ts';
import type { Http } from '../../src/api/http/client.ts';

/** A server that answers when the test says so. */
function waiting() {
  const open: { path: string; answer(data: unknown): void; refuse(): void }[] = [];
  const send = ({ path }: { path: string }) =>
    new Promise((resolve, reject) => {
      open.push({ path, answer: resolve, refuse: () => reject(new Error('lost')) });
    });
  return { open, calls: createDraftCalls({ send } as unknown as Http) };
}

test('a draft that is being removed is not listed any more, not even by a list asked for before', async () => {
  const { open, calls } = waiting();
  const [before] = [calls.list({})];
  const removing = calls.remove(['d1']);
  const after = calls.list({});
  for (const { path, answer } of open) if (path.endsWith('/list')) answer([{ id: 'd1' }, { id: 'd2' }]);
  expect([await before, await after]).toEqual([[{ id: 'd2' }], [{ id: 'd2' }]]);
  open[1].answer(undefined);
  await removing;
});

test('a draft that could not be removed is listed again', async () => {
  const { open, calls } = waiting();
  const removing = calls.remove(['d1']);
  open[0].refuse();
  await expect(removing).rejects.toThrow('lost');
  const list = calls.list({});
  open[1].answer([{ id: 'd1' }]);
  expect(await list).toEqual([{ id: 'd1' }]);
});
