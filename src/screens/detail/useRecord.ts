import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import { isEmptyPatch, type ValuesPatch } from '../../records/index.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import { useFormSession } from '../../runtime/form/useFormSession.ts';
import type { OpinionDetails, Transition } from '../../runtime/services/tasks.ts';
import { listAddress, TODO_ADDRESS, usePageNavigation } from '../navigation/pageNavigation.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { messageOf } from '../shared/messages.ts';
import { actionName } from '../todo/actionNames.ts';
import { isContinuousApprovalOn, findNextTodoAddress } from '../todo/acts/continuousApproval.ts';
import { typedChanges } from './typedChanges.ts';
import { useDrafts } from './drafts/useDrafts.ts';
import type { DetailBundle } from './loadDetail.ts';
import { createSaver } from './saver.ts';
import { buildSituation, isShownAsTask, openModeOf, type DetailQuery } from './situation.ts';
import { useSaving, type StoredResult } from './useSaving.ts';
import { useLatestRecord } from './useLatestRecord.ts';

/** Success messages by act. */
const SUCCESS_MESSAGES: Readonly<Record<string, string>> = {
  submit: '提交成功',
  approve: '办理成功',
  return: '已退回',
  reject: '已办理：不同意',
};

export interface RecordInput {
  bundle: DetailBundle;
  query: DetailQuery;
  /** Called with the id of a new record after it has been stored. */
  onCreated(id: string): void;
  /** Loads form and record again. */
  onReload(): void;
  /**
   * Address to open after a submit; for a form without a process, after a save. Default: a saved record stays open, a
   * submitted record is closed.
   */
  doneTo?: string;
}

