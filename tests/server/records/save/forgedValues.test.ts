import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { usualOrLong } from '../../../support/tier.ts';
import { author } from '../../support/sealDemo.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../../support.ts';
import { problemsOf, publishTrustDemo, refusedUnstored, trusted, withRows } from '../../support/trustDemo.ts';

let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  await publishTrustDemo(server);
  staff = await server.api('staff');
});
afterAll(() => server.dispose());

const save = '/api/system/frmCrud/saveOrUpdate/trustDemo';

/** Refused as the caller's fault, and nothing was stored. */
const refused = (call: Promise<Answer>): Promise<Answer> => refusedUnstored(server, call);

describe('keys and types in the body', () => {
  it('that no field has are refused by their path, those of every object’s prototype too', async () => {
    const odd = [
      'constructor',
      'toString',
      'hasOwnProperty',
      'valueOf',
      'titleLabel',
      'sealFiles',
      'id',
      '',
      'x'.repeat(5000),
    ];
    for (const key of odd)
      expect(problemsOf(await refused(staff.post(save, { fieldsMap: { [key]: 'x' }, childTables: {} })))).toEqual([
        { code: 'VALUE_UNKNOWN', path: ['fieldsMap', key] },
      ]);
    for (const key of odd)
      if (key !== 'sealFiles')
        expect(
          problemsOf(
            await refused(staff.post(save, { fieldsMap: {}, childTables: { [key]: [{ id: 'r1', fieldsMap: {} }] } })),
          ),
        ).toEqual([{ code: 'VALUE_UNKNOWN', path: ['childTables', key] }]);
    for (const key of odd)
      expect(problemsOf(await refused(trusted(staff).save(withRows({}, { [key]: 'x' }))))).toEqual([
        { code: 'VALUE_UNKNOWN', path: ['childTables', 'sealFiles', 0, 'fieldsMap', key] },
      ]);
    const { data } = await trusted(staff).save(withRows({ title: 'T' }, { fileName: 'a' }));
    for (const key of odd)
      await refused(
        trusted(staff).save({
          id: data.id,
          revision: 1,
          fieldsMap: {},
          childTables: { [key]: [{ id: 'r1', fieldsMap: { [key]: 1 } }] },
        }),
      );
    for (const body of [
      '{"fieldsMap":{"__proto__":{"x":1}},"childTables":{}}',
      '{"fieldsMap":{},"childTables":{"__proto__":[]}}',
      '{"fieldsMap":{"constructor":{"prototype":{"x":1}}},"childTables":{}}',
    ]) {
      await refused(staff.post(save, body, { 'content-type': 'application/json' }));
    }
  });

  it('of another type than the field’s are refused by their path, in drafts and in fields the page does not show too', async () => {
    const wrong = {
      title: 5,
      applicant: {},
      depts: ['dept-jy'],
      kind: {},
      kinds: { a: 1 },
      way: [],
      ways: 'onsite',
      area: { a: 1 },
      fixed: [['1']],
      linked: {},
      remote: {},
      hiddenCount: 'many',
      amount: '5',
      day: 5,
      urgent: {},
      materials: ['x'],
    };
    for (const [key, value] of Object.entries(wrong)) {
      const found = problemsOf(await refused(trusted(staff).save(withRows({ [key]: value }))));
      expect(
        found.map(({ path }) => path),
        key,
      ).toEqual([['fieldsMap', key]]);
    }
    for (const [key, value] of Object.entries({
      fileName: 5,
      copies: '5',
      sealType: {},
      useWay: [],
      handlers: ['u-staff'],
      project: {},
      files: {},
    })) {
      const found = problemsOf(await refused(trusted(staff).save(withRows({}, { [key]: value }))));
      expect(
        found.map(({ path }) => path),
        key,
      ).toEqual([['childTables', 'sealFiles', 0, 'fieldsMap', key]]);
    }
    for (const key of ['kindLabel', 'remoteLabel', 'applicantLabel']) {
      const found = problemsOf(await refused(trusted(staff).save(withRows({ [key]: { a: 1 } }))));
      expect(found).toEqual([{ code: 'VALUE_TYPE', path: ['fieldsMap', key] }]);
    }
    expect(problemsOf(await refused(trusted(staff).save(withRows({}, { projectLabel: [1] }))))).toEqual([
      { code: 'VALUE_TYPE', path: ['childTables', 'sealFiles', 0, 'fieldsMap', 'projectLabel'] },
    ]);
  });

  it('of another shape than a record’s are refused', async () => {
    for (const body of [
      null,
      [],
      'x',
      {},
      { fieldsMap: null, childTables: {} },
      { fieldsMap: [], childTables: {} },
      { fieldsMap: {}, childTables: [] },
      { fieldsMap: {}, childTables: { sealFiles: 'x' } },
      { fieldsMap: {}, childTables: { sealFiles: [null] } },
      { fieldsMap: {}, childTables: { sealFiles: [{ id: 'r1' }] } },
      { fieldsMap: {}, childTables: { sealFiles: [{ fieldsMap: {} }] } },
      { fieldsMap: {}, childTables: { sealFiles: [{ id: 'r1', fieldsMap: [] }] } },
      { fieldsMap: {}, childTables: { sealFiles: [{ id: '', fieldsMap: {} }] } },
      { fieldsMap: { title: 'nul \u0000' }, childTables: {} },
      { fieldsMap: { title: '\ud800' }, childTables: {} },
      { id: ['a', 'b'], fieldsMap: {}, childTables: {} },
    ]) {
      await refused(staff.post(save, JSON.stringify(body), { 'content-type': 'application/json' }));
    }
  });

  it('nested thousands deep are refused, not an error of the server', async () => {
    const KEYS = ['area', 'title', 'nothing'];
    for (const depth of [200, 20_000, 1_000_000]) {
      const deep = '['.repeat(depth) + ']'.repeat(depth);
      // usually the deepest, which takes the longest to send, in one field
      for (const key of depth > 20_000 ? usualOrLong(['area'], KEYS) : KEYS) {
        await refused(
          staff.post(save, `{"fieldsMap":{"${key}":${deep}},"childTables":{}}`, { 'content-type': 'application/json' }),
        );
        await refused(
          staff.post(save, `{"fieldsMap":{"${key}":${deep}},"childTables":{}}`, {
            'content-type': 'application/json',
            'idempotency-key': `deep-${key}-${depth}`,
          }),
        );
      }
      await refused(
        staff.post(
          '/api/system/frmCrud/list/trustDemo',
          `{"data":{"conditions":[{"field":"title","op":"eq","value":${deep}}]}}`,
          { 'content-type': 'application/json' },
        ),
      );
    }
  });

  it('in very many wrong rows are refused, not an error of the server', async () => {
    const rows = Array.from({ length: usualOrLong(20_001, 90_000) }, (_none, index) => ({
      id: String(index),
      fieldsMap: { copies: '', fileName: 5, sealType: {} },
    }));
    const save = (sealFiles: unknown) =>
      refused(staff.post('/api/system/frmCrud/saveOrUpdate/trustPlain', { fieldsMap: {}, childTables: { sealFiles } }));
    expect((await save(rows)).code).toBe('ROW_LIMIT');
    const answer = await save(rows.slice(0, 20_000));
    expect(answer.code).toBe('RECORD_INVALID');
    expect(problemsOf(answer)[0]).toEqual({
      code: 'VALUE_TYPE',
      path: ['childTables', 'sealFiles', 0, 'fieldsMap', 'fileName'],
    });
    expect(JSON.stringify(answer.data).length).toBeLessThan(500_000);
  });

  it('whose formulas compare every row with every other are refused when there are too many, with the table and its rows', async () => {
    const admin = await server.api('admin');
    const definition = {
      formKey: 'costly',
      formName: '耗时',
      fields: [
        {
          tag: 'el-input-number',
          __vModel__: 'ok',
          label: '齐全',
          computed: 'items.all(a, items.exists(b, b.n >= a.n - a.n)) ? 1 : 0',
        },
        {
          tag: 'subTable',
          __vModel__: 'items',
          label: '明细',
          children: [{ tag: 'el-input-number', __vModel__: 'n', label: '数量' }],
        },
      ],
    };
    await admin.post('/api/system/frmDef/saveDraft', {
      formKey: 'costly',
      formName: '耗时',
      definition: { access: { createRoles: ['*'] }, ...definition },
    });
    expect((await admin.post('/api/system/frmDef/publish', { formKey: 'costly', note: '测试' })).code).toBe('1');
    const save = (length: number) =>
      staff.post('/api/system/frmCrud/saveOrUpdate/costly', {
        fieldsMap: {},
        childTables: {
          items: Array.from({ length }, (_none, index) => ({ id: String(index), fieldsMap: { n: index } })),
        },
      });
    const answer = await save(5000);
    expect([answer.code, answer.status, answer.msg]).toEqual([
      'ROW_WORK',
      422,
      '“明细”有 5000 行，公式或格式校验的计算量超出上限，未保存；请减少行数或缩短内容，或请管理员简化公式',
    ]);
    expect((await save(300)).code).toBe('1');
  });

  it('with so many long texts that their patterns alone would hold up everybody are refused', async () => {
    const definition = {
      fields: [
        {
          tag: 'subTable',
          __vModel__: 'items',
          label: '明细',
          children: [
            {
              tag: 'el-input',
              __vModel__: 'range',
              label: '编号范围',
              regList: [{ pattern: '(\\d+)-(\\d+)$', message: '应为“起-止”' }],
            },
          ],
        },
      ],
    };
    await publishForm(server.context, { formKey: 'ranges', formName: '范围', definition, note: '', author });
    const save = (length: number, range: string) =>
      staff.post('/api/system/frmCrud/saveOrUpdate/ranges', {
        fieldsMap: {},
        childTables: { items: Array.from({ length }, (_none, index) => ({ id: String(index), fieldsMap: { range } })) },
      });
    expect((await save(1_100, '1'.repeat(20_000))).code).toBe('ROW_WORK');
    expect((await save(5_000, '100-200')).code).toBe('1');
  });

  it('a share of the total in every row is no comparison of every row with every other', async () => {
    const admin = await server.api('admin');
    const definition = {
      formKey: 'shares',
      formName: '占比',
      fields: [
        {
          tag: 'subTable',
          __vModel__: 'items',
          label: '明细',
          children: [
            { tag: 'el-input-number', __vModel__: 'n', label: '数量' },
            {
              tag: 'el-input-number',
              __vModel__: 'share',
              label: '占比',
              precision: 6,
              computed: 'n / sum(form.items.map(r, r.n))',
            },
          ],
        },
      ],
    };
    await admin.post('/api/system/frmDef/saveDraft', {
      formKey: 'shares',
      formName: '占比',
      definition: { access: { createRoles: ['*'] }, ...definition },
    });
    expect((await admin.post('/api/system/frmDef/publish', { formKey: 'shares', note: '测试' })).code).toBe('1');
    const answer = await staff.post<{ childTables: { items: { fieldsMap: { share: number } }[] } }>(
      '/api/system/frmCrud/saveOrUpdate/shares',
      {
        fieldsMap: {},
        childTables: {
          items: Array.from({ length: 8000 }, (_none, index) => ({ id: String(index), fieldsMap: { n: index % 2 } })),
        },
      },
    );
    expect([
      answer.code,
      answer.data.childTables.items[0]?.fieldsMap.share,
      answer.data.childTables.items[1]?.fieldsMap.share,
    ]).toEqual(['1', 0, 0.00025]);
  });

  it('a form whose formula alone is too much is refused by its name, and the server lives', async () => {
    const admin = await server.api('admin');
    const joined = Array.from(
      { length: 9 },
      (_none, i) => `cel.bind(v${i + 1}, ${Array.from({ length: 9 }, () => `v${i}`).join(' + ')}, `,
    ).join('');
    const definition = {
      formKey: 'doubling',
      formName: '倍增',
      fields: [
        {
          tag: 'el-input-number',
          __vModel__: 'n',
          label: '数',
          computed: `cel.bind(v0, [1.0, 2.0], ${joined}v9.size()${')'.repeat(10)}`,
        },
      ],
    };
    await admin.post('/api/system/frmDef/saveDraft', {
      formKey: 'doubling',
      formName: '倍增',
      definition: { access: { createRoles: ['*'] }, ...definition },
    });
    expect((await admin.post('/api/system/frmDef/publish', { formKey: 'doubling', note: '测试' })).code).toBe('1');
    const answer = await staff.post('/api/system/frmCrud/saveOrUpdate/doubling', { fieldsMap: {}, childTables: {} });
    expect([answer.code, answer.msg]).toEqual([
      'ROW_WORK',
      '“倍增”公式或格式校验的计算量超出上限，未保存；请减少行数或缩短内容，或请管理员简化公式',
    ]);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });
});
