import type { FormRecord } from '../../../src/grammar/documents.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../../src/server/flowDocuments/publishFlow.ts';
import type { HistoryView } from '../../../src/server/approval/process/history.ts';
import type { FlowOptions } from '../../../src/server/approval/acts/flowOptions.ts';
import { author, recordsOf, tasksOf, type Saved, type TaskRow } from '../support/sealDemo.ts';
import { recordsIn } from '../support/recordsIn.ts';
import type { Answer, Client, TestServer } from '../support.ts';

export const edge = (id: string, from: string, to: string, condition = ''): string =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${condition ? `<conditionExpression><![CDATA[${condition}]]></conditionExpression>` : ''}</sequenceFlow>`;

/** Everything a node may offer. */
const ALL = 'approve,return,returnTo,reject,save,transfer,delegate,addSign,removeSign,cc,batch';

/** A task of a process file: `id type value`, more extension elements, and what stands inside the task beside them. */
export function task(line: string, more = '', inside = ''): string {
  const [id, type, value = ''] = line.split(' ');
  return `<userTask id="${id}" name="${id}"><extensionElements><sf:candidates type="${type}" value="${value}"/><sf:actions value="${ALL}"/>${more}</extensionElements>${inside}</userTask>`;
}

/** A process file that begins with the applicant's task `apply`; `s`, `apply` and `e` are there. */
export const flowFile = (
  key: string,
  body: string,
  settings = '',
): string => `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:sf="urn:schema-first:bpmn" targetNamespace="t"><process id="${key}" name="${key}">
  ${settings ? `<extensionElements><sf:settings ${settings}/></extensionElements>` : ''}
  <startEvent id="s"/><userTask id="apply" name="apply"><extensionElements><sf:candidates type="initiator"/></extensionElements></userTask>${edge('f0', 's', 'apply')}
  ${body}<endEvent id="e"/></process></definitions>`;

export const FIELDS = [
  { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1' },
  { tag: 'userSelector', __vModel__: 'checkers', label: '复核人', multiple: true },
  { tag: 'el-input-number', __vModel__: 'amount', label: '金额' },
  { tag: 'el-input', __vModel__: 'note', label: '意见' },
  { tag: 'el-input', __vModel__: 'other', label: '其他意见' },
];

export interface Story {
  id: string;
  /** Runs an action with the record as this person sees it now. */
  act(who: string, action: string, more?: object): Promise<Saved>;
  /** An act beside the form: transfer, addSign, takeBackFlow … */
  do(who: string, call: string, more?: object): Promise<Answer>;
  options(who: string): Promise<FlowOptions>;
  /** Names of the nodes with an open task, as the record shows them. */
  at(): Promise<string>;
  state(): Promise<string | undefined>;
  todo(who: string): Promise<TaskRow | undefined>;
  /** Who has an open task, by account. */
  holders(): Promise<string[]>;
  history(): Promise<HistoryView[]>;
  client(who: string): Promise<Client>;
}

/** Publishes a process and a form for it. */
export async function publishStory(
  server: TestServer,
  key: string,
  xml: string,
  fields: readonly object[] = FIELDS,
): Promise<void> {
  await publishFlow(server.context, { xml, note: '', author });
  await publishForm(server.context, {
    formKey: key,
    formName: key,
    note: '',
    author,
    definition: { flowKey: key, fields },
  });
}

const clients = new WeakMap<TestServer, Map<string, Promise<Client>>>();
export function clientOf(server: TestServer, who: string): Promise<Client> {
  const known = clients.get(server) ?? new Map<string, Promise<Client>>();
  clients.set(server, known);
  const client = known.get(who) ?? server.api(who);
  known.set(who, client);
  return client;
}

/** Submits a record as the staff member and answers what can be told of it. Throws on a refusal. */
export async function begin(
  server: TestServer,
  key: string,
  fieldsMap: FormRecord['fieldsMap'] = { title: '事项' },
  more: object = {},
): Promise<Story> {
  const first = await recordsOf(await clientOf(server, 'staff'), key).run({ fieldsMap }, 'submit', more);
  if (first.code !== '1') throw new Error(`${first.code} ${first.msg} ${JSON.stringify(first.data)}`);
  return storyOf(server, key, first.data.id ?? '');
}

export function storyOf(server: TestServer, key: string, id: string): Story {
  const client = (who: string): Promise<Client> => clientOf(server, who);
  const row = async () =>
    server.context.db
      .selectFrom(await recordsIn(server, key))
      .select(['task_node', 'flw_state'])
      .where('id', '=', id)
      .executeTakeFirst();
  return {
    id,
    client,
    async act(who, action, more = {}) {
      const records = recordsOf(await client(who), key);
      const { data } = await records.get(id);
      return records.run({ id, revision: data?.revision ?? 0 }, action, more);
    },
    do: async (who, call, more = {}) =>
      (await client(who)).post(`/api/task/flow/process/${call}`, { formKey: key, recordId: id, ...more }),
    options: async (who) =>
      (await (await client(who)).get<FlowOptions>(`/api/task/flow/process/options?formKey=${key}&recordId=${id}`)).data,
    at: async () => (await row())?.task_node ?? '',
    state: async () => (await row())?.flw_state,
    todo: async (who) => (await tasksOf(await client(who), 'listMyTodo')).find((one) => one.recordId === id),
    holders: async () =>
      (
        await server.context.db
          .selectFrom('flw_task as t')
          .innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
          .where('t.record_id', '=', id)
          .where('t.state', '=', 'open')
          .where('c.is_open', '=', true)
          .select('c.user_id')
          .orderBy('c.user_id')
          .execute()
      ).map(({ user_id }) => user_id.replace('u-', '')),
    history: async () =>
      (await (await client('staff')).get<HistoryView[]>(`/api/task/flow/process/history?formKey=${key}&recordId=${id}`))
        .data,
  };
}
