import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestUser } from '../../../../src/server/http/user.ts';
import { loadPeopleAsSignedIn } from '../../../../src/server/auth/index.ts';
import { loadForm } from '../../../../src/server/documents/loadForm.ts';
import { Refusal } from '../../../../src/server/http/refusal.ts';
import { saveTogether } from '../../../../src/server/records/index.ts';
import { formsReadByCalls } from '../../../../src/server/records/save/formsReadByCalls.ts';
import { recordsIn, storedRecords } from '../../support/recordsIn.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../../support.ts';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { publishTrustDemo, refusedUnstored, trusted, withRows } from '../../support/trustDemo.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
let hr: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff, hr] = await Promise.all([server.api('admin'), server.api('staff'), server.api('hr')]);
  await publishForm(server.context, {
    formKey: 'limits',
    definition: { formKey: 'limits', formName: '附件', fields },
    note: '初版',
    author,
  });
  await publishTrustDemo(server);
});
afterAll(() => server.dispose());

const number = (key: string, more: object = {}) => ({ tag: 'el-input-number', __vModel__: key, label: key, ...more });

const item = { tag: 'el-input', __vModel__: 'item', label: '物品', isTitle: '1' };

/** The field of `item` with a call that fills fields from the newest record with this item. */
const filling = (formKey: string, names: object) => ({
  ...item,
  openWatch: '1',
  watchApiUrl: `/system/frmCrud/listNoAuth/${formKey}`,
  watchApiMethod: 'POST',
  watchApiParams: { data: { item: '${item}' }, page: { pageNum: 1, pageSize: 1 } },
  watchApiDataPosition: 'data',
  watchApiHash: names,
});

/** A choice among the items of the records of a form. */
const choosing = (key: string, formKey: string) => ({
  tag: 'el-select',
  __vModel__: key,
  label: '上级编码',
  isRemote: '1',
  resourseApi: `/system/frmCrud/list/${formKey}`,
  resourseApiType: 'POST',
  dataPath: 'data',
  hashArr: { label: 'title', value: 'fieldsMap.item' },
});

const READ_ONLY = { flowEditable: '0' };

async function publish(formKey: string, fields: readonly object[]): Promise<void> {
  const definition = { unitReads: '1', access: { createRoles: ['*'] }, fields };
  await admin.post('/api/system/frmDef/saveDraft', { formKey, formName: formKey, definition });
  const { code, msg } = await admin.post('/api/system/frmDef/publish', { formKey, note: '' });
  expect(code, msg).toBe('1');
}

/** Stores records in one batch; answers for each the code of its refusal, or null. */
async function storeBatch(formKey: string, values: readonly Record<string, unknown>[]): Promise<(string | null)[]> {
  const { context } = server;
  const [user] = (await loadPeopleAsSignedIn(context.db, ['u-staff'])) as [RequestUser];
  const sent = values.map((fieldsMap) => ({ fieldsMap, childTables: {} }));
  const refusals = await context.db.transaction().execute((trx) => saveTogether(context, trx, user, formKey, sent));
  return refusals.map((refusal) => (refusal instanceof Refusal ? refusal.code : null));
}

const storedIn = async (formKey: string, key: string) =>
  (await storedRecords(server, formKey)).map(({ fields }) => (fields as Record<string, unknown>)[key] ?? 0).sort();

