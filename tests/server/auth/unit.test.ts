import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { importRecords, type ImportedRecord } from '../../../src/server/records/save/importRecords.ts';
import { author } from '../support/sealDemo.ts';
import { recordsIn } from '../support/recordsIn.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../support.ts';

/** Units of the demo company; the manager has a post in both, the engineer 李振华 in the first alone. */
const HOME = 'unit-jc';
const OTHER = 'unit-zx';
const FORM = 'unitDemo';
let server: TestServer;
let manager: Client;

const record = (id: string, createBy: string): ImportedRecord => ({
  id,
  formKey: FORM,
  flwState: '0',
  createBy,
  createTime: new Date(),
  updateBy: createBy,
  updateTime: new Date(),
  fieldsMap: { name: id },
  childTables: {},
  steps: [],
  openNode: null,
});
const inUnit = (unit: string): Record<string, string> => ({ 'Unit-Id': unit });

async function listed(client: Client, unit: string): Promise<string[]> {
  const { data } = await client.post<{ data: { id: string }[] }>(
    `/api/system/frmCrud/list/${FORM}`,
    { page: { pageNum: 1, pageSize: 50 }, data: {} },
    inUnit(unit),
  );
  return data.data.map(({ id }) => id).sort();
}

beforeAll(async () => {
  server = await startTestServer();
  const fields = [{ tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1' }];
  await publishForm(server.context, { formKey: FORM, formName: '两个单位', definition: { fields }, note: '', author });
  await server.context.db
    .transaction()
    .execute((trx) =>
      importRecords(server.context, trx, FORM, [record('home', 'u-lizhenhua'), record('other', 'u-ruanyifei')]),
    );
  manager = await signIn(server.url, 'manager');
});
afterAll(() => server.dispose());

it('a person with posts in two units reads the records of the unit that the call names', async () => {
  expect(await listed(manager, HOME)).toEqual(['home']);
  expect(await listed(manager, OTHER)).toEqual(['other']);
  // what was remembered of the first unit is not taken for the second
  expect(await listed(manager, HOME)).toEqual(['home']);
});

it('a new record is of the unit and the department in which its author stands', async () => {
  const placeOf = async (id: string) =>
    await server.context.db
      .selectFrom(await recordsIn(server, FORM))
      .select(['unit_id', 'dept_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const save = async (headers: Record<string, string>): Promise<string> => {
    const { data } = await manager.post<{ id: string }>(
      `/api/system/frmCrud/saveOrUpdate/${FORM}`,
      { fieldsMap: { name: '新' }, childTables: {} },
      headers,
    );
    return data.id;
  };
  expect(await placeOf(await save(inUnit(OTHER)))).toEqual({ unit_id: OTHER, dept_id: 'dept-zxld' });
  expect(await placeOf(await save(inUnit(HOME)))).toEqual({ unit_id: HOME, dept_id: 'dept-ld' });
  // without a unit the main one counts
  expect(await placeOf(await save({}))).toEqual({ unit_id: HOME, dept_id: 'dept-ld' });
});

it('a unit in which the person has no post is refused with a stable code, on a list as on a save', async () => {
  const one = await signIn(server.url, 'lizhenhua');
  const list = await one.post(
    `/api/system/frmCrud/list/${FORM}`,
    { page: { pageNum: 1, pageSize: 5 }, data: {} },
    inUnit(OTHER),
  );
  expect([list.status, list.code]).toEqual([403, 'UNIT_FOREIGN']);
  const save = await one.post(
    `/api/system/frmCrud/saveOrUpdate/${FORM}`,
    { fieldsMap: { name: '新' }, childTables: {} },
    inUnit('no-such-unit'),
  );
  expect([save.status, save.code]).toEqual([403, 'UNIT_FOREIGN']);
});

it('counts of home and figures of a board are of the unit that the call names', async () => {
  const asked = async <T>(path: string, unit: string, body?: object): Promise<T> => {
    const answer = await fetch(`${server.url}${path}`, {
      headers: { Authorization: `Bearer ${manager.token}`, ...inUnit(unit), 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    const { code, msg, data } = (await answer.json()) as { code: string; msg: string; data: T };
    expect(code, msg).toBe('1');
    return data;
  };
  const { rows } = await sql<{ unit: string; count: number }>`
    select unit_id as unit, count(*)::int as count from flw_instance where flw_state <> '0' group by 1`.execute(
    server.context.db,
  );
  for (const unit of [HOME, OTHER]) {
    const shares = await asked<{ value: number }[]>('/api/system/home/byState?scope=unit', unit);
    expect(shares.reduce((all, { value }) => all + value, 0)).toBe(rows.find((row) => row.unit === unit)?.count);
  }
  const definition = {
    datasetKey: 'test/units',
    name: '各单位',
    from: FORM,
    measures: [{ key: 'count', fn: 'count' }],
  };
  const admin = await signIn(server.url, 'admin');
  await admin.post('/api/system/datasetDef/saveDraft', { ...definition, definition });
  expect((await admin.post('/api/system/datasetDef/publish', { datasetKey: 'test/units', note: '' })).code).toBe('1');
  for (const unit of [HOME, OTHER]) {
    const questions = [{ datasetKey: 'test/units' }];
    const [figure] = await asked<{ rows: { values: string[] }[] }[]>('/api/system/dataset/run', unit, { questions });
    expect([unit, figure?.rows[0]?.values[0]]).toEqual([unit, String((await listed(manager, unit)).length)]);
  }
});
