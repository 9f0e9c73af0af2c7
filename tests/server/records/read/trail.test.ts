import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { ChangesByOthers, RecordHistoryEntry } from '../../../../src/runtime/services/records.ts';
import { author, publishSealDemo, recordsOf, SEAL, todoOf } from '../../support/sealDemo.ts';
import { type Client, startTestServer, type TestServer } from '../../support.ts';
import { publishFlow } from '../../../../src/server/flowDocuments/publishFlow.ts';
import { edge, flowFile, publishStory, task } from '../../approval/story.ts';
import { storeMany } from '../../../support/storeMany.ts';

let server: TestServer;
let staff: Client;
let leader: Client;
let sealer: Client;
let hr: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, leader, sealer, hr] = await Promise.all([
    server.api('staff'),
    server.api('leader'),
    server.api('sealer'),
    server.api('hr'),
  ]);
  await publishSealDemo(server);
  await publishSealDemo(server);
});
afterAll(() => server.dispose());

const changesOf = async (client: Client, id: string) =>
  client.get<ChangesByOthers>(`/api/system/frmCrud/changes/sealDemo?id=${id}`);

const historyOf = async (client: Client, id: string, page = '') =>
  client.get<{ data: RecordHistoryEntry[]; page: { total: number } }>(
    `/api/system/frmCrud/history/sealDemo?id=${id}${page}`,
  );

const brief = (changes: ChangesByOthers['changes']) =>
  changes.map(({ kind, key, rowId, column, before, after }) => [
    kind,
    key,
    rowId ?? '',
    column ?? '',
    before?.value ?? null,
    after?.value ?? null,
  ]);

async function submitted() {
  const { data: draft } = await recordsOf(staff).save({ ...SEAL, fieldsMap: { ...SEAL.fieldsMap, title: '初稿' } });
  const { data } = await recordsOf(staff).run({ ...SEAL, id: draft.id, revision: draft.revision }, 'submit');
  return data;
}

/** The leader raises the copies of the first row and approves. */
async function approved() {
  const record = await submitted();
  const id = record.id ?? '';
  const task = await todoOf(leader, id);
  const { data: seen } = await recordsOf(leader).get(id, task?.taskId);
  const rows = (seen.childTables.sealFiles ?? []).map((row, index) => ({
    id: row.id,
    fieldsMap: { ...row.fieldsMap, ...(index === 0 ? { copies: 9 } : {}) },
  }));
  await recordsOf(leader).run(
    { id, revision: seen.revision, fieldsMap: { leaderOpinion: '情况属实' }, childTables: { sealFiles: rows } },
    'approve',
    { taskId: task?.taskId },
  );
  return id;
}