/** Returns the state of one record that is open in a form, and the acts on it: save, process steps, drafts, merge. */
export function useRecord({ bundle, query, onCreated, onReload, doneTo }: RecordInput) {
  const services = useServices();
  const { user } = useSituation();
  const navigation = usePageNavigation();
  const { message } = useFeedback();
  const { compiled, config } = bundle;
  const hasFlow = Boolean(compiled.definition.flowKey);

  // the last known state on the server; the session was created with the record in `bundle`
  const [storedRecord, setStoredRecord] = useState(bundle.record);
  const permissions = { rights: bundle.rights, access: compiled.definition.access };
  const openMode = openModeOf(query, storedRecord, user, permissions);
  const situation = useMemo(
    () =>
      buildSituation({ user, query, rawQuery: navigation.query, record: storedRecord, config, mode: openMode.mode }),
    // oxlint-disable-next-line react/exhaustive-deps -- the query object is new at each render; its values count
    [user, query.isTodo, navigation.query, storedRecord, config, openMode.mode],
  );
  const session = useFormSession({ compiled, record: bundle.record, situation, services, mode: openMode.mode });
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
  const recordId = storedRecord?.id ?? null;
  const drafts = useDrafts({
    session,
    saver,
    services,
    userId: user.id,
    formKey: query.formKey,
    recordId,
    requestedId: query.draft,
  });
  const latestRecord = useLatestRecord({
    services,
    query,
    recordId,
    error: saving.staleError,
    onFail: (error) => message.error(messageOf(error)),
  });
  /** Labels of fields and rows that the last restored draft or merge left out, because the user may not change them. */
  const [droppedLabels, setDroppedLabels] = useState<readonly string[]>([]);

  const leave = (): void => navigation.back(query.isTodo ? TODO_ADDRESS : listAddress(query.formKey));
  /** Shows another page in place of this finished record. */
  const finishAt = (address: string): void => (navigation.leaveTo ?? navigation.go)(address);
  const isLeaving = useRef(false);
  const hasUnsaved = useCallback(() => !isLeaving.current && session.mode === 'edit' && session.isDirty, [session]);
  /** Leaves without confirmation; unsaved input is stored as a draft. */
  const leaveWithDraft = async (): Promise<void> => {
    if (hasUnsaved()) await drafts.storeNow();
    isLeaving.current = true;
    leave();
  };

  /**
   * Handles `StoredResult.earlierAct`: an earlier act with an unknown outcome has succeeded, so the new act was not
   * executed. What the user entered after the earlier act is stored as a draft. Leaves the page.
   */
  const handleEarlierAct = async (
    record: FormRecord,
    { action, changesSince }: NonNullable<StoredResult['earlierAct']>,
  ): Promise<void> => {
    const isEmpty = isEmptyPatch(changesSince);
    if (isEmpty) drafts.onSaved();
    else await drafts.setAside(changesSince, record.revision ?? null);
    message.warning(
      `上次的“${actionName(action)}”已经成功，这次的操作没有再执行${isEmpty ? '' : '；其后的填写已保留为草稿'}`,
      6,
    );
    leave();
  };
  const handleSaved = async (result: StoredResult | null): Promise<void> => {
    if (!result) return;
    const { record, earlierAct } = result;
    if (earlierAct) {
      await handleEarlierAct(record, earlierAct);
      return;
    }
    drafts.onSaved();
    setStoredRecord(record);
    message.success('保存成功');
    if (navigation.onSaved) {
      navigation.onSaved(record);
      return;
    }
    if (doneTo && !hasFlow && navigation.isShown?.() !== false) {
      finishAt(doneTo);
      return;
    }
    // while there is unsaved input, the address stays unchanged, because a change of the address could lose the input
    if (record.id && record.id !== query.id && !session.isDirty) onCreated(record.id);
  };
  const handleTransitionDone = async (action: Transition['action'], result: StoredResult | null): Promise<void> => {
    if (!result) return;
    const { record, earlierAct } = result;
    if (earlierAct) {
      await handleEarlierAct(record, earlierAct);
      return;
    }
    drafts.onSaved();
    message.success(
      action === 'return' && record.flwState === '2' ? '已退回申请人' : (SUCCESS_MESSAGES[action] ?? '办理成功'),
    );
    const nextTaskAddress =
      query.isTodo && action !== 'submit' && isContinuousApprovalOn()
        ? await findNextTodoAddress(services, query.taskId)
        : null;
    const target = nextTaskAddress ?? (action === 'submit' ? doneTo : undefined);
    if (target && navigation.isShown?.() !== false) finishAt(target);
    else leave();
  };
  /** The last process step, which `ChoiceStep` repeats with selected assignees if the server requires a selection. */
  const [lastRun, setLastRun] = useState<{
    action: Transition['action'];
    details: OpinionDetails & { opinion?: string };
  } | null>(null);
  const taskParam = query.taskId ? { taskId: query.taskId } : {};
  const run = async (
    action: Transition['action'],
    details: OpinionDetails & { opinion?: string } = {},
  ): Promise<boolean> => {
    setLastRun({ action, details });
    const result = await saving.run(action, { ...taskParam, ...details });
    await handleTransitionDone(action, result);
    return result !== null;
  };
  const save = async (): Promise<boolean> => {
    const result = await saving.save({ mustBeValid: !hasFlow });
    await handleSaved(result);
    return result !== null;
  };
  const retry = (): void => {
    void saving
      .retry()
      .then((result) => (result?.action ? handleTransitionDone(result.action, result) : handleSaved(result)));
  };

  // A save with an unknown outcome (e.g. no connection) is repeated when the browser is online again. After a failed
  // act nothing is repeated, even if `pending` is an earlier save: the user's last request was the act.
  const canRepeatSave =
    saving.failure?.canRetry === true && saving.retriedAction === null && saver.pending?.kind === 'save';
  const latestRetry = useRef(retry);
  useEffect(() => {
    latestRetry.current = retry;
  });
  useEffect(() => {
    if (!canRepeatSave) return undefined;
    const onOnline = (): void => latestRetry.current();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [canRepeatSave]);

  // merging needs the same state, form version and mode; the mode differs e.g. if the user's task is gone
  const canMerge =
    latestRecord !== null &&
    storedRecord !== null &&
    latestRecord.flwState === storedRecord.flwState &&
    latestRecord.version === storedRecord.version &&
    openModeOf(query, latestRecord, user, permissions).mode === openMode.mode;
  /** Loads the latest record into the form and applies the selected changes to it. */
  const merge = (chosenPatch: ValuesPatch): void => {
    if (!latestRecord) return;
    session.load(latestRecord);
    setStoredRecord(latestRecord);
    setDroppedLabels(drafts.apply(chosenPatch));
    saving.dismiss();
    message.info('已载入最新版本并保留您的填写，核对后可再次保存');
  };
  /** Loads the latest record into the form; the user's input becomes a draft. Calls `onReload` unless `canMerge`. */
  const showLatest = (): void => {
    if (!latestRecord) return;
    const myChanges = typedChanges(session);
    const revision = session.record?.revision ?? null;
    session.load(latestRecord);
    setStoredRecord(latestRecord);
    void drafts.setAside(myChanges, revision);
    saving.dismiss();
    if (!canMerge) onReload();
  };
  const restore = (chosenPatch?: ValuesPatch): void => setDroppedLabels(drafts.restore(chosenPatch));

  return {
    session,
    situation,
    storedRecord,
    recordId,
    openMode,
    permissions,
    isTask: isShownAsTask(query, storedRecord),
    hasFlow,
    user,
    saving,
    drafts,
    droppedLabels,
    latestRecord,
    canMerge,
    hasUnsaved,
    leave,
    leaveWithDraft,
    save,
    submit: () => void run('submit'),
    run,
    lastRun,
    retry,
    merge,
    showLatest,
    restore,
    clearDroppedLabels: () => setDroppedLabels([]),
  };
}

export type OpenedRecord = ReturnType<typeof useRecord>;
