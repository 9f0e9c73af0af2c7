import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { uniquesOfVoided } from '../../../../src/server/store/migrations/610_uniques_of_voided.ts';
import { begin, edge, flowFile, publishStory, task } from '../../approval/story.ts';
import { author, paths, publishSealDemo, recordsOf, sealForm } from '../../support/sealDemo.ts';
import { storeMany } from '../../../support/storeMany.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../../support.ts';

let server: TestServer;
let staff: Client;
let hr: Client;

/** A register without an approval: numbered at once. */
const REGISTER = {
  formKey: 'register',
  formName: '登记',
  titleTemplate: '${no} ${name}',
  fields: [
    { tag: 'el-input', __vModel__: 'no', label: '登记号', serial: { rule: 'DJ{yyyy}-{0000}' } },
    { tag: 'el-input', __vModel__: 'shown', label: '全称', computed: 'no + "号"' },
    { tag: 'el-input', __vModel__: 'name', label: '名称', required: true, unique: true },
    { tag: 'el-input', __vModel__: 'code', label: '本单位代码', unique: { scope: 'unit' } },
    {
      tag: 'subTable',
      __vModel__: 'items',
      label: '明细',
      children: [{ tag: 'el-input', __vModel__: 'sn', label: '序列号', unique: true }],
    },
  ],
};
/** The seal demo with a number that is issued when it is submitted, and a title that stands once. */
const withSerial = {
  ...sealForm,
  fields: [
    { tag: 'el-input', __vModel__: 'applyNo', label: '申请编号', serial: { rule: 'YY-{0000}' } },
    ...sealForm.fields.map((field) => (field.__vModel__ === 'title' ? { ...field, unique: true } : field)),
  ],
};

beforeAll(async () => {
  server = await startTestServer();
  await publishSealDemo(server);
  await publishForm(server.context, { formKey: 'register', definition: REGISTER, note: '初版', author });
  [staff, hr] = await Promise.all([server.api('staff'), server.api('hr')]);
});
afterAll(() => server.dispose());

const register = (client: Client) => recordsOf(client, 'register');
let counter = 0;
const name = (): string => `名称 ${(counter += 1)}`;
const year = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', year: 'numeric' }).format(new Date());
const problemsOf = (answer: Answer) =>
  (answer.data as { problems: { code: string; path: unknown[] }[] }).problems.map(({ code, path }) => [code, path]);
const check = (client: Client, body: object, formKey = 'register') =>
  client.post<{ isFree: boolean }>(`/api/system/frmCrud/checkUnique/${formKey}`, body);

