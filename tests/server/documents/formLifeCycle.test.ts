import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../../src/server/app.ts';
import { routes } from '../../../src/server/routes.ts';
import { usualOrLong } from '../../support/tier.ts';
import { author, publishSealDemo, recordsOf, SEAL, sealForm, todoOf } from '../support/sealDemo.ts';
import { clientOf, startTestServer, type Client, type TestServer } from '../support.ts';
import { publishFlow } from '../../../src/server/flowDocuments/publishFlow.ts';
import { flowText } from '../flow/flowText.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  await publishSealDemo(server);
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
});
afterAll(() => server.dispose());

interface Drafted {
  problems: { code: string; path: (string | number)[]; level: string }[];
  revision: number;
}

const saveDraft = (formKey: string, definition: unknown, more: object = {}) =>
  admin.post<Drafted>('/api/system/frmDef/saveDraft', { formKey, formName: formKey, definition, ...more });

const publish = (formKey: string, more: object = {}) =>
  admin.post<{ version: number; problems?: Drafted['problems'] }>('/api/system/frmDef/publish', {
    formKey,
    note: '修改',
    ...more,
  });

const definition = (formKey: string, version?: number) =>
  staff.get<{ version: number; formName: string; fields: { __vModel__?: string }[] }>(
    `/api/system/frmDef/getLastVersionFrmDef?formKey=${formKey}${version ? `&version=${version}` : ''}`,
  );

const field = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const formOf = (...fields: object[]) => ({ fields });

