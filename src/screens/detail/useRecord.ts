import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import { isEmptyPatch, type ValuesPatch } from '../../records/index.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import { useFormSession } from '../../runtime/form/useFormSession.ts';
import type { OpinionMore, Transition } from '../../runtime/services/tasks.ts';
import { listAddress, TODO_ADDRESS, usePlace } from '../place/place.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { messageOf } from '../shared/messages.ts';
import { actionName } from '../todo/actionNames.ts';
import { isContinuous, nextTodo } from '../todo/acts/continuous.ts';
import { typedChanges } from './typedChanges.ts';
import { useDrafts } from './drafts/useDrafts.ts';
import type { DetailBundle } from './loadDetail.ts';
import { createSaver } from './saver.ts';
import { buildSituation, openMode, type DetailQuery } from './situation.ts';
import { useSaving, type Stored } from './useSaving.ts';
import { useLatest } from './useStale.ts';

/** What is said once it is done. */
const DONE: Readonly<Record<string, string>> = {
  submit: '提交成功',
  approve: '办理成功',
  return: '已退回',
  reject: '已办理：不同意',
};

export interface RecordInput {
  bundle: DetailBundle;
  query: DetailQuery;
  /** A new record was stored under this id. */
  onBorn(id: string): void;
  onReload(): void;
  /** Where a record that is filled in leads; absent it stays, or leads back. */
  doneTo?: string;
}

