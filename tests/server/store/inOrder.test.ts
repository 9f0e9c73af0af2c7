import { expect, it } from 'vitest';
import { orderOrgs } from '../../../src/server/system/orgWrite.ts';
import { processInOrderOfIds } from '../../../src/server/store/processInOrderOfIds.ts';
import { startTestServer } from '../support.ts';

it('works in the order of ids, whatever order they come in, and answers in that one; new ones come first', async () => {
  const done: string[] = [];
  const items = [{ id: 'c' }, { name: 'new' }, { id: 'a', turn: 1 }, { id: 'b' }, { id: 'a', turn: 2 }];
  expect(
    await processInOrderOfIds(items, async (item) => {
      done.push(JSON.stringify(item));
      return item;
    }),
  ).toEqual(items);
  expect(done).toEqual(
    [{ name: 'new' }, { id: 'a', turn: 1 }, { id: 'a', turn: 2 }, { id: 'b' }, { id: 'c' }].map((item) =>
      JSON.stringify(item),
    ),
  );
});

it('lets callers who name the same departments in opposite orders wait for one another', async () => {
  const server = await startTestServer();
  try {
    const rows = await server.context.db.selectFrom('sys_org').select('id').orderBy('id').execute();
    const places = rows.map(({ id }, sn) => ({ id, sn }));
    await Promise.all(
      Array.from({ length: 16 }, (_one, turn) =>
        server.context.db.transaction().execute((trx) => orderOrgs(trx, turn % 2 === 0 ? places : places.toReversed())),
      ),
    );
  } finally {
    await server.dispose();
  }
});