describe('a batch of records whose calls read what the batch changes', () => {
  it('is checked in turn where options list the own form', async () => {
    await publish('callCode', [item, choosing('upper', 'callCode')]);
    const sent = [{ item: 'A' }, { item: 'A-1', upper: 'A' }, { item: 'B-1', upper: 'B' }];
    expect(await storeBatch('callCode', sent)).toEqual([null, null, 'RECORD_INVALID']);
  });

  it('is filled in turn where a call lists the own form', async () => {
    const fields = [number('value'), number('last', READ_ONLY)];
    await publish('callMeter', [item, ...fields]);
    await publish('callMeter', [filling('callMeter', { last: 'fieldsMap.value' }), ...fields]);
    const readings = [100, 130].map((value) => ({ item: '一号表', value }));
    expect(await storeBatch('callMeter', readings)).toEqual([null, null]);
    expect(await storedIn('callMeter', 'last')).toEqual([0, 100]);
  });

  it('is filled in turn where a call lists a form with values that are summed up from the batch', async () => {
    const store = { tag: 'recordSelector', __vModel__: 'store', label: '库存', to: 'callStore' };
    const fields = [store, number('quantity'), number('before', READ_ONLY)];
    await publish('callStore', [item]);
    await publish('callDraw', [item, ...fields]);
    await publish('callStore', [
      item,
      number('drawn', { rollup: { from: 'callDraw', via: 'store', fn: 'sum', of: 'quantity' } }),
    ]);
    await publish('callDraw', [filling('callStore', { before: 'fieldsMap.drawn' }), ...fields]);
    const { data } = await admin.post<{ id: string }>('/api/system/frmCrud/saveOrUpdate/callStore', {
      fieldsMap: { item: '护目镜' },
      childTables: {},
    });
    const drawn = [6, 1].map((quantity) => ({ item: '护目镜', store: data.id, quantity }));
    expect(await storeBatch('callDraw', drawn)).toEqual([null, null]);
    expect(await storedIn('callDraw', 'before')).toEqual([0, 6]);
  });
});

it('the forms that calls read are those of options, filled values and rows, in fields and in columns', async () => {
  await publish('callAll', [
    filling('callMeter', { first: 'fieldsMap.value' }),
    number('first'),
    choosing('upper', 'callCode'),
    {
      tag: 'subTable',
      __vModel__: 'rows',
      label: '明细',
      outsideResourceApi: '/system/frmCrud/list/callStore',
      defaultTbDataResourceApi: '/system/frmCrud/listNoAuth/callDraw',
      defaultTbDataResourceApiType: 'POST',
      children: [item, choosing('each', 'callEach')],
    },
  ]);
  const { form } = await loadForm(server.context, server.context.db, 'callAll');
  expect([...formsReadByCalls(form)].sort()).toEqual(['callCode', 'callDraw', 'callEach', 'callMeter', 'callStore']);
});

const PDF = '%PDF-1.4\n%%EOF';

const upload = (key: string, more: object = {}): object => ({
  tag: 'el-upload',
  __vModel__: key,
  label: key,
  multiple: true,
  ...more,
});

const fields = [
  upload('plain'),
  upload('pdfs', { accept: '.pdf', fileCountLimit: 2 }),
  upload('photos', { 'list-type': 'picture-card' }),
  upload('small', { accept: '.txt', fileSize: 1, sizeUnit: 'KB' }),
  { tag: 'subTable', __vModel__: 't', label: 't', children: [upload('cell', { accept: 'image/*' })] },
];

async function sent(name: string, content = '正文'): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const answer = await staff.post<{ id: string }>('/api/file/sys/file/upload', form);
  expect(answer.code, answer.msg).toBe('1');
  return answer.data.id;
}

const save = (fieldsMap: Record<string, unknown>, cells: string[] = [], more: object = {}) =>
  recordsOf(staff, 'limits').save({
    fieldsMap: fieldsMap as never,
    childTables: { t: cells.map((cell, index) => ({ id: `r${index + 1}`, fieldsMap: { cell } })) },
    ...more,
  });

const details = async (answer: ReturnType<typeof save>): Promise<string[]> =>
  (
    (await answer).data as unknown as { problems?: { path: (string | number)[]; params: { detail: string } }[] }
  ).problems?.map(({ path, params }) => `${path.slice(1).join('/')}: ${params.detail}`) ?? [];

