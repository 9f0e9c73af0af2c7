import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf, todoOf } from '../../support/sealDemo.ts';
import { recordsIn } from '../../support/recordsIn.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../../support.ts';
import {
  problemsOf,
  publishTrustDemo,
  refusedUnstored,
  submitted,
  trusted,
  withRows,
} from '../../support/trustDemo.ts';

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

/** Refused as the caller's fault, and nothing was stored. */
const refused = (call: Promise<Answer>): Promise<Answer> => refusedUnstored(server, call);

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
      .selectFrom(await recordsIn(server, 'trustDemo'))
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
