import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author, recordsOf, todoOf } from '../../support/sealDemo.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../../support.ts';
import { problemsOf, publishTrustDemo, submitted, trusted, withRows } from '../../support/trustDemo.ts';

let server: TestServer;
let staff: Client;
let leader: Client;
let sealer: Client;
let hr: Client;

beforeAll(async () => {
  server = await startTestServer();
  await publishTrustDemo(server);
  [staff, leader, sealer, hr] = await Promise.all([
    server.api('staff'),
    server.api('leader'),
    server.api('sealer'),
    server.api('hr'),
  ]);
});
afterAll(() => server.dispose());

const save = '/api/system/frmCrud/saveOrUpdate/trustDemo';
const count = async (): Promise<number> =>
  Number(
    (
      await server.context.db
        .selectFrom('frm_record')
        .select((query) => query.fn.countAll<number>().as('n'))
        .where('form_key', 'in', ['trustDemo', 'trustPlain'])
        .executeTakeFirstOrThrow()
    ).n,
  );

/** Refused as the caller's fault, and nothing was stored. */
async function refused(call: Promise<Answer>): Promise<Answer> {
  const before = await count();
  const answer = await call;
  expect(answer.code, JSON.stringify(answer).slice(0, 400)).not.toBe('1');
  expect(answer.status, `${answer.code} ${answer.msg}`).toBeLessThan(500);
  expect(await count()).toBe(before);
  return answer;
}

