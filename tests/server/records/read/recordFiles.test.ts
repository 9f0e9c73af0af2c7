import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishFlow } from '../../../../src/server/flowDocuments/publishFlow.ts';
import { edge, flowFile, publishStory, task } from '../../approval/story.ts';
import { author, publishSealDemo, recordsOf, SEAL, todoOf } from '../../support/sealDemo.ts';
import { storeMany } from '../../../support/storeMany.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

let server: TestServer;
let staff: Client;
let leader: Client;
let hr: Client;

beforeAll(async () => {
  server = await startTestServer();
  await publishSealDemo(server);
  [staff, leader, hr] = await Promise.all([server.api('staff'), server.api('leader'), server.api('hr')]);
});
afterAll(() => server.dispose());

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
