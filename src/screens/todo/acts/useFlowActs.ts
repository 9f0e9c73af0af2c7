import { useMemo, useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import type { FlowAct, FlowActBody, FlowOptions } from '../../../runtime/services/tasks.ts';
import { messageOf } from '../../shared/messages.ts';
import { createOnceSender, onceText } from '../../shared/sendOnce.ts';
import { useFeedback } from '../../shared/useFeedback.ts';
import { useLoad } from '../../shared/useLoad.ts';
import { actionName } from '../actionNames.ts';

const DONE_TEXTS: Readonly<Record<FlowAct, string>> = {
  takeBackFlow: '已撤回',
  transfer: '已转办',
  delegate: '已委派',
  addSign: '已加签',
  removeSign: '已减签',
  cc: '已抄送',
  urge: '已催办',
  comment: '已评论',
  void: '已作废',
  message: '已通知，流程继续',
};

/**
 * Acts that may be performed several times. If such an act turns out to have been executed with the content of an
 * earlier attempt, the dialog stays open with the new content, so that the user can send that content, too.
 */
const REPEATABLE_ACTS: ReadonlySet<FlowAct> = new Set(['comment', 'urge', 'cc']);

const LOAD_STATES = { loading: 'loading', error: 'failed' } as const;

export interface FlowActs {
  /** The acts that the user may perform; null during loading, after a failure, and without a running approval. */
  options: FlowOptions | null;
  /** `loading`, `failed`: there are no options yet, and the request for them is running or has failed (`reload`). */
  state: 'loading' | 'failed' | 'ready';
  isBusy: boolean;
  /**
   * Performs an act. Returns true if the page has to show the result of the act. An error is shown as a message. If an
   * answer was lost, repeating the act does not perform it twice.
   */
  act(name: FlowAct, body?: Omit<FlowActBody, 'formKey' | 'recordId'>): Promise<boolean>;
  reload(): void;
}

interface FlowTarget {
  formKey: string;
  recordId: string | null;
  taskId: string | null;
  /** True if the record has an approval that has not ended: the record is running or returned. */
  isRunning: boolean;
  revision: number | undefined;
}

/**
 * Returns the acts on the running approval of a record (transfer, take back, urge …), and a function that performs
 * them.
 */
export function useFlowActs({ formKey, recordId, taskId, isRunning, revision }: FlowTarget): FlowActs {
  const services = useServices();
  const { message } = useFeedback();
  const [isBusy, setBusy] = useState(false);
  const { load, reload } = useLoad<FlowOptions | null>(
    () =>
      isRunning && recordId ? services.tasks.options(formKey, recordId, taskId ?? undefined) : Promise.resolve(null),
    [services, formKey, recordId, taskId, isRunning, revision],
  );
  const onceSender = useMemo(
    () =>
      createOnceSender(({ name, body }: { name: FlowAct; body: FlowActBody }, key) =>
        services.tasks.act(name, body, key),
      ),
    [services],
  );
  const act: FlowActs['act'] = async (name, body = {}) => {
    if (!recordId) return false;
    setBusy(true);
    try {
      const request = { name, body: { ...(taskId ? { taskId } : {}), ...body, formKey, recordId } };
      const { kind } = await onceSender.send(request, [name, recordId, taskId].join('|'));
      if (kind === 'new') message.success(DONE_TEXTS[name]);
      else message.warning(onceText(kind, DONE_TEXTS[name], actionName(name)), 6);
      return kind !== 'earlier' || !REPEATABLE_ACTS.has(name);
    } catch (error) {
      message.error(messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  // null may have been loaded before the approval started, so it does not count as loaded while an approval is running
  const hasNeededOptions = (load.value ?? null) !== null || !isRunning;
  const state = hasNeededOptions || load.state === 'ready' ? 'ready' : LOAD_STATES[load.state];
  return { options: load.value ?? null, state, isBusy, act, reload };
}