describe('files added to a field', () => {
  it('are taken where type, size and count fit', async () => {
    const [text, pdf, other] = await Promise.all([sent('说明.txt'), sent('合同.pdf', PDF), sent('附件.PDF', PDF)]);
    expect((await save({ plain: `${text},${pdf}`, pdfs: `${pdf},${other}`, small: text })).code).toBe('1');
  });

  it('are refused by their field’s own types, in rows as well', async () => {
    const text = await sent('说明.txt');
    expect(await details(save({ pdfs: text, photos: text }, [text]))).toEqual([
      'pdfs: “说明.txt”文件格式不正确，请上传pdf格式的文件',
      'photos: “说明.txt”文件格式不正确，请上传png、jpg、jpeg格式的文件',
      't/0/fieldsMap/cell: “说明.txt”文件格式不正确，请上传图片格式的文件',
    ]);
  });

  it('are refused when one is larger or when there are more than the field takes, whether it says so or not', async () => {
    const big = await sent('长文.txt', '长'.repeat(2000));
    const pdfs = await Promise.all([1, 2, 3].map((number) => sent(`${number}.pdf`, `${PDF}${number}`)));
    const six = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => sent(`${number}.txt`, `第${number}`)));
    expect(await details(save({ small: big, pdfs: pdfs.join(','), plain: six.join(',') }))).toEqual(
      ['plain: 最多 5 个文件', 'pdfs: 最多 2 个文件', 'small: “长文.txt”过大，上传文件大小不能超过 1 KB'].toSorted(
        (a, b) => order(a) - order(b),
      ),
    );
  });

  it('are judged alone: what stood there before the limits changed may stay', async () => {
    const text = await sent('旧文.txt');
    const first = await save({ plain: text });
    await publishForm(server.context, {
      formKey: 'limits',
      definition: {
        formKey: 'limits',
        formName: '附件',
        fields: [upload('plain', { accept: '.pdf', fileCountLimit: 1 }), ...fields.slice(1)],
      },
      note: '第二版',
      author,
    });
    const kept = await save({ plain: text, small: '' }, [], { id: first.data.id, revision: first.data.revision });
    expect(kept.code, kept.msg).toBe('1');
    expect(await details(save({ plain: text }))).toEqual(['plain: “旧文.txt”文件格式不正确，请上传pdf格式的文件']);
  });
});

const order = (text: string): number => ['pdfs', 'plain', 'small'].indexOf(text.split(':')[0] as string);

/** Refused as the caller's fault, and nothing was stored. */
const refused = (call: Promise<Answer>): Promise<Answer> => refusedUnstored(server, call);

describe('one Idempotency-Key', () => {
  it('does not answer another body, another person or another form', async () => {
    const key = { 'idempotency-key': 'forged-1' };
    const first = await trusted(staff).save(withRows({ title: 'A' }), key);
    expect((await refused(trusted(staff).save(withRows({ title: 'B' }), key))).code).toBe('REQUEST_INVALID');
    expect((await refused(recordsOf(staff, 'trustPlain').save(withRows({ title: 'A' }), key))).code).toBe(
      'REQUEST_INVALID',
    );
    const other = await trusted(hr).save(withRows({ title: 'A' }), key);
    expect(other.data.createBy).toBe('u-hr');
    expect((await trusted(staff).save(withRows({ title: 'A' }), key)).data.id).toBe(first.data.id);
  });
});

describe('two at once', () => {
  it('submits of one draft start one process, whatever else happens to it', async () => {
    const { data } = await trusted(staff).save(withRows({ title: 'A' }));
    const id = data.id ?? '';
    const sent = { ...withRows({ title: 'A' }), id, revision: 1 };
    const answers = await Promise.all([
      trusted(staff).run(sent, 'submit'),
      trusted(staff).remove(id),
      trusted(staff).run(sent, 'submit'),
      trusted(staff).save(sent),
    ]);
    for (const answer of answers) expect(answer.status, answer.msg).toBeLessThan(500);
    const instances = await server.context.db
      .selectFrom('flw_instance')
      .select('id')
      .where('record_id', '=', id)
      .execute();
    const records = await server.context.db
      .selectFrom(await recordsIn(server, 'trustDemo'))
      .select('flw_state')
      .where('id', '=', id)
      .execute();
    expect(instances.length).toBe(records[0]?.flw_state === '1' ? 1 : 0);
    expect(answers.filter((answer) => answer.code === '1')).toHaveLength(1);
  });
});

describe('two saves of one revision', () => {
  it('store one of them and tell the other', async () => {
    const { data } = await trusted(staff).save(withRows({ title: 'A' }));
    const answers = await Promise.all(
      ['B', 'C', 'D'].map((title) => trusted(staff).save({ ...withRows({ title }), id: data.id, revision: 1 })),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['1', 'RECORD_STALE', 'RECORD_STALE']);
    expect((await trusted(staff).get(data.id ?? '')).data.revision).toBe(2);
  });
});

describe('labels', () => {
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
});
