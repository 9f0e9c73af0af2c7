import { sql, type SqlBool } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { indexOwnOrders } from '../../../../src/server/records/indexes/ownOrders.ts';
import { partitionName } from '../../../../src/server/records/indexes/partition.ts';
import { searchesOf, type Search } from '../../../../src/server/records/access/accessPaths.ts';
import { author } from '../../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../../support.ts';

const FORM = 'ownorders';
const SMALL = 'ownorders-small';
const FRESH = 'ownorders-fresh';
const fields = [
  { tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1', isSearch: '1' },
  { tag: 'el-input-number', __vModel__: 'amount', label: '金额', isList: '1', isSearch: '1' },
];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const formKey of [FORM, SMALL])
    await publishForm(server.context, { formKey, formName: formKey, note: '', author, definition: { fields } });
});
afterAll(() => server.dispose());

const isEmbedded = (): boolean => server.context.settings.databaseUrl === null;
const make = (): Promise<number> => indexOwnOrders(server.context.db, isEmbedded());
/** As if the form's table held so many records. */
const sized = (formKey: string, records: number): Promise<unknown> =>
  sql`update pg_class set reltuples = ${sql.lit(records)} where oid = to_regclass(${`"${partitionName(formKey)}"`})`.execute(
    server.context.db,
  );
async function ownIndexes(formKey: string): Promise<{ name: string; text: string }[]> {
  const { rows } = await sql<{
    name: string;
    text: string;
  }>`select c.relname as name, pg_get_indexdef(c.oid) as text from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = to_regclass(${`"${partitionName(formKey)}"`}) and i.indisvalid and pg_get_indexdef(c.oid) ~ 'btree \\(create_by, (?!create_time)' order by 2`.execute(
    server.context.db,
  );
  return rows;
}
const orders = async (formKey: string): Promise<string[]> =>
  (await ownIndexes(formKey)).map(({ text }) => text.slice(text.indexOf('btree'))).toSorted();

describe('the orders of a large form for each person', () => {
  it('are indexed for every order of its list, once, and not for a small form', async () => {
    await sized(FORM, 99_999);
    expect(await make()).toBe(0);
    await sized(FORM, 100_000);
    expect(await make()).toBe(4);
    expect(await orders(FORM)).toEqual([
      "btree (create_by, frm_number(fields, 'amount'::text) NULLS FIRST, create_time, id)",
      "btree (create_by, frm_text(fields, 'name'::text) NULLS FIRST, create_time, id)",
      'btree (create_by, title, create_time, id)',
      'btree (create_by, update_time, create_time, id)',
    ]);
    expect(await make()).toBe(0);
    expect(await orders(SMALL)).toEqual([]);
  });

  it('are made by one of several servers that come at once', async () => {
    await sized(SMALL, 200_000);
    const made = await Promise.all([make(), make(), make()]);
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(4);
    expect(await orders(SMALL)).toHaveLength(4);
  });

  it('are made again where a server died over one', async () => {
    const [unfinished] = await ownIndexes(FORM);
    await sql`update pg_index set indisvalid = false where indexrelid = to_regclass(${`"${unfinished?.name}"`})`.execute(
      server.context.db,
    );
    await sized(FORM, 100_000);
    expect(await orders(FORM)).toHaveLength(3);
    expect(await make()).toBe(1);
    expect(await orders(FORM)).toHaveLength(4);
  });

  it('answer the first of what is one person’s, with nothing to pass over or to sort', async () => {
    const { db } = server.context;
    await sql`insert into frm_record (id, form_key, version, revision, flw_state, title, create_by, create_by_name, update_by, update_by_name, create_time, fields, child_tables)
      select 'o' || n, ${FORM}, 1, 1, '0', '记录', case when n % 100 = 0 then 'u-staff' else 'p' || n % 50 end, '某人', 'u-admin', '某人', now(), jsonb_build_object('amount', n), '{}'::jsonb from generate_series(1, 3000) as n`.execute(
      db,
    );
    await sql`analyze ${sql.id(partitionName(FORM))}`.execute(db);
    const {
      rows: [row],
    } = await sql<{
      'QUERY PLAN': unknown;
    }>`explain (format json) select id from ${sql.id(partitionName(FORM))} where create_by = 'u-staff' order by frm_number(fields, 'amount') desc nulls last, create_time desc, id desc limit 10`.execute(
      db,
    );
    const plan = JSON.stringify(row?.['QUERY PLAN']);
    expect(plan).toContain('frm_own_');
    expect(plan).not.toContain('Sort Key');
  });

  it('are what a page of one’s own is looked for in, however few it has, once they are there', async () => {
    await publishForm(server.context, { formKey: FRESH, formName: FRESH, note: '', author, definition: { fields } });
    const own = { by: sql<SqlBool>`frm_record.create_by = 'nobody'` };
    const ways = (formKey: string, turn: string): Promise<readonly Search[]> =>
      searchesOf(server.context, server.context.db, { key: `${formKey} ${turn}`, formKey, order: null, ground: null }, [
        { ...own, hasOrders: true },
        own,
      ]);
    await sized(FRESH, 200_000);
    expect(await ways(FRESH, 'before')).toEqual(['sorted', 'sorted']);
    await make();
    expect(await ways(FRESH, 'after')).toEqual(['inOrder', 'sorted']);
  });
});
