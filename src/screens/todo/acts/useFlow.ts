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
 * If other content turns out to be executed, the dialog of these stays open with its content, which can be sent next.
 */
const REPEATABLE_ACTS: ReadonlySet<FlowAct> = new Set(['comment', 'urge', 'cc']);

const LOAD_STATES = { loading: 'loading', error: 'failed' } as const;

export interface FlowActs {
  /** The acts that the user may do; null while loading, after a failure, and if no approval is running. */
  options: FlowOptions | null;
  /** `loading`: for the first time; `failed`: there are no options to show, `reload` asks for them again. */
  state: 'loading' | 'failed' | 'ready';
  isBusy: boolean;
  /**
   * Runs an act; returns whether the page has to show its result. An error is shown as a message. After a lost answer,
   * the same act is not executed twice.
   */
  act(act: FlowAct, body?: Omit<FlowActBody, 'formKey' | 'recordId'>): Promise<boolean>;
  reload(): void;
}

interface FlowTarget {
  formKey: string;
  recordId: string | null;
  taskId: string | null;
  /** Whether an approval is running. */
  isRunning: boolean;
  revision: number | undefined;
}

/** The acts on the running approval of a record (hand on, take back, urge …), and a function to run them. */
export function useFlow({ formKey, recordId, taskId, isRunning, revision }: FlowTarget): FlowActs {
  const services = useServices();
  const { message } = useFeedback();
  const [isBusy, setBusy] = useState(false);
  const { load, reload } = useLoad<FlowOptions | null>(
    () =>
      isRunning && recordId ? services.tasks.options(formKey, recordId, taskId ?? undefined) : Promise.resolve(null),
    [services, formKey, recordId, taskId, isRunning, revision],
  );
  const once = useMemo(
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
      const { kind } = await once.send(request, [name, recordId, taskId].join('|'));
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
  // null may be the answer from before the approval was running
  const hasOptions = (load.value ?? null) !== null || !isRunning;
  const state = hasOptions || load.state === 'ready' ? 'ready' : LOAD_STATES[load.state];
  return { options: load.value ?? null, state, isBusy, act, reload };
}