describe('the life of a form definition', () => {
  it('a draft is not served until it is published, then everyone gets it with its version', async () => {
    expect((await definition('lifeForm')).code).toBe('404');
    expect((await saveDraft('lifeForm', formOf(field('a')))).data).toEqual({ problems: [], revision: 1 });
    expect((await definition('lifeForm')).code).toBe('404');
    expect((await publish('lifeForm')).data).toMatchObject({ version: 1 });
    expect((await definition('lifeForm')).data).toMatchObject({
      version: 1,
      formName: 'lifeForm',
      fields: [{ __vModel__: 'a' }],
    });
    await saveDraft('lifeForm', formOf(field('a'), field('b')));
    expect((await definition('lifeForm')).data.version).toBe(1);
    await publish('lifeForm');
    expect((await definition('lifeForm')).data).toMatchObject({
      version: 2,
      fields: [{ __vModel__: 'a' }, { __vModel__: 'b' }],
    });
    expect((await definition('lifeForm', 1)).data).toMatchObject({ version: 1, fields: [{ __vModel__: 'a' }] });
    const versions = await admin.get('/api/system/frmDef/versions?formKey=lifeForm');
    expect(versions.data).toMatchObject([
      { version: 2, state: 'published', note: '修改', author: '罗志斌', running: 0 },
      { version: 1, state: 'archived' },
    ]);
  });

  it('a draft is kept as it was given, whatever its dialect, and comes back so', async () => {
    const nested = { fields: [{ __vModel__: 'x', __config__: { tag: 'el-input', label: '甲', span: 12 } }] };
    expect((await saveDraft('dialectForm', nested)).data.problems).toEqual([]);
    expect((await admin.get('/api/system/frmDef/getDraft?formKey=dialectForm')).data).toEqual(nested);
    await publish('dialectForm');
    expect((await definition('dialectForm')).data.fields[0]).toMatchObject({
      tag: 'el-input',
      __vModel__: 'x',
      label: '甲',
      span: 12,
    });
  });

  it('broken text is stored, named with its line, and cannot be published', async () => {
    const broken = '{ "fields": [ { "tag": "el-input",, ] }';
    const { data } = await saveDraft('brokenForm', broken);
    expect(data.problems[0]).toMatchObject({ code: 'DOC_SYNTAX', level: 'error', params: { line: 1 } });
    expect((await admin.get('/api/system/frmDef/getDraft?formKey=brokenForm')).data).toBe(broken);
    const refused = await publish('brokenForm');
    expect(refused).toMatchObject({ status: 422, code: 'DOC_DRAFT_ONLY', msg: '定义中还有 1 个错误，不能发布' });
    expect(refused.data.problems).toHaveLength(1);
    expect((await definition('brokenForm')).code).toBe('404');
  });

  it('an expression that names a missing field or mixes types is refused with the path of the expression', async () => {
    const { data } = await saveDraft(
      'expressionForm',
      formOf(
        field('a'),
        { ...field('n'), tag: 'el-input-number', computed: 'm + 1' },
        field('b', { visibleWhen: 'a > 1' }),
      ),
    );
    expect(data.problems.map(({ code, path }) => [code, path])).toEqual([
      ['DOC_EXPRESSION_NAME', ['fields', 1, 'computed']],
      ['DOC_EXPRESSION', ['fields', 2, 'visibleWhen']],
    ]);
    expect((await publish('expressionForm')).code).toBe('DOC_DRAFT_ONLY');
  });

  it('a text in {{ }} is refused with its path in a form of our own, and left out of one that another designer made', async () => {
    const script = '{{ $self.value }}';
    const levels = async (definition: object) =>
      (await saveDraft('lifeTemplate', definition)).data.problems.map(({ level, code, path }) => [level, code, path]);
    expect(
      await levels(formOf(field('a', { label: script, visibleWhen: script }), field('b', { hint: [script] }))),
    ).toEqual([
      ['error', 'DOC_FUNCTION', ['fields', 0, 'label']],
      ['error', 'DOC_FUNCTION', ['fields', 0, 'visibleWhen']],
      ['error', 'DOC_FUNCTION', ['fields', 1, 'hint']],
    ]);
    expect((await publish('lifeTemplate')).code).toBe('DOC_DRAFT_ONLY');
    const schema = { type: 'string', title: '甲', 'x-component': 'Input', 'x-reactions': script };
    const foreign = { schema: { type: 'object', properties: { a: schema } } };
    expect(await levels(foreign)).toContainEqual(['warning', 'DOC_FUNCTION', expect.anything()]);
    expect((await publish('lifeTemplate')).data).toMatchObject({ version: 1 });
    expect(JSON.stringify((await definition('lifeTemplate')).data)).not.toContain('$self');
  });

  it('a flow that does not exist, or whose condition does not fit the fields, forbids publishing', async () => {
    await publishFlow(server.context, {
      xml: flowText(
        ['startEvent s', 'userTask a', 'userTask b', 'endEvent e'],
        ['f1: s -> a', 'f2: a -> b [missing == 1]', 'f3: b -> e'],
      ).replace('id="p"', 'id="conditionFlow"'),
      note: '',
      author,
    });
    const { data } = await saveDraft('flowForm', { ...formOf(field('a')), flowKey: 'nowhere' });
    expect(data.problems).toMatchObject([{ code: 'DOC_REFERENCE', path: ['flowKey'] }]);
    const conditions = await saveDraft('flowForm', { ...formOf(field('a')), flowKey: 'conditionFlow' });
    expect(conditions.data.problems).toMatchObject([{ code: 'DOC_EXPRESSION_NAME', path: ['flowKey', 'f2'] }]);
    expect((await publish('flowForm')).code).toBe('DOC_DRAFT_ONLY');
  });

  it('a definition of megabytes is taken, one above the limit is refused by its size, and the server goes on', async () => {
    // few fields with long helps: a publication takes its time for each field
    const FIELD_BYTES = 5_000;
    const many = (bytes: number) =>
      formOf(
        ...Array.from({ length: Math.floor(bytes / FIELD_BYTES) }, (_none, index) =>
          field(`f${index}`, { help: 'x'.repeat(FIELD_BYTES - 100) }),
        ),
      );
    const bytes = usualOrLong(1_500_000, 4_900_000);
    const stored = await saveDraft('largeForm', many(bytes));
    expect(stored.code).toBe('1');
    expect((await publish('largeForm')).code).toBe('1');
    expect((await definition('largeForm')).data.fields).toHaveLength(bytes / FIELD_BYTES);
    expect(await saveDraft('largeForm', many(5_600_000))).toMatchObject({ status: 413, code: 'DOC_TOO_LARGE' });
    expect((await saveDraft('largeForm', many(6_500_000))).status).toBe(413);
    expect((await definition('largeForm')).code).toBe('1');
  });

  it('two administrators do not overwrite each other unknowingly', async () => {
    const first = await saveDraft('twoForm', formOf(field('a')));
    await saveDraft('twoForm', formOf(field('b')), { revision: first.data.revision });
    const { data: forms } = await admin.get<{ formKey: string; revision: number }[]>('/api/system/frmDef/list');
    expect(forms.find((form) => form.formKey === 'twoForm')).toMatchObject({ version: 0, hasDraft: true, revision: 2 });
    const late = await saveDraft('twoForm', formOf(field('c')), { revision: first.data.revision });
    expect(late).toMatchObject({ status: 409, code: 'RECORD_STALE' });
    expect((await publish('twoForm', { revision: first.data.revision })).code).toBe('RECORD_STALE');
    // what a dialog for a new form sends: nothing may be there
    const creation = { revision: 0, seen: 0 };
    for (const used of ['twoForm', sealForm.formKey])
      expect((await saveDraft(used, formOf(), creation)).code).toBe('RECORD_STALE');
    expect((await saveDraft('freeForm', formOf(), creation)).data.revision).toBe(1);
    // a deleted document is not created again by who still has its draft open
    expect((await admin.post('/api/system/frmDef/discardDraft', { formKey: 'freeForm' })).code).toBe('1');
    expect(await saveDraft('freeForm', formOf(field('d')), { revision: 1 })).toMatchObject({
      code: 'RECORD_STALE',
      msg: expect.stringContaining('删除'),
    });
    const answers = await Promise.all([publish('twoForm'), publish('twoForm')]);
    expect(answers.map((answer) => answer.code).toSorted()).toEqual(['1', '404']);
  });

  it('only administrators save, publish and see drafts', async () => {
    expect(
      (await staff.post('/api/system/frmDef/saveDraft', { formKey: 'sealDemo', formName: 'x', definition: {} })).code,
    ).toBe('403');
    expect((await staff.post('/api/system/frmDef/publish', { formKey: 'sealDemo', note: '' })).code).toBe('403');
    for (const call of ['getDraft?formKey=sealDemo', 'versions?formKey=sealDemo', 'list'])
      expect((await staff.get(`/api/system/frmDef/${call}`)).code).toBe('403');
    expect((await server.anonymous.get('/api/system/frmDef/getLastVersionFrmDef?formKey=sealDemo')).code).toBe('401');
  });

  it('a missing or malformed key is a bad request, an unknown one is not found', async () => {
    expect(await staff.get('/api/system/frmDef/getLastVersionFrmDef')).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
    });
    expect((await staff.get('/api/system/frmDef/getLastVersionFrmDef?formKey=a%27b')).code).toBe('REQUEST_INVALID');
    expect(await staff.get('/api/system/frmDef/getLastVersionFrmDef?formKey=unknown')).toMatchObject({
      status: 404,
      code: '404',
    });
    for (const call of ['list', 'listNoAuth'])
      expect((await staff.post(`/api/system/frmCrud/${call}/unknown`, {})).code).toBe('404');
    expect((await recordsOf(staff, 'unknown').save(SEAL)).code).toBe('404');
    expect((await recordsOf(staff, 'unknown').get('x')).code).toBe('404');
  });
});

