import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  const publish = async (formKey: string, fields: object[]): Promise<void> => {
    await admin.post('/api/system/frmDef/saveDraft', { formKey, formName: formKey, definition: { formKey, fields } });
    const answer = await admin.post('/api/system/frmDef/publish', { formKey, note: '' });
    expect(answer.code, answer.msg).toBe('1');
  };
  await publish('importedCar', [
    { tag: 'el-input', __vModel__: 'plate', label: '车牌号', required: true, unique: true, isTitle: '1', isList: '1' },
  ]);
  await publish('importedTrip', [
    { tag: 'el-input', __vModel__: 'place', label: '目的地', required: true, isTitle: '1' },
    { tag: 'recordSelector', __vModel__: 'car', label: '车辆', to: 'importedCar', required: true },
    { tag: 'recordSelector', __vModel__: 'others', label: '其他车辆', to: 'importedCar', multiple: true },
  ]);
});
afterAll(() => server.dispose());

/** Imports rows below their heading and answers how the import ended. */
async function bring(
  formKey: string,
  rows: string[][],
): Promise<{ saved: number; refused: number; bad: { message: string }[] }> {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), '数据');
  const body = new FormData();
  body.append('formKey', formKey);
  body.append('file', new Blob([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer]), 'rows.xlsx');
  const begun = await admin.post<{ id: string } | string>(`/api/system/frmCrud/importRows/${formKey}`, body);
  expect(begun.code, begun.msg).toBe('1');
  const id = typeof begun.data === 'string' ? begun.data : begun.data.id;
  for (;;) {
    const { data } = await admin.get<{ state: string; saved: number; refused: number; bad: { message: string }[] }>(
      `/api/system/frmCrud/importState?id=${id}`,
    );
    if (data.state !== 'running') return data;
    await new Promise((wake) => {
      setTimeout(wake, 100);
    });
  }
}

it('a list import finds the records of a relation by their number or name, and names what it cannot find', async () => {
  expect(await bring('importedCar', [['车牌号'], ['沪A12345'], ['沪B23456']])).toMatchObject({ saved: 2 });
  const trips = await bring('importedTrip', [
    ['目的地', '车辆'],
    ['滨江花园', '沪A12345'],
    ['城北水厂', '沪X00000'],
  ]);
  expect(trips).toMatchObject({ saved: 1, refused: 1 });
  expect(trips.bad[0]?.message).toContain('没有名称或编号为“沪X00000”的记录');
});

it('a record that a cell names twice is referred to once', async () => {
  expect(await bring('importedCar', [['车牌号'], ['沪C34567'], ['沪D45678']])).toMatchObject({ saved: 2 });
  const trips = await bring('importedTrip', [
    ['目的地', '车辆', '其他车辆'],
    ['两次', '沪C34567', '沪C34567、沪D45678、沪C34567'],
  ]);
  expect(trips).toMatchObject({ saved: 1, refused: 0 });
  const { data } = await admin.post<{ data: { fieldsMap: Record<string, unknown> }[] }>(
    '/api/system/frmCrud/list/importedTrip',
    { data: { place: '两次' } },
  );
  const trip = data.data.find(({ fieldsMap }) => fieldsMap['place'] === '两次');
  expect(trip?.fieldsMap['others']).toHaveLength(2);
  expect(trip?.fieldsMap['othersLabel']).toBe('沪C34567、沪D45678');
});
