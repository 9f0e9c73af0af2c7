import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormRecord } from '../../../../src/grammar/documents.ts';
import { initialSessionValues, recordToSave } from '../../../../src/runtime/form/sessionValues.ts';
import { loadForm } from '../../../../src/server/documents/loadForm.ts';
import { loadFlow } from '../../../../src/server/flowDocuments/loadFlow.ts';
import { rulesOfNode, situationOf } from '../../../../src/server/records/read/situationOf.ts';
import { demoFormKeys } from '../../../../src/server/seed/demoRecords.ts';
import { recordsOf } from '../../support/sealDemo.ts';
import { recordsIn } from '../../support/recordsIn.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { isLong } from '../../../support/tier.ts';
import { problemsOf } from '../../support/trustDemo.ts';

let server: TestServer;
const clients = new Map<string, Promise<Client>>();
const clientOf = (username: string): Promise<Client> => {
  const client = clients.get(username) ?? server.api(username);
  clients.set(username, client);
  return client;
};

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

interface Open {
  id: string;
  username: string;
  user_id: string;
  node_id: string | null;
  task_id: string | null;
  flow_version: number | null;
  flow_key: string;
}

/** Drafts with their creators, tasks with one who holds them. */
async function openRecords(formKey: string): Promise<Open[]> {
  const { db } = server.context;
  const tasks = await db
    .selectFrom('flw_task as t')
    .innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
    .innerJoin('sys_user as u', 'u.id', 'c.user_id')
    .innerJoin('flw_instance as i', 'i.id', 't.instance_id')
    .where('i.form_key', '=', formKey)
    .where('t.state', '=', 'open')
    .distinctOn('t.id')
    .orderBy('t.id')
    .select([
      't.record_id as id',
      'u.username',
      'u.id as user_id',
      't.node_id',
      't.id as task_id',
      'i.flow_version',
      'i.flow_key',
    ])
    .execute();
  const drafts = await db
    .selectFrom(await recordsIn(server, formKey))
    .innerJoin('sys_user as u', 'u.id', 'frm_record.create_by')
    .where('frm_record.flw_state', '=', '0')
    .select(['frm_record.id', 'u.username', 'u.id as user_id'])
    .execute();
  return [
    ...tasks,
    ...drafts.map((draft) => ({ ...draft, node_id: null, task_id: null, flow_version: null, flow_key: '' })),
  ];
}

/** The record as the page of its form sends it back when nothing was typed. */
async function asPageSends(formKey: string, open: Open, answered: FormRecord): Promise<FormRecord> {
  const { context } = server;
  const { form } = await loadForm(context, context.db, formKey);
  const flow =
    open.flow_version === null ? null : await loadFlow(context, context.db, open.flow_key, open.flow_version);
  const user = {
    id: open.user_id,
    username: open.username,
    name: '',
    roles: [],
    permissions: [],
    fieldRules: {},
    deptId: null,
    unitId: null,
  };
  const rules = open.node_id === null ? null : rulesOfNode(flow, open.node_id);
  const situation = situationOf({
    user,
    formKey: null,
    row: { id: open.id, flw_state: answered.flwState ?? '0', task_node: answered.taskNode ?? '' },
    rules,
    isEdit: true,
    isTask: open.task_id !== null && rules?.isStart !== true,
  });
  return recordToSave(form, initialSessionValues(form, answered, situation, 'edit'), answered, situation);
}

describe.each(demoFormKeys)('open records of %s', (formKey) => {
  it('are accepted as the page sends them back, and go on unless something is still to be filled in', async () => {
    const found = await openRecords(formKey);
    expect(found.length).toBeGreaterThan(0);
    // usually two drafts and two tasks of each node
    const all = isLong
      ? found
      : found.filter(({ node_id: node }, at) => found.slice(0, at).filter((one) => one.node_id === node).length < 2);
    let goneOn = 0;
    for (const open of all) {
      const calls = recordsOf(await clientOf(open.username), formKey);
      const { data: answered } = await calls.get(open.id, open.task_id ?? undefined);
      const task = open.task_id ? { taskId: open.task_id } : {};
      const saved = await calls.save({ ...(await asPageSends(formKey, open, answered)), ...task });
      // a node that offers no 保存 takes none; what it was sent is judged when it goes on
      const maySave = open.task_id === null || answered.task?.actions.includes('save') === true;
      expect(saved.code, `${open.id}: ${saved.msg} ${JSON.stringify(problemsOf(saved))}`).toBe(maySave ? '1' : '403');
      if (maySave) expect({ ...saved.data, ...AGAIN }).toEqual({ ...answered, ...AGAIN });
      const isStart = open.task_id === null || answered.task?.actions.includes('submit') === true;
      const ran = await calls.run(
        await asPageSends(formKey, open, maySave ? saved.data : answered),
        isStart ? 'submit' : 'approve',
        task,
      );
      expect(
        problemsOf(ran).filter(({ code }) => code !== 'VALUE_REQUIRED'),
        `${open.id}: ${ran.msg}`,
      ).toEqual([]);
      if (ran.code === '1') goneOn += 1;
      else expect(ran.code, `${open.id}: ${ran.msg}`).toBe('RECORD_INVALID');
    }
    expect(goneOn).toBeGreaterThan(0);
  });
});

/** What a save changes in any case. */
const AGAIN = { revision: 0, updateBy: '', updateByName: '', updateTime: '', task: null };
