import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author } from '../../support/sealDemo.ts';
import { type Client, startTestServer, type TestServer } from '../../support.ts';
import { recordTable } from '../../../../src/server/records/columns/recordSource.ts';
import { deleteRecord } from '../../../../src/server/records/columns/storeRecords.ts';
import { isLong } from '../../../support/tier.ts';
import { secondsAgo, storeMany } from '../../../support/storeMany.ts';
import { giveCopies, takeCopies } from '../copies.ts';
import { mergeTallies } from '../../../../src/server/records/indexes/mergeTallies.ts';

let server: TestServer;
let staff: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, admin] = await Promise.all([server.api('staff'), server.api('admin')]);
  await publish(FIELDS);
  await storeMany(server.context, FORM, OTHERS + OWN, (n) => ({
    id: `h${String(n).padStart(3, '0')}`,
    title: `T${(n * 7) % 41}`,
    create_by: n > OTHERS ? 'u-staff' : 'u-other',
    create_time: secondsAgo(60 * n),
    update_time: secondsAgo(60 * ((n * 13) % 43)),
    fieldsMap: {
      name: n % 7 === 0 ? null : n % 2 === 0 ? `${'长'.repeat(250)}${n}` : `名${(n * 11) % 37}`,
      amount: n % 5 > 0 ? (n * 17) % 23 : null,
    },
  }));
  // every second of the others' came to them as a copy, one of their own as well
  const { rows } = await sql<{
    id: string;
  }>`select id from ${recordTable(FORM)} where right(id, 1)::integer % 2 = 0 or create_by = 'u-staff'`.execute(db());
  await giveCopies(
    db(),
    FORM,
    rows.map(({ id }) => id),
    'u-staff',
  );
});
afterAll(() => server.dispose());

const FORM = 'handorders';