describe('publishing while approvals run', () => {
  it('a running approval keeps its form version, new records take the last, drafts move to it', async () => {
    const mine = recordsOf(staff);
    const { data: draft } = await mine.save(SEAL);
    const { data: running } = await mine.run(SEAL, 'submit');
    const from = running.version ?? 0;
    const changed = {
      ...sealForm,
      access: { createRoles: ['*'] },
      fields: [
        ...sealForm.fields.filter((node) => node.__vModel__ !== 'leaderOpinion'),
        field('added', { label: '新字段', required: true }),
      ],
    };
    await saveDraft('sealDemo', changed, { formName: sealForm.formName });
    expect((await publish('sealDemo')).code).toBe('DOC_IMPACT');
    const { seen: impactSeen } = (
      await admin.post<{ seen: string }>('/api/system/frmDef/impact', { formKey: 'sealDemo', definition: changed })
    ).data;
    expect((await publish('sealDemo', { acknowledged: impactSeen })).data.version).toBe(from + 1);

    const versions = await admin.get<{ version: number; running: number }[]>(
      '/api/system/frmDef/versions?formKey=sealDemo',
    );
    expect(versions.data.find((row) => row.version === from)?.running).toBe(1);

    const leader = await server.api('leader');
    const task = await todoOf(leader, running.id ?? '');
    const seen = await recordsOf(leader).get(running.id ?? '');
    expect(seen.data.version).toBe(from);
    const approved = await recordsOf(leader).run(
      { id: running.id, revision: seen.data.revision, fieldsMap: { leaderOpinion: '同意' } },
      'approve',
      { taskId: task?.taskId },
    );
    expect(approved.data).toMatchObject({ version: from, flwState: '1' });

    expect((await mine.get(draft.id ?? '')).data.version).toBe(from + 1);
    const moved = await mine.save({
      ...SEAL,
      id: draft.id,
      revision: draft.revision,
      fieldsMap: { ...SEAL.fieldsMap, added: '补充' },
    });
    expect(moved.data, moved.msg).toMatchObject({ version: from + 1, fieldsMap: { added: '补充' } });
  });

  it('another server process on the same database serves a new version at once', async () => {
    const app = await buildServer({ ...server.context }, routes);
    const other = clientOf(await app.listen({ port: 0, host: '127.0.0.1' }), staff.token, '');
    try {
      await saveDraft('sharedForm', formOf(field('a')));
      await publish('sharedForm');
      const read = () => other.get<{ version: number }>('/api/system/frmDef/getLastVersionFrmDef?formKey=sharedForm');
      expect((await read()).data.version).toBe(1);
      await saveDraft('sharedForm', formOf(field('b')));
      await publish('sharedForm');
      expect((await read()).data.version).toBe(2);
    } finally {
      await app.close();
    }
  });
});

