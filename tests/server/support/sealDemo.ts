import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../../src/server/flowDocuments/publishFlow.ts';
import type { AnsweredRecord } from '../../../src/server/records/read/answerRecord.ts';
import type { Answer, Client, TestServer } from '../support.ts';

const fixture = (path: string): string => readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', path), 'utf8');
export const author = { id: 'u-admin', name: '罗志斌' };
export const sealForm = JSON.parse(fixture('server/sealDemo.json')) as {
  formKey: string;
  formName: string;
  flowKey: string;
  fields: Record<string, unknown>[];
};
export const sealFlow = fixture('flow/sealDemo.bpmn');

export async function publishSealDemo({ context }: TestServer): Promise<void> {
  await publishFlow(context, { xml: sealFlow, note: '初版', author });
  await publishForm(context, { formKey: 'sealDemo', definition: sealForm, note: '初版', author });
}

/** Publishes a form without a process, named like its key, which everybody may fill in and read. */
export const publishFields = ({ context }: TestServer, formKey: string, fields: object[], more: object = {}) =>
  publishForm(context, {
    formKey,
    formName: formKey,
    note: '',
    author,
    definition: { unitReads: '1', access: { createRoles: ['*'] }, fields, ...more },
  });

export type Saved = Answer<AnsweredRecord>;
type Values = Partial<Pick<FormRecord, 'fieldsMap' | 'childTables'>>;

/** Calls on records of the demo form (or another) as one person. */
export const recordsOf = (client: Client, formKey = 'sealDemo') => ({
  save: (
    values: Values & { id?: string; revision?: number; taskId?: string },
    headers?: Record<string, string>,
  ): Promise<Saved> =>
    client.post(`/api/system/frmCrud/saveOrUpdate/${formKey}`, { fieldsMap: {}, childTables: {}, ...values }, headers),
  run: (
    record: Values & { id?: string; revision?: number },
    action: string,
    more: { taskId?: string; opinion?: string } = {},
    headers?: Record<string, string>,
  ): Promise<Saved> =>
    client.post(
      `/api/system/frmCrud/runProcess/${formKey}`,
      { record: { fieldsMap: {}, childTables: {}, ...record }, action, ...more },
      headers,
    ),
  get: (id: string, taskId?: string): Promise<Saved> =>
    client.get(`/api/system/frmCrud/getById/${formKey}?id=${id}${taskId ? `&taskId=${taskId}` : ''}`),
  remove: (id: string) => client.get(`/api/system/frmCrud/delById/${formKey}?id=${id}`),
  list: (data: object = {}, page: object = {}, call = 'list') =>
    client.post<{ data: FormRecord[]; page: { total: number; pageSize: number } }>(
      `/api/system/frmCrud/${call}/${formKey}`,
      { data, page },
    ),
});

export interface TaskRow {
  taskId: string;
  recordId: string;
  taskNode: string;
  title: string;
  flwState: string;
  currentHandlers?: string;
  startUserName: string;
  action?: string;
}
export const tasksOf = async (
  client: Client,
  call: 'listMyTodo' | 'listMyDone' | 'listMyStart',
  data: object = {},
): Promise<TaskRow[]> =>
  (await client.post<{ data: TaskRow[] }>(`/api/task/flow/task/${call}`, { data, page: { pageNum: 1, pageSize: 100 } }))
    .data.data;

/** The task of a record in a person's to-do list. */
export const todoOf = async (client: Client, recordId: string): Promise<TaskRow | undefined> =>
  (await tasksOf(client, 'listMyTodo')).find((task) => task.recordId === recordId);

export const SEAL = {
  fieldsMap: { title: '滨江花园检测报告盖章', kind: 'report', kindLabel: '报告', amount: 1200, secret: '仅申请人可见' },
  childTables: {
    sealFiles: [
      { id: 'r1', fieldsMap: { fileName: '检测报告', copies: 3, price: 2.5 } },
      { id: 'r2', fieldsMap: { fileName: '委托书', copies: 2, price: 1 } },
    ],
  },
};
export const paths = (answer: Answer): unknown =>
  (answer.data as { problems?: { path: unknown }[] }).problems?.map((problem) => problem.path);
