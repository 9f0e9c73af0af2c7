import type { FlowFormConfig } from '../grammar/documents.ts';
import type { ListQuery, Paged } from '../runtime/services/paging.ts';
import type {
  BatchDecision,
  BatchResult,
  FlowAct,
  FlowActBody,
  FlowOptions,
  FlowProgress,
  HistoryEntry,
  PendingTask,
  Task,
  TaskGroups,
  TaskSource,
} from '../runtime/services/tasks.ts';
import type { Http } from './http/client.ts';
import { pageFromWire, listBody, type WirePage } from './http/paged.ts';

const LIST_CALLS = { todo: 'listMyTodo', done: 'listMyDone', start: 'listMyStart', copy: 'listMyCopy' } as const;

/**
 * Creates the calls of the task service (CL-009…012, CL-018): lists, history, acts on an approval, flow-form
 * configuration.
 */
export const createTaskCalls = (http: Http) => ({
  async list(source: keyof typeof LIST_CALLS, query: ListQuery): Promise<Paged<Task>> {
    return pageFromWire(
      await http.send<WirePage<Task>>({
        method: 'POST',
        path: `/task/flow/task/${LIST_CALLS[source]}`,
        body: listBody(query),
      }),
    );
  },
  groups: (
    source: TaskSource,
    { conditions, keyword }: Pick<ListQuery, 'conditions' | 'keyword'>,
  ): Promise<TaskGroups> =>
    http.send({
      method: 'POST',
      path: `/task/flow/task/groups/${source}`,
      body: { data: { conditions, keyword } },
      isQuiet: true,
    }),
  exportRows: (
    source: TaskSource,
    { conditions, keyword }: Pick<ListQuery, 'conditions' | 'keyword'>,
  ): Promise<{ rows: Task[]; total: number }> =>
    http.send({
      method: 'POST',
      path: `/task/flow/task/exportRows/${source}`,
      body: { data: { conditions, keyword } },
    }),
  history: (formKey: string, recordId: string): Promise<HistoryEntry[]> =>
    http.send({ method: 'GET', path: '/task/flow/process/history', query: { formKey, recordId } }),
  options: (formKey: string, recordId: string, taskId?: string): Promise<FlowOptions> =>
    http.send({
      method: 'GET',
      path: '/task/flow/process/options',
      query: { formKey, recordId, taskId },
      isQuiet: true,
    }),
  act: (act: FlowAct, body: FlowActBody, idempotencyKey: string): Promise<unknown> =>
    http.send({ method: 'POST', path: `/task/flow/process/${act}`, body, idempotencyKey }),
  progress: (formKey: string, recordId: string): Promise<FlowProgress | null> =>
    http.send({ method: 'GET', path: '/task/flow/process/progress', query: { formKey, recordId }, isQuiet: true }),
  pending: (formKey: string, recordId: string): Promise<PendingTask[]> =>
    http.send({ method: 'GET', path: '/task/flow/process/pending', query: { formKey, recordId }, isQuiet: true }),
  batch: (taskIds: readonly string[], decision: BatchDecision): Promise<BatchResult[]> =>
    http.send({ method: 'POST', path: '/task/flow/task/batchApprove', body: { taskIds, ...decision } }),
  formConfig: (formKey: string, recordId?: string): Promise<FlowFormConfig | null> =>
    http.send({ method: 'GET', path: '/task/flow/flwFrm/getFrmCfg', query: { formKey, recordId } }),
});
