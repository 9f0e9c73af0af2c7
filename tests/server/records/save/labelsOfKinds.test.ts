import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../../support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

const CHOICE = { tag: 'el-checkbox-group', options: ['甲', '乙', 'A1'].map((value) => ({ label: value, value })) };
const NUMBER = { tag: 'el-input-number' };
const publish = (kind: object): Promise<unknown> =>
  publishForm(server.context, {
    formKey: 'kinds',
    formName: 'kinds',
    note: '',
    author,
    definition: {
      fields: [
        { ...kind, __vModel__: 'x', label: 'x', isList: '1' },
        {
          tag: 'subTable',
          __vModel__: 'rows',
          label: 'rows',
          children: [
            { ...kind, __vModel__: 'x', label: 'x' },
            { tag: 'el-input', __vModel__: 'y', label: 'y' },
          ],
        },
      ],
    },
  });

it('a label goes with its value: a field that became a number and is a choice again has none of before', async () => {
  const { save, get, list } = recordsOf(await server.api('staff'), 'kinds');
  await publish(CHOICE);
  const rows = [{ id: 'r1', fieldsMap: { x: ['甲', 'A1'] } }];
  const { data: stored } = await save({ fieldsMap: { x: ['甲', 'A1'] }, childTables: { rows } });
  expect(stored.fieldsMap).toMatchObject({ xLabel: '甲、A1' });

  await publish(NUMBER);
  const id = stored.id ?? '';
  const { data: changed, code } = await save({
    id,
    revision: 1,
    fieldsMap: { x: 10.5 },
    childTables: { rows: [{ id: 'r1', fieldsMap: { x: 3 } }] },
  });
  expect(code).toBe('1');

  await publish(CHOICE);
  const { data } = await get(changed.id ?? '');
  expect(data.fieldsMap['xLabel'] ?? '').toBe('');
  expect(data.childTables['rows']?.[0]?.fieldsMap['xLabel'] ?? '').toBe('');
  const found = await list({ conditions: [{ field: 'x', op: 'contains', value: 'A1' }] });
  expect(found.data.data).toEqual([]);
});

it('a label stays while its value does, whatever else is saved meanwhile', async () => {
  const { save, get } = recordsOf(await server.api('staff'), 'kinds');
  const choice = { tag: 'el-select', options: [{ label: '第二个', value: 'b' }] };
  await publish(choice);
  const { data: stored } = await save({
    fieldsMap: { x: 'b' },
    childTables: { rows: [{ id: 'r1', fieldsMap: { x: 'b' } }] },
  });
  await publish({ tag: 'el-input' });
  const { code } = await save({
    id: stored.id ?? '',
    revision: 1,
    fieldsMap: { x: 'b' },
    childTables: { rows: [{ id: 'r1', fieldsMap: { x: 'b', y: '改' } }] },
  });
  expect(code).toBe('1');
  await publish(choice);
  const { data } = await get(stored.id ?? '');
  expect(data.fieldsMap).toEqual({ x: 'b', xLabel: '第二个' });
  expect(data.childTables['rows']?.[0]?.fieldsMap).toEqual({ x: 'b', xLabel: '第二个', y: '改' });
});
