import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KyselyPlugin } from 'kysely';
import { loadForm } from '../../../../src/server/documents/loadForm.ts';
import { publishForm } from '../../../../src/server/documents/index.ts';
import { loadOptionLookup, optionSourceOf } from '../../../../src/server/records/save/optionLookup.ts';
import { valueGroupsOf } from '../../../../src/server/records/save/valueGroups.ts';
import { usualOrLong } from '../../../support/tier.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { author } from '../../support/sealDemo.ts';
import { problemsOf, publishTrustDemo, submitted, trusted, withRows, type Fields } from '../../support/trustDemo.ts';

let server: TestServer;
let staff: Client;
let leader: Client;
let sealer: Client;
let admin: Client;

beforeAll(async () => {
  server = await startTestServer();
  await publishTrustDemo(server);
  [staff, leader, sealer, admin] = await Promise.all([
    server.api('staff'),
    server.api('leader'),
    server.api('sealer'),
    server.api('admin'),
  ]);
});
afterAll(() => server.dispose());

const submit = (fieldsMap: Fields, ...rows: Fields[]) =>
  trusted(staff).run(withRows({ title: 'T', ...fieldsMap }, ...rows), 'submit');
const approve = async (
  values: { id: string; revision: number; fieldsMap?: Fields; childTables?: object },
  client = leader,
) => trusted(client).run({ ...values, fieldsMap: { leaderOpinion: '同意', ...values.fieldsMap } } as never, 'approve');
const option = (...path: (string | number)[]) => ({ code: 'VALUE_OPTION', path });
const cell = (row: number, column: string) => option('childTables', 'sealFiles', row, 'fieldsMap', column);

describe('a submitted value', () => {
  it('that its dictionary, the organisation or the document does not have is refused by its path, in fields and rows', async () => {
    const wrong: Fields = {
      kind: 'official',
      kinds: ['company', 'official'],
      way: 'fax',
      ways: ['onsite', 'fax'],
      area: ['js', 'hz'],
      fixed: '3',
      people: 'u-leader,u-nobody',
      depts: 'dept-jy,unit-jc',
      unit: 'dept-jy',
    };
    const answer = await submit(
      wrong,
      { sealType: 'company' },
      { sealType: 'official', useWay: 'fax', handlers: 'u-nobody' },
    );
    expect(answer).toMatchObject({ status: 422, code: 'RECORD_INVALID' });
    const sorted = (found: object[]): object[] =>
      found.toSorted((left, right) => JSON.stringify(left).localeCompare(JSON.stringify(right)));
    expect(sorted(problemsOf(answer))).toEqual(
      sorted([
        ...Object.keys(wrong).map((key) => option('fieldsMap', key)),
        cell(1, 'sealType'),
        cell(1, 'useWay'),
        cell(1, 'handlers'),
      ]),
    );
  });

  it('that exists passes, also one that people may add and one that a call answers', async () => {
    const good: Fields = {
      kind: 'company',
      kinds: ['company', 'legal'],
      way: 'lend',
      ways: ['onsite'],
      area: ['js', 'nj'],
      fixed: '2',
      linked: 'cma',
      people: 'u-leader,u-hr',
      depts: 'dept-jy,dept-zh',
      unit: 'unit-zx',
      free: '自拟用途',
      remote: 'anything',
    };
    const answer = await submit(good, { sealType: 'company', useWay: 'onsite', handlers: 'u-staff', project: 'p1' });
    expect(problemsOf(answer)).toEqual([]);
    expect(answer.data.flwState).toBe('1');
  });

  it('is refused in a field that the page never showed, and verified in one that it hides again', async () => {
    expect(problemsOf(await submit({ fixed: '1', linked: 'official' }))).toEqual([
      { code: 'VALUE_FORBIDDEN', path: ['fieldsMap', 'linked'] },
    ]);
    const { data: draft } = await trusted(staff).save(withRows({ title: 'T', fixed: '2' }));
    const answer = await trusted(staff).run(
      { id: draft.id, revision: draft.revision, fieldsMap: { fixed: '1', linked: 'official' } } as never,
      'submit',
    );
    expect(problemsOf(answer)).toEqual([option('fieldsMap', 'linked')]);
  });

  it('does not become right by lying in a draft first', async () => {
    const { data: draft } = await trusted(staff).save(
      withRows({ title: 'T', kind: 'official' }, { sealType: 'official' }),
    );
    expect(draft).toMatchObject({ flwState: '0', fieldsMap: { kind: 'official' } });
    const answer = await trusted(staff).run({ id: draft.id, revision: draft.revision }, 'submit');
    expect(problemsOf(answer)).toEqual([option('fieldsMap', 'kind'), cell(0, 'sealType')]);
    const between = await submitted(staff, leader, withRows({ title: 'T', kind: 'company' }));
    const { data: saved } = await trusted(leader).save({
      id: between.id,
      revision: between.revision,
      fieldsMap: { kind: 'official' },
    });
    expect(problemsOf(await approve({ id: between.id, revision: saved.revision ?? 0 }))).toEqual([
      option('fieldsMap', 'kind'),
    ]);
  });

  it('of a form without an approval is verified at each save', async () => {
    const answer = await trusted(staff, 'trustPlain').save(withRows({ kind: 'official' }, { handlers: 'u-nobody' }));
    expect(problemsOf(answer)).toEqual([option('fieldsMap', 'kind'), cell(0, 'handlers')]);
  });
});

