import { observer } from '@formily/reactive-react';
import { Alert, Button, Spin } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import { FormView } from '../../runtime/formView.tsx';
import { ServiceError } from '../../runtime/services.ts';
import { useFormSession } from '../../runtime/useFormSession.ts';
import { LeaveGuard } from '../place/LeaveGuard.tsx';
import { listAddress, TODO_ADDRESS, usePlace } from '../place/place.ts';
import { messageOf } from '../shared/messages.ts';
import { useLoad } from '../shared/useLoad.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { ApprovalBar } from '../todo/ApprovalBar.tsx';
import { History } from '../todo/History.tsx';
import { ReturnNotice } from '../todo/ReturnNotice.tsx';
import { DraftOffer } from './DraftOffer.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { DetailBundle } from './loadDetail.ts';
import { RecordHeader } from './RecordHeader.tsx';
import { RecordToolbar } from './RecordToolbar.tsx';
import { createSaver } from './saver.ts';
import { buildSituation, isWithApplicant, openMode, type DetailQuery } from './situation.ts';
import { StaleDialog } from './StaleDialog.tsx';
import { useDrafts } from './useDrafts.ts';
import { useSaving } from './useSaving.ts';
import { useLatest } from './useStale.ts';

/** What is said once it is done. */
const DONE: Readonly<Record<string, string>> = { submit: '提交成功', approve: '办理成功', return: '已退回申请人', reject: '已办理：不同意' };

interface Props {
  bundle: DetailBundle;
  query: DetailQuery;
  title?: string;
  /** A new record was stored under this id. */
  onBorn(id: string): void;
  onReload(): void;
}