describe('system columns in the body', () => {
  it('are not believed', async () => {
    const forged = {
      fieldsMap: { title: 'T' },
      childTables: {},
      flwState: '3',
      createBy: 'u-admin',
      createByName: '罗志斌',
      version: 99,
      title: '换了',
      unitId: 'unit-zx',
      taskNode: 'x',
      formKey: 'other',
      createTime: '2001-01-01 00:00:00',
    };
    const { data } = await staff.post<Record<string, unknown>>(save, forged);
    expect(data).toMatchObject({
      flwState: '0',
      createBy: 'u-staff',
      createByName: '周明轩',
      version: 1,
      revision: 1,
      formKey: 'trustDemo',
      taskNode: '',
    });
    expect(String(data.createTime)).not.toContain('2001');
    const again = await staff.post<Record<string, unknown>>(save, {
      ...forged,
      id: data.id,
      revision: 1,
      flwState: '3',
    });
    expect(again.data).toMatchObject({ flwState: '0', createBy: 'u-staff', revision: 2 });
  });

  it('an id of one’s own choosing, of another form, or with another revision is refused', async () => {
    const { data } = await trusted(staff).save(withRows({ title: 'T' }));
    expect(
      await refused(trusted(staff).save({ ...withRows({ title: 'X' }), id: 'my-own-id', revision: 1 })),
    ).toMatchObject({ code: '404' });
    expect(
      await refused(recordsOf(staff, 'trustPlain').save({ ...withRows({ title: 'X' }), id: data.id, revision: 1 })),
    ).toMatchObject({ code: '404' });
    for (const revision of [0, 2, 1e15, 1e300])
      await refused(trusted(staff).save({ ...withRows({ title: 'X' }), id: data.id, revision }));
    expect(await refused(trusted(staff).save({ ...withRows({ title: 'X' }), id: data.id }))).toMatchObject({
      code: 'RECORD_STALE',
    });
    expect((await trusted(staff).get(data.id ?? '')).data).toMatchObject({ revision: 1, fieldsMap: { title: 'T' } });
  });
});

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
    for (const depth of [200, 20_000, 1_000_000]) {
      const deep = '['.repeat(depth) + ']'.repeat(depth);
      for (const key of ['area', 'title', 'nothing']) {
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
    const rows = Array.from({ length: 90_000 }, (_none, index) => ({
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
    await admin.post('/api/system/frmDef/saveDraft', { formKey: 'costly', formName: '耗时', definition });
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
    await admin.post('/api/system/frmDef/saveDraft', { formKey: 'shares', formName: '占比', definition });
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
    await admin.post('/api/system/frmDef/saveDraft', { formKey: 'doubling', formName: '倍增', definition });
    expect((await admin.post('/api/system/frmDef/publish', { formKey: 'doubling', note: '测试' })).code).toBe('1');
    const answer = await staff.post('/api/system/frmCrud/saveOrUpdate/doubling', { fieldsMap: {}, childTables: {} });
    expect([answer.code, answer.msg]).toEqual([
      'ROW_WORK',
      '“倍增”公式或格式校验的计算量超出上限，未保存；请减少行数或缩短内容，或请管理员简化公式',
    ]);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });
});

describe('rows', () => {
  it('with an id twice are refused', async () => {
    const twice = {
      fieldsMap: {},
      childTables: {
        sealFiles: [
          { id: 'r1', fieldsMap: { fileName: 'a' } },
          { id: 'r1', fieldsMap: { fileName: 'b' } },
        ],
      },
    };
    expect(problemsOf(await refused(trusted(staff).save(twice)))).toContainEqual({
      code: 'VALUE_TYPE',
      path: ['childTables', 'sealFiles'],
    });
  });

  it('with the ids of another record’s rows are rows of this one, and the other record stays', async () => {
    const { data: one } = await trusted(staff).save(withRows({ title: 'A' }, { fileName: 'a' }));
    const { data: two } = await trusted(staff).save(withRows({ title: 'B' }, { fileName: 'b' }));
    expect(two.childTables.sealFiles).toMatchObject([{ id: 'r1', fieldsMap: { fileName: 'b' } }]);
    expect((await trusted(staff).get(one.id ?? '')).data.childTables.sealFiles).toMatchObject([
      { id: 'r1', fieldsMap: { fileName: 'a' } },
    ]);
  });

  it('store nothing but an id and values', async () => {
    const { data } = await trusted(staff).save({
      fieldsMap: {},
      childTables: { sealFiles: [{ id: 'r1', fieldsMap: { fileName: 'a' }, note: 'x'.repeat(1000) } as never] },
    });
    const row = await server.context.db
      .selectFrom('frm_record')
      .select('child_tables')
      .where('id', '=', data.id ?? '')
      .executeTakeFirstOrThrow();
    expect(Object.keys(row.child_tables.sealFiles?.[0] ?? {}).toSorted()).toEqual(['fieldsMap', 'id']);
  });

  it('keep their order where rows may not be changed', async () => {
    const { id, revision } = await submitted(
      staff,
      leader,
      withRows({ title: 'T', amount: 1 }, { fileName: 'a' }, { fileName: 'b' }),
    );
    await trusted(leader).run({ id, revision, fieldsMap: { leaderOpinion: '同意' } }, 'approve');
    const seen = await trusted(sealer).get(id);
    const rows = [...(seen.data.childTables.sealFiles ?? [])].toReversed();
    const answer = await refused(
      trusted(sealer).run(
        { id, revision: seen.data.revision, fieldsMap: {}, childTables: { sealFiles: rows } },
        'approve',
      ),
    );
    expect(problemsOf(answer)).toEqual([{ code: 'ROW_ORDER_FORBIDDEN', path: ['childTables', 'sealFiles'] }]);
  });
});

describe('somebody else’s record', () => {
  it('draft can be neither read, saved, submitted nor removed', async () => {
    const { data } = await trusted(staff).save(withRows({ title: 'T' }));
    const id = data.id ?? '';
    for (const other of [leader, sealer, hr]) {
      expect((await refused(trusted(other).get(id))).code).toBe('404');
      expect((await refused(trusted(other).save({ ...withRows({ title: 'X' }), id, revision: 1 }))).code).toBe('404');
      expect((await refused(trusted(other).run({ ...withRows({ title: 'X' }), id, revision: 1 }, 'submit'))).code).toBe(
        '404',
      );
      expect((await refused(trusted(other).remove(id))).code).toBe('404');
    }
    expect((await trusted(staff).get(id)).data).toMatchObject({
      revision: 1,
      flwState: '0',
      fieldsMap: { title: 'T' },
    });
  });

  it('of the other unit is not there to read, by id, list or history', async () => {
    const other = await server.api('ruanyifei');
    const { data } = await trusted(other).run(withRows({ title: '咨询公司的' }), 'submit');
    const id = data.id ?? '';
    for (const client of [await server.api('liusiyu'), await server.api('yangfan')]) {
      expect((await refused(trusted(client).get(id))).code).toBe('404');
      for (const call of ['list', 'listNoAuth'])
        expect(
          (await trusted(client).list({ conditions: [{ field: 'id', op: 'eq', value: id }] }, {}, call)).data.data.map(
            (row) => row.id,
          ),
          call,
        ).toEqual([]);
      await refused(client.get(`/api/task/flow/process/history?formKey=trustDemo&recordId=${id}`));
    }
  });
});

describe('a value that a node hides', () => {
  it('is found neither by guessing, nor by keyword, condition or order', async () => {
    const { id, revision } = await submitted(
      staff,
      leader,
      withRows({ title: '标底', secret: '暗号四八二' }, { fileName: 'a' }),
    );
    const guess = await refused(trusted(leader).save({ id, revision, fieldsMap: { secret: '暗号四八二' } }));
    expect(problemsOf(guess)).toEqual([{ code: 'VALUE_FORBIDDEN', path: ['fieldsMap', 'secret'] }]);
    expect((await trusted(leader).list({ keyword: '标底' })).data.data.map((row) => row.id)).toContain(id);
    expect((await trusted(leader).list({ keyword: '暗号' })).data.data).toEqual([]);
    await refused(trusted(leader).list({ conditions: [{ field: 'secret', op: 'contains', value: '暗' }] }));
    await refused(trusted(leader).list({ sort: { field: 'secret', order: 'asc' } }));
    expect(JSON.stringify(await trusted(leader).get(id))).not.toContain('暗号');
    const stale = await refused(trusted(leader).save({ id, revision: 0, fieldsMap: {} }));
    expect(JSON.stringify(stale)).not.toContain('暗号');
  });
});

describe('a task', () => {
  it('of another record or person is no ticket', async () => {
    const one = await submitted(staff, leader, withRows({ title: 'A' }));
    const two = await submitted(staff, leader, withRows({ title: 'B' }));
    const act = (client: Client, taskId: string) =>
      trusted(client).run({ id: one.id, revision: one.revision, fieldsMap: { leaderOpinion: '同意' } }, 'approve', {
        taskId,
      });
    expect((await refused(act(leader, two.taskId))).code).toBe('TASK_NOT_YOURS');
    expect((await refused(act(staff, one.taskId))).code).toBe('TASK_NOT_YOURS');
    expect((await refused(act(hr, one.taskId))).code).toBe('404');
    expect((await refused(act(leader, 'no-such-task'))).code).toBe('TASK_NOT_YOURS');
    expect((await refused(trusted(hr).get(one.id, one.taskId))).code).toBe('404');
    expect(
      (
        await refused(
          recordsOf(leader, 'trustPlain').run({ id: one.id, revision: one.revision }, 'approve', {
            taskId: one.taskId,
          }),
        )
      ).code,
    ).toBe('404');
    expect((await todoOf(leader, one.id))?.taskId).toBe(one.taskId);
  });

  it('takes no action that its node does not offer', async () => {
    const { id, revision, taskId } = await submitted(staff, leader, withRows({ title: 'A' }));
    const sent = { id, revision, fieldsMap: { leaderOpinion: '同意' } };
    expect((await refused(trusted(leader).run(sent, 'submit', { taskId }))).code).toBe('RECORD_STATE');
    for (const action of ['finish', 'toString', '', 'withdraw'])
      expect((await refused(trusted(leader).run(sent, action, { taskId }))).code).toBe('REQUEST_INVALID');
    const back = await trusted(leader).run(sent, 'return', { taskId, opinion: '改' });
    for (const action of ['approve', 'return', 'reject'])
      await refused(trusted(staff).run({ id, revision: back.data.revision }, action, { opinion: 'x' }));
  });
});

describe('a record in approval or finished', () => {
  it('can be neither removed nor edited nor submitted once more by its applicant', async () => {
    const { id, revision } = await submitted(staff, leader, withRows({ title: 'A' }));
    const attack = async (now: number) => {
      await refused(trusted(staff).remove(id));
      await refused(trusted(staff).save({ ...withRows({ title: 'X' }), id, revision: now }));
      await refused(trusted(staff).run({ ...withRows({ title: 'X' }), id, revision: now }, 'submit'));
    };
    await attack(revision);
    const approved = await trusted(leader).run({ id, revision, fieldsMap: { leaderOpinion: '同意' } }, 'approve');
    const done = await trusted(sealer).run({ id, revision: approved.data.revision }, 'approve');
    expect(done.data.flwState).toBe('3');
    await attack(done.data.revision ?? 0);
    const admin = await server.api('admin');
    await refused(trusted(admin).remove(id));
    await refused(trusted(admin).save({ ...withRows({ title: 'X' }), id, revision: done.data.revision }));
    expect((await trusted(staff).get(id)).data).toMatchObject({
      flwState: '3',
      revision: done.data.revision,
      fieldsMap: { title: 'A' },
    });
  });
});

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
    const records = await server.context.db.selectFrom('frm_record').select('flw_state').where('id', '=', id).execute();
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

describe('files', () => {
  const upload = async (client: Client): Promise<string> => {
    const body = new FormData();
    body.append('file', new Blob(['正文'], { type: 'text/plain' }), 'a.txt');
    return (await client.post<{ id: string }>('/api/file/sys/file/upload', body)).data.id;
  };

  it('of others, and ids of no file, cannot be written into a record, however they are spelled', async () => {
    const theirs = await upload(hr);
    const mine = await upload(staff);
    for (const value of [
      theirs,
      `${mine},${theirs}`,
      `${mine}，${theirs}`,
      ` ${theirs} `,
      'no-such-file',
      `${mine},no-such-file`,
      'x'.repeat(500),
    ]) {
      for (const sent of [withRows({ materials: value }), withRows({}, { files: value })]) {
        expect((await refused(trusted(staff).save(sent))).code, value).toBe('403');
        expect((await refused(trusted(staff).run(sent, 'submit'))).code, value).toBe('403');
      }
    }
    expect((await trusted(staff).save(withRows({ materials: mine }))).code).toBe('1');
  });
});