describe('a value that is gone since', () => {
  const dictionary = (items: string[]) =>
    admin.post('/api/system/sys/dictType/saveOrUpdate', {
      typeCode: 'sealType',
      typeName: '印章类型',
      items: items.map((value) => ({ dictLabel: `${value}章`, dictValue: value })),
    });
  const ALL = ['company', 'legal', 'contract', 'testing', 'cma', 'bidding', 'finance', 'department'];

  it('may stay where it was accepted, cannot be chosen anew, and keeps its name', async () => {
    const running = await submitted(
      staff,
      leader,
      withRows(
        { title: 'T', kind: 'legal', kinds: ['legal', 'company'] },
        { sealType: 'legal', fileName: 'a' },
        { sealType: 'company', fileName: 'b' },
      ),
    );
    const other = await submitted(staff, leader, withRows({ title: 'T', kind: 'company' }));
    await dictionary(ALL.filter((item) => item !== 'legal'));
    expect(problemsOf(await submit({ kind: 'legal' }))).toEqual([option('fieldsMap', 'kind')]);
    expect(problemsOf(await approve({ id: other.id, revision: other.revision, fieldsMap: { kind: 'legal' } }))).toEqual(
      [option('fieldsMap', 'kind')],
    );
    const rows = structuredClone(running.record.childTables.sealFiles ?? []);
    (rows[1] as { fieldsMap: Fields }).fieldsMap.sealType = 'legal';
    expect(
      problemsOf(await approve({ id: running.id, revision: running.revision, childTables: { sealFiles: rows } })),
    ).toEqual([cell(1, 'sealType')]);
    const done = await approve({ id: running.id, revision: running.revision, fieldsMap: { kinds: ['legal', 'cma'] } });
    expect(done.code, done.msg).toBe('1');
    expect((await trusted(staff).get(running.id)).data.fieldsMap).toMatchObject({
      kind: 'legal',
      kindLabel: '法定代表人名章',
      kinds: ['legal', 'cma'],
      kindsLabel: '法定代表人名章、cma章',
    });
    await dictionary(ALL);
  });

  it('because the document lost it may stay, too, in other saves of a form without an approval', async () => {
    const optionsOf = (values: string[]) => ({ options: values.map((value) => ({ label: `${value}类`, value })) });
    const kinds = { tag: 'el-checkbox-group', __vModel__: 'kinds', label: '类别', flowEditable: '1' };
    const tell = (values: string[]) => {
      const note = { tag: 'el-input', __vModel__: 'note', label: '备注', flowEditable: '1' };
      const fields = [note, { ...kinds, __slot__: optionsOf(values) }];
      const definition = { formKey: 'lostOption', formName: '选项', fields };
      return publishForm(server.context, { formKey: 'lostOption', definition, note: '', author });
    };
    const plain = trusted(staff, 'lostOption');
    await tell(['a', 'b', 'c']);
    const { data: before } = await plain.save({ fieldsMap: { note: '一', kinds: ['a', 'c'] } });
    await tell(['a', 'b']);
    const values = { ...before.fieldsMap, note: '二' };
    const kept = await plain.save({ id: before.id, revision: before.revision, fieldsMap: values });
    expect(problemsOf(kept)).toEqual([]);
    expect(kept.data.fieldsMap).toMatchObject({ note: '二', kinds: ['a', 'c'], kindsLabel: 'a类、c类' });
    const anew = await plain.save({ fieldsMap: { kinds: ['c'], kindsLabel: 'c类' } });
    expect(problemsOf(anew)).toEqual([option('fieldsMap', 'kinds')]);
    expect(JSON.stringify(anew)).toContain('“c类”不在可选范围内');
  });

  it('because it was retired may be submitted from the draft that holds it, not chosen anew', async () => {
    const { data: draft } = await trusted(staff).save(
      withRows({ title: 'T', kind: 'finance', people: 'u-panyuhan' }, { sealType: 'finance' }),
    );
    const { db } = server.context;
    await db
      .updateTable('sys_dict_item')
      .set({ is_disabled: true })
      .where('type_code', '=', 'sealType')
      .where('dict_value', '=', 'finance')
      .execute();
    await db.updateTable('sys_user').set({ is_disabled: true }).where('id', '=', 'u-panyuhan').execute();
    expect(problemsOf(await submit({ kind: 'finance', people: 'u-panyuhan' }))).toEqual([
      option('fieldsMap', 'people'),
      option('fieldsMap', 'kind'),
    ]);
    const answer = await trusted(staff).run({ id: draft.id, revision: draft.revision }, 'submit');
    expect(problemsOf(answer)).toEqual([]);
    expect(answer.data.flwState).toBe('1');
  });
});