export const RecordForm = observer(function RecordForm({ bundle, query, title, onBorn, onReload }: Props) {
  const services = useServices();
  const { user } = useSituation();
  const place = usePlace();
  const { message } = useFeedback();
  const { compiled, config } = bundle;
  const { definition } = compiled;
  const hasFlow = Boolean(definition.flowKey);

  // What the server says of the record now; the session keeps the one it was opened with.
  const [stored, setStored] = useState(bundle.record);
  const open = openMode(query, stored, user.id);
  const situation = useMemo(
    () => buildSituation({ user, query, route: place.query, record: stored, config, mode: open.mode }),
    // oxlint-disable-next-line react/exhaustive-deps -- the query object is new at each render; its parts count
    [user, query.isTodo, place.query, stored, config, open.mode],
  );
  const session = useFormSession({ compiled, record: bundle.record, situation, services, mode: open.mode });
  const saver = useMemo(() => createSaver({
    post: (attempt) => (attempt.kind === 'save'
      ? services.records.save(query.formKey, attempt.record, attempt.key)
      : services.records.run(query.formKey, attempt.transition, attempt.key)),
  }), [services, query.formKey]);
  const saving = useSaving(session, saver);
  const recordId = stored?.id ?? null;
  const drafts = useDrafts({ session, saver, userId: user.id, formKey: query.formKey, recordId });
  const latest = useLatest({ services, query, recordId, error: saving.staleError, onFail: (error) => message.error(messageOf(error)) });

  const isWithMe = isWithApplicant(stored);
  const leave = (): void => place.back(query.isTodo ? TODO_ADDRESS : listAddress(query.formKey));
  const isBlocked = useCallback(() => session.mode === 'edit' && session.isDirty, [session]);

  const afterSave = async (record: FormRecord | null): Promise<void> => {
    if (!record) return;
    await drafts.saved();
    setStored(record);
    message.success('保存成功');
    // The address follows once nothing typed meanwhile could be lost by it.
    if (record.id && record.id !== query.id && !session.isDirty) onBorn(record.id);
  };
  const afterRun = async (action: string, record: FormRecord | null): Promise<void> => {
    if (!record) return;
    await drafts.saved();
    message.success(DONE[action] ?? '办理成功');
    leave();
  };
  const save = (): void => { void saving.save({ isComplete: !hasFlow }).then(afterSave); };
  const taskId = query.taskId ? { taskId: query.taskId } : {};
  const submit = (): void => { void saving.run('submit', taskId).then((record) => afterRun('submit', record)); };
  const retry = (): void => { void saving.retry().then((record) => (record?.flwState === '0' ? afterSave(record) : afterRun('', record))); };

  const keepMine = (): void => {
    if (!latest) return;
    const mine = drafts.changes();
    session.load(latest);
    setStored(latest);
    drafts.apply(mine);
    saving.dismiss();
    message.info('已载入最新版本并保留您的填写，核对后可再次保存');
  };
  const showLatest = (): void => {
    if (!latest) return;
    const mine = drafts.changes();
    session.load(latest);
    setStored(latest);
    void drafts.setAside(mine);
    saving.dismiss();
    if (!canKeep) onReload();
  };
  const canKeep = latest !== null && stored !== null && latest.flwState === stored.flwState && latest.version === stored.version;

  const hasHistory = stored !== null && hasFlow && stored.flwState !== '0';
  const { load: history, reload: reloadHistory } = useLoad(
    () => (hasHistory && stored?.id ? services.tasks.history(query.formKey, stored.id) : Promise.resolve([])),
    [services, query.formKey, hasHistory, stored?.id, stored?.revision],
  );
  const isApproval = query.isTodo && !isWithMe && stored?.flwState === '1';
  const isTaken = saving.failure?.error instanceof ServiceError && ['TASK_TAKEN', 'TASK_NOT_YOURS'].includes(saving.failure.error.code);
  const name = title ?? stored?.title ?? (stored ? definition.formName : `新建${definition.formName}`);

  return (
    <div className="sc-record" data-form={query.formKey} data-record={recordId ?? ''} data-mode={session.mode}>
      <LeaveGuard isBlocked={isBlocked} onDiscard={() => void drafts.discard()} />
      <RecordHeader title={name} record={stored} hasFlow={hasFlow} isDirty={session.mode === 'edit' && session.isDirty}>
        <RecordToolbar
          mode={session.mode} hasFlow={hasFlow} isBusy={saving.isBusy} isApproval={isApproval}
          canEdit={stored !== null && openMode({ ...query, isEdit: true }, stored, user.id).mode === 'edit' && !query.isTodo}
          onSave={save} onSubmit={submit} onEdit={() => place.setQuery({ ...place.query, isEdit: '1' })} onBack={leave}
        />
      </RecordHeader>
      {open.mode === 'view' && open.reason ? <Alert type="info" showIcon message={open.reason} /> : null}
      {stored?.flwState === '2' ? <ReturnNotice history={history.value} /> : null}
      {drafts.offer ? <DraftOffer draft={drafts.offer} record={stored} onRestore={drafts.restore} onDiscard={() => void drafts.discard()} /> : null}
      {saving.failure ? (
        <Alert
          type="error" showIcon role="alert" message={messageOf(saving.failure.error)}
          description={saving.failure.canRetry ? '填写内容已保留在本机，恢复后可重试，不会重复保存。' : null}
          action={saving.failure.canRetry ? <Button size="small" onClick={retry} loading={saving.isBusy} data-action="retry">重试</Button>
            : isTaken ? <Button size="small" onClick={() => place.go(TODO_ADDRESS)} data-action="back">返回我的待办</Button> : null}
        />
      ) : null}
      {saving.isChecked ? <ErrorSummary session={session} others={saving.failure?.problems ?? []} /> : null}
      <Spin spinning={saving.isBusy}><div className="sc-record-body"><FormView session={session} /></div></Spin>
      {stored && hasHistory ? <History record={stored} load={history} onRetry={reloadHistory} /> : null}
      {isApproval ? (
        <ApprovalBar
          rules={situation.nodeRules} isBusy={saving.isBusy} onSave={save} mayBegin={(action) => action !== 'approve' || saving.isComplete()}
          onAct={async (action, opinion) => {
            const record = await saving.run(action, { ...taskId, opinion });
            await afterRun(action, record);
            return record !== null;
          }}
        />
      ) : null}
      {latest && saving.staleError && stored ? (
        <StaleDialog
          compiled={compiled} message={saving.staleError.message} before={session.record ?? stored} latest={latest} mine={drafts.changes()}
          canKeep={canKeep} onShowLatest={showLatest} onKeepMine={keepMine}
        />
      ) : null}
    </div>
  );
});