describe('versions of a form', () => {
  interface Running {
    list: { title: string; applicant: string; version: number }[];
    total: number;
  }
  const versionText = (version: number) =>
    admin.get<{ definition: unknown; note: string }>(
      `/api/system/frmDef/getVersion?formKey=backForm&version=${version}`,
    );
  const rollback = (version: number, more: object = {}) =>
    admin.post<{ version: number }>('/api/system/frmDef/rollback', {
      formKey: 'backForm',
      version,
      note: '新版有误',
      ...more,
    });

  it('come back as the next version, what was published before stays, and a draft is not touched', async () => {
    const nested = { fields: [{ __vModel__: 'a', __config__: { tag: 'el-input', label: '甲' } }] };
    await saveDraft('backForm', nested);
    await publish('backForm');
    await saveDraft('backForm', formOf(field('b')));
    await publish('backForm');
    await saveDraft('backForm', formOf(field('c')));
    expect((await versionText(1)).data).toMatchObject({ definition: nested, note: '修改' });
    expect((await rollback(1, { seen: 2 })).data).toMatchObject({ version: 3 });
    expect((await definition('backForm')).data).toMatchObject({ version: 3, fields: [{ __vModel__: 'a' }] });
    expect((await definition('backForm', 2)).data).toMatchObject({ fields: [{ __vModel__: 'b' }] });
    expect((await admin.get('/api/system/frmDef/getDraft?formKey=backForm')).data).toEqual(formOf(field('c')));
    expect((await admin.get('/api/system/frmDef/versions?formKey=backForm')).data).toMatchObject([
      { state: 'draft' },
      { version: 3, state: 'published', note: '新版有误' },
      { version: 2, state: 'archived' },
      { version: 1, state: 'archived' },
    ]);
  });

  it('do not come back over what somebody published meanwhile, nor over themselves, nor for staff', async () => {
    expect(await rollback(1, { seen: 1 })).toMatchObject({ status: 409, code: 'RECORD_STALE' });
    expect(await rollback(3, { seen: 3 })).toMatchObject({ status: 400, code: 'REQUEST_INVALID' });
    expect(await rollback(9)).toMatchObject({ code: '404' });
    expect(await staff.post('/api/system/frmDef/rollback', { formKey: 'backForm', version: 1 })).toMatchObject({
      code: '403',
    });
    expect(await staff.get('/api/system/frmDef/getVersion?formKey=backForm&version=1')).toMatchObject({ code: '403' });
    expect(await staff.get('/api/system/frmDef/running?formKey=backForm')).toMatchObject({ code: '403' });
  });

  it('name the approvals that still run on them', async () => {
    const { data } = await admin.get<Running>(`/api/system/frmDef/running?formKey=${sealForm.formKey}`);
    expect(data.total).toBe(data.list.length);
    expect(data.total).toBeGreaterThan(0);
    expect(data.list[0]?.applicant).toBeTruthy();
    for (const { version } of data.list)
      expect(
        (await admin.get<Running>(`/api/system/frmDef/running?formKey=${sealForm.formKey}&version=${version}`)).data
          .total,
      ).toBeGreaterThan(0);
    expect(
      (await admin.get<Running>(`/api/system/frmDef/running?formKey=${sealForm.formKey}&version=999`)).data,
    ).toEqual({ list: [], total: 0 });
  });
});
