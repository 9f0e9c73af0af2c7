import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordHistoryEntry, ChangesByOthers } from '../../../../src/runtime/services/records.ts';
import { publishSealDemo, recordsOf, SEAL, todoOf } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

let server: TestServer;
let staff: Client;
let leader: Client;
let sealer: Client;

beforeAll(async () => {
  server = await startTestServer();
  await publishSealDemo(server);
  [staff, leader, sealer] = await Promise.all([server.api('staff'), server.api('leader'), server.api('sealer')]);
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