describe('a unique field', () => {
  it('of many saves at once stores the value once, and names the place to the others', async () => {
    const value = name();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_v, index) => register(index % 2 ? staff : hr).save({ fieldsMap: { name: value } })),
    );
    expect(answers.filter(({ code }) => code === '1')).toHaveLength(1);
    const refused = answers.filter(({ code }) => code !== '1');
    expect(refused.every(({ status, code }) => status === 422 && code === 'RECORD_INVALID')).toBe(true);
    expect(problemsOf(refused[0] as Answer)).toEqual([['VALUE_TAKEN', ['fieldsMap', 'name']]]);
    const { data } = await register(await server.api('admin')).list({
      conditions: [{ field: 'name', op: 'eq', value }],
    });
    expect(data.page.total).toBe(1);
  });

  it('may be kept by its record, and is free again when it is changed or removed', async () => {
    const [first, second] = [name(), name()];
    const { data } = await register(staff).save({ fieldsMap: { name: first } });
    const same = await register(staff).save({
      id: data.id,
      revision: data.revision,
      fieldsMap: { name: ` ${first} ` },
    });
    expect(same.code).toBe('1');
    await register(staff).save({ id: data.id, revision: same.data.revision, fieldsMap: { name: second } });
    expect((await register(hr).save({ fieldsMap: { name: first } })).code).toBe('1');
    expect((await register(hr).save({ fieldsMap: { name: second } })).code).toBe('RECORD_INVALID');
    await register(staff).remove(data.id ?? '');
    expect((await register(hr).save({ fieldsMap: { name: second } })).code).toBe('1');
  });

  it('is answered while somebody types, for others and for its own record', async () => {
    const value = name();
    const { data } = await register(staff).save({ fieldsMap: { name: value } });
    expect((await check(hr, { field: 'name', value })).data.isFree).toBe(false);
    expect((await check(hr, { field: 'name', value: `${value}x` })).data.isFree).toBe(true);
    expect((await check(staff, { field: 'name', value, id: data.id })).data.isFree).toBe(true);
    expect(await check(hr, { field: 'name', value, id: data.id })).toMatchObject({ status: 404 });
    expect(await check(hr, { field: 'nothing', value })).toMatchObject({ status: 403 });
  });

  it('that is required is not given by blanks, and blanks around a value make no other', async () => {
    for (const blank of [' ', '\t', '\u3000', '\u200b'])
      expect(problemsOf(await register(staff).save({ fieldsMap: { name: blank } }))).toEqual([
        ['VALUE_REQUIRED', ['fieldsMap', 'name']],
      ]);
    const value = name();
    expect((await register(staff).save({ fieldsMap: { name: value } })).code).toBe('1');
    expect(problemsOf(await register(hr).save({ fieldsMap: { name: `\u200b${value}\u3000` } }))).toEqual([
      ['VALUE_TAKEN', ['fieldsMap', 'name']],
    ]);
    expect((await check(hr, { field: 'name', value: `${value}\u200b` })).data.isFree).toBe(false);
    // nothing may stand as often as one likes where nothing is asked for
    for (const code of ['\u200b', '\u200b\u200b'])
      expect((await register(staff).save({ fieldsMap: { name: name(), code } })).code).toBe('1');
  });

  it('of a unit may stand once in each unit', async () => {
    const code = `C${Date.now()}`;
    const first = await register(staff).save({ fieldsMap: { name: name(), code } });
    expect(first.code).toBe('1');
    expect(problemsOf(await register(staff).save({ fieldsMap: { name: name(), code } }))).toEqual([
      ['VALUE_TAKEN', ['fieldsMap', 'code']],
    ]);
    // the same value, as somebody of another unit would have it
    await server.context.db
      .updateTable('frm_unique')
      .set({ scope: 'another-unit' })
      .where('field_key', '=', 'code')
      .where('value', '=', code)
      .execute();
    expect((await register(staff).save({ fieldsMap: { name: name(), code } })).code).toBe('1');
  });

  it('as a column stands once in its table, and may stand in another record', async () => {
    const items = [
      { id: 'a', fieldsMap: { sn: 'S1' } },
      { id: 'b', fieldsMap: { sn: 'S2' } },
      { id: 'c', fieldsMap: { sn: 'S1 ' } },
    ];
    const refused = await register(staff).save({ fieldsMap: { name: name() }, childTables: { items } });
    expect(problemsOf(refused)).toEqual([['VALUE_REPEATED', ['childTables', 'items', 2, 'fieldsMap', 'sn']]]);
    for (let i = 0; i < 2; i += 1)
      expect(
        (await register(staff).save({ fieldsMap: { name: name() }, childTables: { items: items.slice(0, 2) } })).code,
      ).toBe('1');
  });
});