describe('what changed before an approval', () => {
  it('is nothing at the first one, whatever was drafted before', async () => {
    const record = await submitted();
    const { data } = await changesOf(leader, record.id ?? '');
    expect(data).toMatchObject({ since: { action: 'submit', userName: '周明轩' }, changes: [], count: 0 });
  });

  it('names fields and cells with their value then and now, who changed them and at which node; computed values follow', async () => {
    const id = await approved();
    const { data } = await changesOf(sealer, id);
    expect(brief(data.changes)).toHaveLength(2);
    expect(brief(data.changes)).toEqual(
      expect.arrayContaining([
        ['value', 'leaderOpinion', '', '', null, '情况属实'],
        ['value', 'sealFiles', 'r1', 'copies', 3, 9],
      ]),
    );
    expect(data.changes.every(({ by }) => by.userName === '陈立群' && by.taskNode === '部门负责人审批')).toBe(true);
  });

  it('is for its applicant what the approvers changed since they submitted', async () => {
    const id = await approved();
    const { data } = await changesOf(staff, id);
    expect(data.since).toMatchObject({ action: 'submit' });
    expect(data.changes.map(({ key }) => key)).toContain('leaderOpinion');
  });

  it('shows an approver after a return what the applicant corrected, rows that came and went among it, and nothing hidden', async () => {
    const record = await submitted();
    const id = record.id ?? '';
    const task = await todoOf(leader, id);
    await recordsOf(leader).run({ id, revision: record.revision }, 'return', {
      taskId: task?.taskId,
      opinion: '请更正',
    });
    const back = await todoOf(staff, id);
    const { data: seen } = await recordsOf(staff).get(id);
    const between = await recordsOf(staff).save({
      ...SEAL,
      id,
      revision: seen.revision,
      fieldsMap: { ...SEAL.fieldsMap, title: '一改' },
    });
    const corrected = {
      fieldsMap: { ...SEAL.fieldsMap, title: '二改', secret: '换了秘密' },
      childTables: {
        sealFiles: [
          { id: 'r2', fieldsMap: SEAL.childTables.sealFiles[1]?.fieldsMap ?? {} },
          { id: 'r3', fieldsMap: { fileName: '新文件', copies: 1 } },
        ],
      },
    };
    await recordsOf(staff).run({ ...corrected, id, revision: between.data.revision }, 'submit', {
      taskId: back?.taskId,
    });
    const { data } = await changesOf(leader, id);
    expect(
      data.changes.map(({ kind, key, rowId, before, after }) => [
        kind,
        key,
        rowId ?? '',
        before === null,
        after === null,
      ]),
    ).toEqual([
      ['value', 'title', '', false, false],
      ['row', 'sealFiles', 'r3', true, false],
      ['row', 'sealFiles', 'r1', false, true],
    ]);
    expect(data.changes[0]).toMatchObject({
      before: { value: SEAL.fieldsMap.title },
      after: { value: '二改' },
      by: { action: 'submit', userName: '周明轩' },
    });
    expect(JSON.stringify(data)).not.toContain('秘密');
  });

  it('is not told to who may not read the record', async () => {
    const record = await submitted();
    expect(await changesOf(sealer, record.id ?? '')).toMatchObject({ status: 404 });
    expect(await historyOf(sealer, record.id ?? '')).toMatchObject({ status: 404 });
    expect(await sealer.get(`/api/system/frmCrud/getRevision/sealDemo?id=${record.id}&revision=1`)).toMatchObject({
      status: 404,
    });
  });
});

describe('the past of a record', () => {
  it('lists every write with what it changed, page by page', async () => {
    const id = await approved();
    const { data } = await historyOf(staff, id);
    expect(data.page.total).toBe(3);
    expect(data.data.map(({ action, userName }) => [action, userName])).toEqual([
      ['approve', '陈立群'],
      ['submit', '周明轩'],
      ['save', '周明轩'],
    ]);
    expect(data.data[1]?.changes).toMatchObject([
      { key: 'title', before: { value: '初稿' }, after: { value: SEAL.fieldsMap.title } },
    ]);
    const { data: second } = await historyOf(staff, id, '&pageNum=2&pageSize=1');
    expect(second.data).toMatchObject([{ action: 'submit', count: 1 }]);
  });

  it('keeps what the applicant drafted before submitting to the applicant', async () => {
    const id = await approved();
    const { data } = await historyOf(leader, id);
    expect(data.data.map(({ action }) => action)).toEqual(['approve', 'submit']);
    expect(JSON.stringify(data)).not.toContain('初稿');
    expect(await leader.get(`/api/system/frmCrud/getRevision/sealDemo?id=${id}&revision=1`)).toMatchObject({
      status: 404,
    });
    expect(await staff.get(`/api/system/frmCrud/getRevision/sealDemo?id=${id}&revision=1`)).toMatchObject({
      status: 200,
      data: { revision: 1, fieldsMap: { title: '初稿' } },
    });
  });
});

async function upload(client: Client): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob(['委托书正文'], { type: 'text/plain' }), '委托书.txt');
  const answer = await client.post<{ id: string }>('/api/file/sys/file/upload', form);
  expect(answer.code, answer.msg).toBe('1');
  return answer.data.id;
}

const download = async (client: Client, id: string): Promise<number> =>
  (await client.get(`/api/file/sys/file/download/${id}`)).status;

const withFile = (id: string) => ({
  ...SEAL,
  childTables: { sealFiles: [{ id: 'r1', fieldsMap: { fileName: '委托书', copies: 1, files: id } }] },
});

