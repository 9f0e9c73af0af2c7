import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { outageCode } from '../../../src/server/http/outages.ts';
import { recordTable } from '../../../src/server/records/columns/recordSource.ts';
import { author } from '../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../support.ts';

const FORM = 'longstatements';
const publish = ({ context }: TestServer, keys: readonly string[]): Promise<unknown> =>
  publishForm(context, {
    formKey: FORM,
    formName: FORM,
    note: '',
    author,
    definition: {
      fields: keys.map((key) => ({ tag: 'el-input', __vModel__: key, label: key, isList: '1', isSearch: '1' })),
    },
  });

it('a statement that the database gave up is told as one that took too long, not as a fault of the server', () => {
  expect(outageCode(Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }))).toBe(
    'TOO_LONG',
  );
});

describe.skipIf(!process.env['DATABASE_URL'])('a statement over its time', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ statementSeconds: 1 });
    await publish(server, ['name']);
  });
  afterAll(() => server.dispose());

  /** Works while nobody else can read the form's records. */
  const whileHeld = (work: () => Promise<void>): Promise<void> =>
    server.context.db.transaction().execute(async (trx) => {
      await sql`lock table ${recordTable(FORM)} in access exclusive mode`.execute(trx);
      await work();
    });

  it('is given up with a code and words, and the next one is answered', async () => {
    const admin = await server.api('admin');
    const list = () => admin.post(`/api/system/frmCrud/list/${FORM}`, { data: {}, page: { pageNum: 1, pageSize: 10 } });
    await whileHeld(async () => {
      const refused = await list();
      expect([refused.status, refused.code, refused.msg]).toEqual([
        422,
        'TOO_LONG',
        expect.stringContaining('已停止，没有修改任何内容'),
      ]);
    });
    expect((await list()).code).toBe('1');
  });

  it('is none of a publication, which may have to wait and to index many records', async () => {
    let isDone = false;
    let published: Promise<void> = Promise.resolve();
    await whileHeld(async () => {
      published = publish(server, ['name', 'amount']).then(() => {
        isDone = true;
      });
      published.catch(() => undefined);
      await wait(2_500);
      expect(isDone).toBe(false);
    });
    await published;
  });
});