describe('a number issued by the server', () => {
  it('comes with the first save, without gap or duplicate, however many save at once and some are refused', async () => {
    const taken = name();
    await register(staff).save({ fieldsMap: { name: taken } });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_v, index) =>
        register(index % 2 ? staff : hr).save({ fieldsMap: { name: index % 4 === 0 ? taken : name() } }),
      ),
    );
    const numbers = answers
      .filter(({ code }) => code === '1')
      .map(({ data }) => String(data.fieldsMap.no))
      .sort();
    expect(numbers).toHaveLength(9);
    const counts = numbers.map((text) => Number(text.slice(-4)));
    expect(numbers.every((text) => text.startsWith(`DJ${year}-`))).toBe(true);
    expect(counts).toEqual(counts.map((_v, index) => (counts[0] ?? 0) + index));
  });

  it('is read by what is computed from it, makes the title, stays, and cannot be forged', async () => {
    const value = name();
    const { data } = await register(staff).save({ fieldsMap: { name: value } });
    expect(data.fieldsMap.shown).toBe(`${String(data.fieldsMap.no)}号`);
    expect(data.title).toBe(`${String(data.fieldsMap.no)} ${value}`);
    const again = await register(staff).save({
      id: data.id,
      revision: data.revision,
      fieldsMap: { ...data.fieldsMap, name: name() },
    });
    expect(again.data.fieldsMap.no).toBe(data.fieldsMap.no);
    expect(
      paths(await register(staff).save({ id: data.id, revision: again.data.revision, fieldsMap: { no: 'DJ-1' } })),
    ).toEqual([['fieldsMap', 'no']]);
    expect(await register(staff).save({ fieldsMap: { no: 'DJ-1', name: name() } })).toMatchObject({
      code: 'RECORD_FORBIDDEN',
    });
  });

  it('goes on after the numbers of records that came from elsewhere', async () => {
    const { data } = await register(staff).save({ fieldsMap: { name: name() } });
    await server.context.db.deleteFrom('frm_serial').where('form_key', '=', 'register').execute();
    const { data: next } = await register(staff).save({ fieldsMap: { name: name() } });
    expect(Number(String(next.fieldsMap.no).slice(-4))).toBe(Number(String(data.fieldsMap.no).slice(-4)) + 1);
  });

  it('of an application comes when it is submitted, not while it is a draft', async () => {
    await publishForm(server.context, { formKey: 'sealDemo', definition: withSerial, note: '编号', author });
    const mine = recordsOf(staff);
    const { data: draft } = await mine.save({
      fieldsMap: { title: '编号一', kind: 'report', amount: 5 },
      childTables: { sealFiles: [{ id: 'r1', fieldsMap: { fileName: '甲', copies: 1 } }] },
    });
    expect(draft.fieldsMap.applyNo ?? null).toBeNull();
    const { data: sent } = await mine.run(
      { id: draft.id, revision: draft.revision, fieldsMap: draft.fieldsMap, childTables: draft.childTables },
      'submit',
    );
    expect(sent.fieldsMap.applyNo).toBe('YY-0001');
  });
});

describe('a field that becomes unique', () => {
  it('counts the records that are there already, lets their repeats stay, and refuses new ones', async () => {
    const form = (unique: boolean) => ({
      formKey: 'late',
      formName: '后来',
      fields: [
        { tag: 'el-input', __vModel__: 'no', label: '编号', ...(unique ? { unique: true } : {}) },
        { tag: 'el-input', __vModel__: 'note', label: '备注' },
      ],
    });
    await publishForm(server.context, { formKey: 'late', definition: form(false), note: '一', author });
    const late = recordsOf(staff, 'late');
    await late.save({ fieldsMap: { no: 'A' } });
    const { data: repeat } = await late.save({ fieldsMap: { no: 'A' } });
    await publishForm(server.context, { formKey: 'late', definition: form(true), note: '二', author });
    expect((await late.save({ id: repeat.id, revision: repeat.revision, fieldsMap: { note: '改备注' } })).code).toBe(
      '1',
    );
    expect(problemsOf(await late.save({ fieldsMap: { no: 'A' } }))).toEqual([['VALUE_TAKEN', ['fieldsMap', 'no']]]);
  });

  it('and is computed lets older records of one value be saved, and refuses new ones and changes to it', async () => {
    const input = (key: string) => ({ tag: 'el-input', __vModel__: key, label: key });
    const publish = (...more: object[]) =>
      publishForm(server.context, {
        formKey: 'lateKey',
        definition: { formKey: 'lateKey', formName: '后来的键', fields: [input('month'), input('note'), ...more] },
        note: '',
        author,
      });
    await publish();
    const late = recordsOf(staff, 'lateKey');
    await late.save({ fieldsMap: { month: '01' } });
    const { data: repeat } = await late.save({ fieldsMap: { month: '01' } });
    const { data: other } = await late.save({ fieldsMap: { month: '02' } });
    await publish({ ...input('key'), computed: "'K' + month", unique: true });
    const save = ({ id, revision }: { id?: string; revision?: number }, fieldsMap: object) =>
      late.save({ id, revision, fieldsMap } as never);
    // whoever has the value first has it
    expect((await late.save({ fieldsMap: { month: '01' } })).code).toBe('1');
    expect((await save(repeat, { note: '改备注' })).code).toBe('1');
    const taken = [['VALUE_TAKEN', ['fieldsMap', 'key']]];
    expect(problemsOf(await save(other, { month: '01' }))).toEqual(taken);
    expect(problemsOf(await late.save({ fieldsMap: { month: '01' } }))).toEqual(taken);
  });
});