describe('the display text beside a value', () => {
  it('is the server’s: of people, departments, units, dictionaries and the document’s options, whatever came or did not', async () => {
    const values: Fields = {
      applicant: 'u-staff',
      people: 'u-leader,u-hr',
      depts: 'dept-jy,dept-zh',
      unit: 'unit-jc',
      kind: 'contract',
      kinds: ['company', 'testing'],
      area: ['js', 'sz'],
      fixed: '2',
      free: '自拟用途',
    };
    const names: Fields = {
      applicantLabel: '周明轩',
      peopleLabel: '陈立群、何静怡',
      deptsLabel: '市场经营部、综合管理部',
      unitLabel: '衡准工程检测有限公司',
      kindLabel: '合同章',
      kindsLabel: '公章、检测章',
      areaLabel: '江苏 / 苏州',
      fixedLabel: '二级',
      freeLabel: '自拟用途',
    };
    const { db } = server.context;
    for (const [value, label] of [
      ['contract', '合同章'],
      ['company', '公章'],
      ['testing', '检测章'],
    ] as const)
      await db
        .updateTable('sys_dict_item')
        .set({ dict_label: label })
        .where('type_code', '=', 'sealType')
        .where('dict_value', '=', value)
        .execute();
    const { data: plain } = await trusted(staff).save(
      withRows({ title: 'T1', ...values }, { sealType: 'company', handlers: 'u-staff,u-leader' }),
    );
    expect(plain.fieldsMap).toMatchObject(names);
    expect(plain.title).toBe('周明轩的合同章：T1');
    expect(plain.childTables.sealFiles).toMatchObject([
      { fieldsMap: { sealTypeLabel: '公章', handlersLabel: '周明轩、陈立群' } },
    ]);
    const forged = Object.fromEntries(Object.keys(names).map((key) => [key, '董事长专用']));
    const { data: lied } = await trusted(staff).save(
      withRows(
        { title: 'T1', ...values, ...forged },
        { sealType: 'company', sealTypeLabel: '假章', handlers: 'u-staff', handlersLabel: '董事长' },
      ),
    );
    expect(lied.fieldsMap).toMatchObject(names);
    expect(lied.childTables.sealFiles).toMatchObject([
      { fieldsMap: { sealTypeLabel: '公章', handlersLabel: '周明轩' } },
    ]);
    expect(JSON.stringify(lied)).not.toContain('董事长');
  });

  it('of options that a call answers is the sender’s, for the value it came with alone', async () => {
    const { data: draft } = await trusted(staff).save(
      withRows({ remote: 'a', remoteLabel: '甲工程' }, { project: 'a', projectLabel: '甲工程' }),
    );
    expect(draft.fieldsMap.remoteLabel).toBe('甲工程');
    expect(draft.childTables.sealFiles).toMatchObject([{ fieldsMap: { projectLabel: '甲工程' } }]);
    const { data: same } = await trusted(staff).save({
      id: draft.id,
      revision: 1,
      fieldsMap: { remoteLabel: '另一名称' },
    });
    expect(same.fieldsMap.remoteLabel).toBe('甲工程');
    const { data: changed } = await trusted(staff).save({
      id: draft.id,
      revision: 2,
      fieldsMap: { remote: 'b' },
      childTables: { sealFiles: [{ id: 'r1', fieldsMap: { project: 'b', projectLabel: '乙工程' } }] },
    });
    expect(changed.fieldsMap.remoteLabel ?? '').toBe('');
    expect(changed.childTables.sealFiles).toMatchObject([{ fieldsMap: { projectLabel: '乙工程' } }]);
  });

  it('goes with its value', async () => {
    const { data: draft } = await trusted(staff).save(withRows({ kind: 'company', people: 'u-hr' }));
    const { data } = await trusted(staff).save({
      id: draft.id,
      revision: 1,
      fieldsMap: { kind: '', people: null, unitLabel: '无中生有' },
    });
    expect([data.fieldsMap.kindLabel, data.fieldsMap.peopleLabel, data.fieldsMap.unitLabel ?? '']).toEqual([
      '',
      '',
      '',
    ]);
  });

  it('of an unchanged value stays as it was stored when the department is renamed', async () => {
    const { db } = server.context;
    const { data: draft } = await trusted(staff).save(
      withRows({ depts: 'dept-sz', title: 'T' }, { handlers: 'u-caoweimin' }),
    );
    await db.updateTable('sys_org').set({ name: '市政工程部' }).where('id', '=', 'dept-sz').execute();
    await db.updateTable('sys_user').set({ name: '曹伟民' }).where('id', '=', 'u-caoweimin').execute();
    const { data } = await trusted(staff).run(
      {
        ...withRows({ depts: 'dept-sz', deptsLabel: '市政工程部', title: 'T' }, { handlers: 'u-caoweimin' }),
        id: draft.id,
        revision: 1,
      },
      'submit',
    );
    expect(data.fieldsMap.deptsLabel).toBe('市政道路检测部');
    expect(data.childTables.sealFiles).toMatchObject([{ fieldsMap: { handlersLabel: '曹为民' } }]);
    expect((await trusted(staff).save(withRows({ depts: 'dept-sz' }))).data.fieldsMap.deptsLabel).toBe('市政工程部');
  });

  it('of a default that nobody may change is there with the default, sent or not', async () => {
    const { data } = await trusted(staff).save(withRows({ title: 'T' }));
    expect(data.fieldsMap).toMatchObject({
      applicant: 'u-staff',
      applicantLabel: '周明轩',
      dept: 'dept-jy',
      deptLabel: '市场经营部',
    });
    const page = await trusted(staff).save(
      withRows({
        title: 'T',
        applicant: 'u-staff',
        applicantLabel: '周明轩',
        dept: 'dept-jy',
        deptLabel: '市场经营部',
      }),
    );
    expect(page.code, page.msg).toBe('1');
    for (const [key, value] of [
      ['applicant', 'u-leader'],
      ['applicant', null],
      ['applicant', ''],
    ] as const) {
      expect(problemsOf(await trusted(staff).save(withRows({ title: 'T', [key]: value })))).toEqual([
        { code: 'VALUE_FORBIDDEN', path: ['fieldsMap', 'applicant'] },
      ]);
    }
  });

  it('changes with a value that the approver changes, and not for one they may not', async () => {
    const running = await submitted(staff, leader, withRows({ title: 'T', kind: 'company', unit: 'unit-jc' }));
    const forged = await approve({ id: running.id, revision: running.revision, fieldsMap: { unitLabel: '别的单位' } });
    expect(problemsOf(forged)).toEqual([{ code: 'VALUE_FORBIDDEN', path: ['fieldsMap', 'unitLabel'] }]);
    const done = await approve({
      id: running.id,
      revision: running.revision,
      fieldsMap: { kind: 'cma', kindLabel: '假' },
    });
    expect(done.data.title).toBe('周明轩的cma章：T');
    expect((await trusted(sealer).get(running.id)).data.fieldsMap).toMatchObject({ kind: 'cma', kindLabel: 'cma章' });
  });

  it('of thousands of rows is read in three queries and written in one save', async () => {
    const fieldsMap = { sealType: 'cma', useWay: 'onsite', handlers: 'u-staff,u-leader', project: 'p' };
    const count = usualOrLong(2_002, 10_000);
    const rows = Array.from({ length: count }, (_none, index) => ({
      ...fieldsMap,
      fileName: `文件 ${index}`,
      ...(index % 3 ? {} : { sealType: 'company', handlers: 'u-hr' }),
    }));
    const { form } = await loadForm(server.context, server.context.db, 'trustDemo');
    let queries = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const values = withRows({ depts: 'dept-jy', unit: 'unit-jc' }, ...rows);
    await loadOptionLookup(
      server.context.db.withPlugin(counting),
      valueGroupsOf(form, { stored: null, sent: values, values }, (field) => optionSourceOf(field) !== null),
    );
    expect(queries).toBe(3);
    const { data } = await trusted(staff).run(values, 'submit');
    expect(data.childTables.sealFiles?.[count - 1]).toMatchObject({
      fieldsMap: { sealTypeLabel: '公章', handlersLabel: '何静怡' },
    });
  });
});
