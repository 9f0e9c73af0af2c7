import type { FlowFormConfig } from '../grammar/documents.ts';
import type { HistoryEntry, ListQuery, Paged, Task } from '../runtime/services.ts';
import type { Http } from './http.ts';
import { fromWire, listBody, type WirePage } from './paged.ts';

const LISTS = { todo: 'listMyTodo', done: 'listMyDone', start: 'listMyStart' } as const;

/** Calls of the task service (CL-009…011, CL-018): lists, history, flow-form configuration. */
export const createTaskCalls = (http: Http) => ({
  async list(source: keyof typeof LISTS, query: ListQuery): Promise<Paged<Task>> {
    return fromWire(await http.send<WirePage<Task>>({ method: 'POST', path: `/task/flow/task/${LISTS[source]}`, body: listBody(query) }));
  },
  history: (formKey: string, recordId: string): Promise<HistoryEntry[]> =>
    http.send({ method: 'GET', path: '/task/flow/process/history', query: { formKey, recordId } }),
  formConfig: (formKey: string, recordId?: string): Promise<FlowFormConfig | null> =>
    http.send({ method: 'GET', path: '/task/flow/flwFrm/getFrmCfg', query: { formKey, recordId } }),
});