describe('files of a record', () => {
  it('are open to whoever may read the record, and to nobody else', async () => {
    const id = await upload(staff);
    expect(await download(leader, id)).not.toBe(200);
    const { data } = await recordsOf(staff).run(withFile(id), 'submit');
    expect(await todoOf(leader, data.id ?? '')).toBeDefined();
    expect(await download(leader, id)).toBe(200);
    expect(await download(hr, id)).not.toBe(200);
  });

  it('are kept from nobody by others who name them many times', async () => {
    const [inRecord, hung] = [await upload(staff), await upload(staff)];
    const attach = (busId: string, busType: string) =>
      staff.post('/api/file/attBusi/insertAtt', { busId, busType, attIds: [hung] });
    const { data: other } = await recordsOf(staff).save(withFile(inRecord));
    await attach('elsewhere', 'otherSystem');
    // and so sixty times: as the first is stored
    const { db } = server.context;
    await storeMany(server.context, 'sealDemo', 60, (n) => ({ ...withFile(inRecord), id: `other${n}` }));
    await sql`insert into frm_record_file (file_id, record_id, form_key)
      select file_id, 'other' || n, form_key from frm_record_file, generate_series(1, 60) n where record_id = ${other.id}`.execute(
      db,
    );
    await sql`insert into att_busi (id, bus_id, bus_type, file_id, create_by, create_by_name)
      select id || n, bus_id || n, bus_type, file_id, create_by, create_by_name from att_busi, generate_series(1, 60) n where bus_id = 'elsewhere'`.execute(
      db,
    );
    const { data } = await recordsOf(staff).save(withFile(inRecord));
    expect(await attach(data.id ?? '', 'sealDemo')).toMatchObject({ code: '1' });
    expect(
      await recordsOf(staff).run({ ...withFile(inRecord), id: data.id ?? '', revision: data.revision ?? 0 }, 'submit'),
    ).toMatchObject({ code: '1' });
    expect([await download(leader, inRecord), await download(leader, hung)]).toEqual([200, 200]);
    expect([await download(hr, inRecord), await download(hr, hung)]).toEqual([404, 404]);
  });

  it('cannot be got at by writing somebody else’s file id into an own record', async () => {
    const id = await upload(staff);
    const stolen = await recordsOf(hr).save(withFile(id));
    expect(stolen).toMatchObject({ status: 403, code: '403' });
    expect(await download(hr, id)).not.toBe(200);
    expect((await recordsOf(hr).list()).data.page.total).toBe(0);
  });

  it('of a draft are let go when it no longer names them', async () => {
    const id = await upload(staff);
    const { data: draft } = await recordsOf(staff).save(withFile(id));
    const held = () =>
      server.context.db.selectFrom('frm_record_file').select('record_id').where('file_id', '=', id).execute();
    expect(await held()).toEqual([{ record_id: draft.id }]);
    await recordsOf(staff).save({ ...withFile(''), id: draft.id, revision: draft.revision });
    expect(await held()).toEqual([]);
  });

  it('that an application named once cannot be thrown away by who uploaded them: its past still names them', async () => {
    const [first, second] = [await upload(staff), await upload(staff)];
    const { data: begun } = await recordsOf(staff).run(withFile(first), 'submit');
    const task = await todoOf(leader, begun.id ?? '');
    const returned = await recordsOf(leader).run(
      { id: begun.id ?? '', revision: begun.revision ?? 0, fieldsMap: {}, childTables: {} },
      'return',
      { taskId: task?.taskId ?? '', opinion: '换一份' },
    );
    expect(returned.code, returned.msg).toBe('1');
    const { data: back } = await recordsOf(staff).get(begun.id ?? '');
    const again = await recordsOf(staff).run(
      { ...withFile(second), id: begun.id ?? '', revision: back.revision ?? 0 },
      'submit',
    );
    expect(again.code, again.msg).toBe('1');
    const remove = async (id: string) => (await staff.get(`/api/common/download?fileName=${id}&delete=true`)).code;
    expect([await remove(first), await remove(second)]).toEqual(['403', '403']);
    expect(await download(staff, first)).toBe(200);
  });

  it('stay closed to who meets the record at a node that hides their field, in fields and in rows', async () => {
    const box = { tag: 'el-upload', label: '附件' };
    const fields = [
      { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1' },
      { ...box, __vModel__: 'open' },
      { ...box, __vModel__: 'closed' },
      { tag: 'subTable', __vModel__: 'lines', label: '明细', children: [{ ...box, __vModel__: 'paper' }] },
    ];
    const hides = '<sf:field key="closed" visible="0"/><sf:field key="lines" visible="0"/>';
    await publishStory(
      server,
      'closedFiles',
      flowFile(
        'closedFiles',
        `${task('check user u-hr', hides)}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`,
      ),
      fields,
    );
    const [shown, hidden, inRow] = [await upload(staff), await upload(staff), await upload(staff)];
    const values = {
      fieldsMap: { title: '标书', open: shown, closed: hidden },
      childTables: { lines: [{ id: 'r1', fieldsMap: { paper: inRow } }] },
    };
    const { code, msg } = await recordsOf(staff, 'closedFiles').run(values, 'submit');
    expect(code, msg).toBe('1');
    const seen = [await download(hr, shown), await download(hr, hidden), await download(hr, inRow)];
    expect(seen).toEqual([200, 404, 404]);
  });

  describe('of a form that only administrators have a right to see', () => {
    const fields = [
      { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1' },
      { tag: 'userSelector', __vModel__: 'owner', label: '责任人' },
      { tag: 'el-upload', __vModel__: 'paper', label: '附件' },
    ];
    const steps = `${task('check user u-hr')}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`;
    let admin: Client;
    beforeAll(async () => {
      admin = await server.api('admin');
    });

    /** Publishes the form with a process whose only decision is the personnel officer's, and submits a record. */
    async function submitClosed(formKey: string, more: object, paper: string): Promise<string> {
      await publishFlow(server.context, { xml: flowFile(formKey, steps), note: '', author });
      const definition = { flowKey: formKey, fields, ...more };
      await admin.post('/api/system/frmDef/saveDraft', { formKey, formName: formKey, definition });
      expect((await admin.post('/api/system/frmDef/publish', { formKey, note: '' })).code).toBe('1');
      const { data, code, msg } = await recordsOf(admin, formKey).run(
        { fieldsMap: { title: '底价', paper } },
        'submit',
      );
      expect(code, msg).toBe('1');
      return data.id ?? '';
    }

    it.each([
      ['that names no owner', 'closedForm', {}],
      ['that names the owner of a record', 'closedOwned', { access: { ownerField: 'owner' } }],
    ])('are open to who decides on the record, and to nobody else, in a form %s', async (_what, formKey, more) => {
      const [inField, attached] = [await upload(admin), await upload(admin)];
      const busId = await submitClosed(formKey, more, inField);
      const hung = await admin.post('/api/file/attBusi/insertAtt', { busId, busType: formKey, attIds: [attached] });
      expect(hung.code, hung.msg).toBe('1');
      expect((await recordsOf(hr, formKey).get(busId)).code).toBe('1');
      expect([await download(hr, inField), await download(hr, attached)]).toEqual([200, 200]);
      expect([await download(leader, inField), await download(leader, attached)]).toEqual([404, 404]);
    });

    it('stay open to who may read another record with them, and take no other file from them', async () => {
      const [shared, closed, other] = [await upload(staff), await upload(admin), await upload(staff)];
      for (const id of [shared, other]) await recordsOf(staff).run(withFile(id), 'submit');
      await submitClosed('closedShared', {}, shared);
      await submitClosed('closedShared', {}, closed);
      expect([await download(leader, shared), await download(leader, closed)]).toEqual([200, 404]);
      const { data } = await leader.post<{ id: string }[]>('/api/file/att/listByIds', {
        ids: [shared, closed, other],
      });
      expect(data.map(({ id }) => id)).toEqual([shared, other]);
    });
  });
});