describe('a field that becomes unique where an effect made many records at once', () => {
  it('claims the values of all of them, though they have the same time to the microsecond', async () => {
    const publish = (unique: boolean) =>
      publishForm(server.context, {
        formKey: 'atOnce',
        formName: '同时',
        note: '',
        author,
        definition: {
          fields: [{ tag: 'el-input', __vModel__: 'no', label: '编号', ...(unique ? { unique: true } : {}) }],
        },
      });
    await publish(false);
    const COUNT = 1_100;
    await storeMany(server.context, 'atOnce', COUNT, (n) => ({ id: `once${n}`, fieldsMap: { no: `N${n}` } }));
    await publish(true);
    const { claims } = await server.context.db
      .selectFrom('frm_unique')
      .select(({ fn }) => fn.countAll().as('claims'))
      .where('form_key', '=', 'atOnce')
      .executeTakeFirstOrThrow();
    expect(Number(claims)).toBe(COUNT);
  });
});

describe('a unique value of an application', () => {
  const fields = [{ tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', unique: true }];
  const steps = `${task('check user u-leader')}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`;
  const isTaken = [['VALUE_TAKEN', ['fieldsMap', 'title']]];
  beforeAll(() => publishStory(server, 'uniqueStory', flowFile('uniqueStory', steps), fields));
  const saveAgain = (title: string) => recordsOf(hr, 'uniqueStory').save({ fieldsMap: { title } });

  it('is free again once the application is rejected', async () => {
    const title = name();
    const story = await begin(server, 'uniqueStory', { title });
    expect(problemsOf(await saveAgain(title))).toEqual(isTaken);
    expect((await story.act('leader', 'reject', { opinion: '重复' })).code).toBe('1');
    expect(await story.state()).toBe('4');
    expect((await saveAgain(title)).code).toBe('1');
    expect(problemsOf(await saveAgain(title))).toEqual(isTaken);
  });

  it('is free again once the application is voided', async () => {
    const title = name();
    const story = await begin(server, 'uniqueStory', { title });
    expect((await story.do('staff', 'void', { opinion: '不再需要' })).code).toBe('1');
    expect(await story.state()).toBe('4');
    expect((await saveAgain(title)).code).toBe('1');
  });

  it('stays taken while the application is returned, and when it is finished', async () => {
    const [returned, finished] = [name(), name()];
    const story = await begin(server, 'uniqueStory', { title: returned });
    expect((await story.act('leader', 'return', { opinion: '补充' })).code).toBe('1');
    expect(problemsOf(await saveAgain(returned))).toEqual(isTaken);
    const other = await begin(server, 'uniqueStory', { title: finished });
    expect((await other.act('leader', 'approve')).code).toBe('1');
    expect(await other.state()).toBe('3');
    expect(problemsOf(await saveAgain(finished))).toEqual(isTaken);
  });

  it('that an earlier version kept for a voided application is released by the upgrade, and no other', async () => {
    const { db } = server.context;
    const [voided, running] = [name(), name()];
    const story = await begin(server, 'uniqueStory', { title: voided });
    await story.do('staff', 'void', { opinion: '不再需要' });
    await begin(server, 'uniqueStory', { title: running });
    await db
      .insertInto('frm_unique')
      .values({ form_key: 'uniqueStory', field_key: 'title', scope: '', value: voided, record_id: story.id })
      .execute();
    expect(problemsOf(await saveAgain(voided))).toEqual(isTaken);
    await db.transaction().execute((trx) => uniquesOfVoided.up(trx));
    expect((await saveAgain(voided)).code).toBe('1');
    expect(problemsOf(await saveAgain(running))).toEqual(isTaken);
  });
});
