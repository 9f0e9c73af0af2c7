import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadForm, publishedVersion, publishForm } from '../../../src/server/documents/index.ts';
import { Refusal } from '../../../src/server/http/refusal.ts';
import { storeItems } from '../../../src/server/packs/storeItems.ts';
import { importOptions } from '../../../src/server/packs/storeItem.ts';
import type { Db } from '../../../src/server/store/database.ts';
import type { Trx } from '../../../src/server/store/transaction.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

const author = { id: 'u-admin', name: '管理员' };
const publish = (formKey: string, label: string, trx?: Trx) =>
  publishForm(
    server.context,
    {
      formKey,
      formName: formKey,
      note: '',
      author,
      definition: { fields: [{ tag: 'el-input', __vModel__: 'a', label }] },
    },
    trx,
  );
const labelIn = async (db: Db, formKey: string): Promise<unknown> =>
  (await loadForm(server.context, db, formKey)).form.fields.get('a')?.node.label;

describe('the version that a transaction reads', () => {
  // the embedded store has one connection: nobody publishes while a transaction is open
  it.runIf(process.env['DATABASE_URL'])('stays the same while somebody else publishes', async () => {
    await publish('readOnce', '旧');
    await server.context.db.transaction().execute(async (trx) => {
      expect(await labelIn(trx, 'readOnce')).toBe('旧');
      await publish('readOnce', '新');
      expect(await labelIn(trx, 'readOnce')).toBe('旧');
    });
  });

  it('is the new one once the transaction itself has published', async () => {
    await publish('readAgain', '旧');
    await server.context.db.transaction().execute(async (trx) => {
      expect(await labelIn(trx, 'readAgain')).toBe('旧');
      await publish('readAgain', '新', trx);
      expect(await labelIn(trx, 'readAgain')).toBe('新');
    });
  });

  it('is the one before again once a pack has taken back what it published', async () => {
    await publish('takenBack', '旧');
    const item = {
      kind: 'form' as const,
      key: 'takenBack',
      name: 'takenBack',
      content: { formName: 'takenBack', fields: [{ tag: 'el-input', __vModel__: 'a', label: '新' }] },
    };
    await server.context.db.transaction().execute(async (trx) => {
      const problems = await storeItems(
        server.context,
        trx,
        importOptions(server.context, author, '', [item]),
        [item],
        (_item, version) => {
          // as whatever is judged after the publication would
          void publishedVersion(trx, 'form', 'takenBack');
          throw new Refusal('REQUEST_INVALID', { detail: `第 ${version} 版不能用` });
        },
      );
      expect(problems).toMatchObject([{ key: 'takenBack', message: expect.stringContaining('第 2 版不能用') }]);
      expect(await labelIn(trx, 'takenBack')).toBe('旧');
    });
  });
});