const FIELDS = [
  { tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1', isSearch: '1' },
  { tag: 'el-input-number', __vModel__: 'amount', label: '金额', isList: '1', isSearch: '1' },
];

const OTHERS = 40;

const OWN = 5;

interface Row {
  id: string;
  title: string;
  revision: number;
  fieldsMap: Record<string, unknown>;
}

interface Listed {
  data: Row[];
  page: { total: number };
}

const db = () => server.context.db;

const publish = (fields: object[]): Promise<unknown> =>
  publishForm(server.context, { formKey: FORM, formName: FORM, note: '', author, definition: { fields } });

async function list(who: Client, data: object, pageNum = 1, pageSize = 20): Promise<Listed> {
  const answer = await who.post<Listed>(`/api/system/frmCrud/list/${FORM}`, { data, page: { pageNum, pageSize } });
  if (answer.code !== '1') throw new Error(`${answer.code} ${answer.msg}`);
  return answer.data;
}

const ids = ({ data }: Listed): string[] => data.map(({ id }) => id);

/** What the staff member may read of what the administrator is answered, in the same order. */
async function readable(data: object): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from ${recordTable(FORM)} where create_by = 'u-staff' union select record_id from frm_hand where form_key = ${FORM} and user_id = 'u-staff'`.execute(
    db(),
  );
  const theirs = new Set(rows.map(({ id }) => id));
  return ids(await list(admin, data, 1, 500)).filter((id) => theirs.has(id));
}

const SORTS = ['amount', 'name', 'title', 'updateTime', 'createTime'].flatMap((field) =>
  ['asc', 'desc'].map((order) => ({ field, order })),
);

const NARROW = { conditions: [{ field: 'amount', op: 'range', value: [3, 15] }] };

/**
 * Every order, every page, with and without a condition: the administrator's list without what is not theirs. `share`:
 * usually each order goes once, every second one with the condition; of the next share these are the others.
 */
async function expectSame(share: 0 | 1 | 'all' = 'all'): Promise<void> {
  for (const [at, sort] of SORTS.entries())
    for (const [way, narrow] of [{}, NARROW].entries()) {
      // the two directions of a field stand beside each other
      if (!isLong && share !== 'all' && (Math.floor(at / 2) + way) % 2 !== share) continue;
      const data = { ...narrow, sort };
      const wanted = await readable(data);
      const pages: Listed[] = [];
      for (const pageNum of [1, 2, 3]) pages.push(await list(staff, data, pageNum, 10));
      expect([data, pages.flatMap(ids)]).toEqual([data, wanted]);
      expect([data, pages[0]?.page.total]).toEqual([data, wanted.length]);
    }
}

describe('the orders of a form for those in whose hands its records were', () => {
  it('are those of the administrator without what is not theirs', async () => {
    expect((await list(staff, {})).page.total).toBe(OTHERS / 2 + OWN);
    await expectSame();
  });

  it('follow what is saved, also by a field that a later version brought', async () => {
    await publish([
      ...FIELDS,
      { tag: 'el-input-number', __vModel__: 'days', label: '天数', isList: '1', isSearch: '1' },
    ]);
    for (const [id, amount, days] of [
      ['h002', 99, 3],
      ['h004', null, 1],
      ['h006', -1, 7],
      ['h007', 50, 2],
      ['h041', 98, 9],
    ] as const) {
      const { data: row } = await admin.get<Row>(`/api/system/frmCrud/getById/${FORM}?id=${id}`);
      const answer = await admin.post(`/api/system/frmCrud/saveOrUpdate/${FORM}`, {
        id,
        revision: row.revision,
        fieldsMap: { ...row.fieldsMap, amount, days, name: `改 ${id}` },
        childTables: {},
      });
      expect(answer.code).toBe('1');
    }
    SORTS.push({ field: 'days', order: 'asc' }, { field: 'days', order: 'desc' });
    await expectSame(0);
    expect(ids(await list(staff, { sort: { field: 'amount', order: 'desc' } })).slice(0, 2)).toEqual(['h002', 'h041']);

    await publish([
      ...FIELDS,
      { tag: 'el-input-number', __vModel__: 'days', label: '天数（工作日）', isList: '1', isSearch: '1' },
    ]);
    await expectSame(1);
  });

  it('come and go with what is in somebody’s hands', async () => {
    await takeCopies(db(), FORM, ['h002'], 'u-staff');
    await giveCopies(db(), FORM, ['h003'], 'u-staff');
    const first = ids(await list(staff, { sort: { field: 'amount', order: 'desc' } }, 1, 50));
    expect(first).not.toContain('h002');
    expect(first).toContain('h003');
    await expectSame(0);
    await db()
      .transaction()
      .execute((trx) => deleteRecord(trx, FORM, 'h003'));
    await expectSame(1);
  });
});

describe('counts of records', () => {
  beforeAll(async () => {
    await publishForm(server.context, {
      formKey: FORM,
      formName: FORM,
      note: '',
      author,
      definition: { fields: [{ tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1' }] },
    });
  });

  const FORM = 'tallied';

  const db = () => server.context.db;

  const steps = async (user = 'u-staff'): Promise<number[]> =>
    (
      await db()
        .selectFrom('frm_tally')
        .select('records')
        .where('form_key', '=', FORM)
        .where('user_id', '=', user)
        .orderBy('records')
        .execute()
    ).map(({ records }) => records);

  const total = async (): Promise<number> =>
    (
      await staff.post<{ page: { total: number } }>(`/api/system/frmCrud/list/${FORM}`, {
        data: {},
        page: { pageNum: 1, pageSize: 10 },
      })
    ).data.page.total;

  const save = async (): Promise<string> =>
    (
      await staff.post<{ id: string }>(`/api/system/frmCrud/saveOrUpdate/${FORM}`, {
        fieldsMap: { name: '甲' },
        childTables: {},
      })
    ).data.id;

  describe('how many records somebody has', () => {
    it('is counted in steps, one for each statement that makes or removes some, and told with the list', async () => {
      await save();
      const second = await save();
      await storeMany(server.context, FORM, 3010, (n) => ({ id: `k${n}`, create_by: n > 3000 ? 'u-hr' : 'u-staff' }));
      expect(await steps()).toEqual([1, 1, 3000]);
      expect(await steps('u-hr')).toEqual([10]);
      // exactly, also of more than are ever counted
      expect(await total()).toBe(3002);
      expect((await staff.get(`/api/system/frmCrud/delById/${FORM}?id=${second}`)).code).toBe('1');
      expect(await steps()).toEqual([-1, 1, 1, 3000]);
      expect(await total()).toBe(3001);
    });

    it('is one number again when steps are added up, whoever does it at the same time, and none where nothing is left', async () => {
      await db()
        .transaction()
        .execute(async (trx) => {
          for (let n = 3001; n <= 3010; n += 1) await deleteRecord(trx, FORM, `k${n}`);
        });
      await Promise.all([mergeTallies(db()), mergeTallies(db()), save()]);
      await mergeTallies(db());
      expect(await steps()).toEqual([3002]);
      expect(await steps('u-hr')).toEqual([]);
      expect(await total()).toBe(3002);
      await mergeTallies(db());
      expect(await steps()).toEqual([3002]);
    });
  });
});
