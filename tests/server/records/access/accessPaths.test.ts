import { sql, type SqlBool } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { recordTableName } from '../../../../src/server/records/columns/tableNames.ts';
import { searchMethodsOf, type SearchMethod } from '../../../../src/server/records/access/accessPaths.ts';
import { author } from '../../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { storeMany } from '../../../support/storeMany.ts';

const FORM = 'manyways';
const TABLE = recordTableName(FORM);
const OWN = 600;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await publishForm(server.context, {
    formKey: FORM,
    formName: FORM,
    note: '',
    author,
    definition: { fields: [{ tag: 'el-input', __vModel__: 'title', label: '标题', isList: '1' }] },
  });
  await storeMany(server.context, FORM, OWN, (n) => ({ id: `w${n}`, title: '记录' }));
});
afterAll(() => server.dispose());

/** As if the table held so many records. */
const sized = async (records: number): Promise<readonly SearchMethod[]> => {
  await sql`update pg_class set reltuples = ${sql.lit(records)} where oid = to_regclass(${`"${TABLE}"`})`.execute(
    server.context.db,
  );
  const ways = ['u-staff', 'u-hr'].map((id) => ({
    kind: 'own' as const,
    condition: sql<SqlBool>`frm_record.create_by = ${id}`,
  }));
  return searchMethodsOf(
    server.context,
    server.context.db,
    { key: `of ${records}`, formKey: FORM, order: 'title', facts: null },
    ways,
  );
};

describe('whether a way leads to many records', () => {
  it('is yes for six hundred among a million: a page of them is soon found in the order of all', async () => {
    expect(await sized(1_000_000)).toEqual(['inOrder', 'sorted']);
  });

  it('is no for them among a hundred million: to sort them is quicker', async () => {
    expect(await sized(100_000_000)).toEqual(['sorted', 'sorted']);
  });

  it('does not hang on statistics that are not there yet', async () => {
    expect(await sized(-1)).toEqual(['inOrder', 'sorted']);
  });
});