/** One record open in a form: what is stored, what is typed, and everything that can be done with it. */
export function useRecord({ bundle, query, onBorn, onReload, doneTo }: RecordInput) {
  const services = useServices();
  const { user } = useSituation();
  const place = usePlace();
  const { message } = useFeedback();
  const { compiled, config } = bundle;
  const hasFlow = Boolean(compiled.definition.flowKey);

  // What the server says of the record now; the session keeps the one it was opened with.
  const [stored, setStored] = useState(bundle.record);
  const open = openMode(query, stored, user, compiled.definition.access);
  const situation = useMemo(
    () => buildSituation({ user, query, route: place.query, record: stored, config, mode: open.mode }),
    // oxlint-disable-next-line react/exhaustive-deps -- the query object is new at each render; its parts count
    [user, query.isTodo, place.query, stored, config, open.mode],
  );
  const session = useFormSession({ compiled, record: bundle.record, situation, services, mode: open.mode });
  const saver = useMemo(
    () =>
      createSaver({
        post: (attempt) =>
          attempt.kind === 'save'
            ? services.records.save(query.formKey, attempt.record, attempt.key)
            : services.records.run(query.formKey, attempt.transition, attempt.key),
      }),
    [services, query.formKey],
  );
  const saving = useSaving(session, saver);
  const recordId = stored?.id ?? null;
  const drafts = useDrafts({
    session,
    saver,
    services,
    userId: user.id,
    formKey: query.formKey,
    recordId,
    wanted: query.draft,
  });
  const latest = useLatest({
    services,
    query,
    recordId,
    error: saving.staleError,
    onFail: (error) => message.error(messageOf(error)),
  });
  /** What of a restored draft could not come back. */
  const [dropped, setDropped] = useState<readonly string[]>([]);

  const leave = (): void => place.back(query.isTodo ? TODO_ADDRESS : listAddress(query.formKey));
  const isFree = useRef(false);
  const isBlocked = useCallback(() => !isFree.current && session.mode === 'edit' && session.isDirty, [session]);
  /** Leaves without asking: what is typed stays as a draft. */
  const leaveKept = async (): Promise<void> => {
    if (isBlocked()) await drafts.keep();
    isFree.current = true;
    leave();
  };

  /** An earlier act, its answer unknown until now, was done instead of this one: what was typed after it stays as a draft. */
  const afterInstead = async (record: FormRecord, { action, since }: NonNullable<Stored['instead']>): Promise<void> => {
    const isNothing = isEmptyPatch(since);
    if (isNothing) drafts.saved();
    else await drafts.setAside(since, record.revision ?? null);
    message.warning(
      `上次的“${actionName(action)}”已经成功，这次的操作没有再执行${isNothing ? '' : '；其后的填写已保留为草稿'}`,
      6,
    );
    leave();
  };
  const afterSave = async (done: Stored | null): Promise<void> => {
    if (!done) return;
    const { record, instead } = done;
    if (instead) {
      await afterInstead(record, instead);
      return;
    }
    drafts.saved();
    setStored(record);
    message.success('保存成功');
    if (doneTo && !hasFlow) {
      place.go(doneTo);
      return;
    }
    // The address follows once nothing typed meanwhile could be lost by it.
    if (record.id && record.id !== query.id && !session.isDirty) onBorn(record.id);
  };
  const afterRun = async (action: Transition['action'], done: Stored | null): Promise<void> => {
    if (!done) return;
    const { record, instead } = done;
    if (instead) {
      await afterInstead(record, instead);
      return;
    }
    drafts.saved();
    message.success(action === 'return' && record.flwState === '2' ? '已退回申请人' : (DONE[action] ?? '办理成功'));
    const next = query.isTodo && action !== 'submit' && isContinuous() ? await nextTodo(services, query.taskId) : null;
    const target = next ?? (action === 'submit' ? doneTo : undefined);
    if (target && place.isShown?.() !== false) place.go(target);
    else leave();
  };
  /** The step begun last, to be taken again with what the server asks for. */
  const [lastRun, setLastRun] = useState<{
    action: Transition['action'];
    more: OpinionMore & { opinion?: string };
  } | null>(null);
  const taskId = query.taskId ? { taskId: query.taskId } : {};
  const run = async (action: Transition['action'], more: OpinionMore & { opinion?: string } = {}): Promise<boolean> => {
    setLastRun({ action, more });
    const sent = await saving.run(action, { ...taskId, ...more });
    await afterRun(action, sent);
    return sent !== null;
  };
  const save = async (): Promise<boolean> => {
    const sent = await saving.save({ isComplete: !hasFlow });
    await afterSave(sent);
    return sent !== null;
  };
  const retry = (): void => {
    void saving.retry().then((sent) => (sent?.action ? afterRun(sent.action, sent) : afterSave(sent)));
  };

  // what waits for the connection goes when it is back; an approval is pressed again by its person
  const isWaiting = saving.failure?.canRetry === true && saver.pending?.kind === 'save';
  const again = useRef(retry);
  useEffect(() => {
    again.current = retry;
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const onOnline = (): void => again.current();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isWaiting]);

  const canKeep =
    latest !== null && stored !== null && latest.flwState === stored.flwState && latest.version === stored.version;
  /** Goes on with the latest record and these changes on top of it. */
  const merge = (chosen: ValuesPatch): void => {
    if (!latest) return;
    session.load(latest);
    setStored(latest);
    setDropped(drafts.apply(chosen));
    saving.dismiss();
    message.info('已载入最新版本并保留您的填写，核对后可再次保存');
  };
  const showLatest = (): void => {
    if (!latest) return;
    const mine = typedChanges(session);
    const revision = session.record?.revision ?? null;
    session.load(latest);
    setStored(latest);
    void drafts.setAside(mine, revision);
    saving.dismiss();
    if (!canKeep) onReload();
  };
  const restore = (chosen?: ValuesPatch): void => setDropped(drafts.restore(chosen));

  return {
    session,
    situation,
    stored,
    recordId,
    open,
    hasFlow,
    user,
    saving,
    drafts,
    dropped,
    latest,
    canKeep,
    isBlocked,
    leave,
    leaveKept,
    save,
    submit: () => void run('submit'),
    run,
    lastRun,
    retry,
    merge,
    showLatest,
    restore,
    clearDropped: () => setDropped([]),
  };
}

export type OpenedRecord = ReturnType<typeof useRecord>;
