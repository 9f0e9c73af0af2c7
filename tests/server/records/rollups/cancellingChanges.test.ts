import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/index.ts';
import { compareKeptValues } from '../../../../src/server/records/index.ts';
import { deleteRecord } from '../../../../src/server/records/columns/storeRecords.ts';
import { storeMany } from '../../../support/storeMany.ts';
import { author } from '../../support/sealDemo.ts';
import { isWaitingForLock } from '../../support/isWaitingForLock.ts';
import { startTestServer, type TestServer } from '../../support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

const publish = (formKey: string, fields: readonly object[]): Promise<unknown> =>
  publishForm(server.context, {
    formKey,
    formName: formKey,
    note: '',
    author,
    definition: { unitReads: '1', access: { createRoles: ['*'] }, fields },
  });

// the embedded database has one connection: nobody waits there
it.runIf(Boolean(process.env['DATABASE_URL']))(
  'two changes that cancel each other out both count, though the second finds the figure as it leaves it',
  async () => {
    await publish('ccHall', []);
    await publish('ccSeat', [{ tag: 'recordSelector', __vModel__: 'hall', label: '场馆', to: 'ccHall' }]);
    const rollup = { from: 'ccSeat', via: 'hall', fn: 'count' };
    await publish('ccHall', [{ tag: 'el-input-number', __vModel__: 'seats', label: '座位数', precision: 0, rollup }]);
    await storeMany(server.context, 'ccHall', 1, () => ({ id: 'hall' }));
    await storeMany(server.context, 'ccSeat', 2, (n) => ({ id: `seat${n}`, fieldsMap: { hall: 'hall' } }));
    const staff = await server.api('staff');
    let added: Promise<{ msg: string }> | undefined;
    await server.context.db.transaction().execute(async (trx) => {
      await deleteRecord(trx, 'ccSeat', 'seat1');
      added = staff.post('/api/system/frmCrud/saveOrUpdate/ccSeat', { fieldsMap: { hall: 'hall' }, childTables: {} });
      await expect.poll(() => isWaitingForLock(server), { timeout: 20_000 }).toBe(true);
    });
    expect((await added)?.msg).toBe('保存成功');
    expect(await compareKeptValues(server.context.db, 'ccHall')).toEqual([]);
    const { data } = await staff.post<{ data: { fieldsMap: Record<string, unknown> }[] }>(
      '/api/system/frmCrud/listNoAuth/ccHall',
      { data: {}, page: { pageNum: 1, pageSize: 10 } },
    );
    expect(data.data[0]?.fieldsMap).toMatchObject({ seats: 2 });
  },
);
