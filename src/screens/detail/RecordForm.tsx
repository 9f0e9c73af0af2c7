import type { NodeRules } from '../../rules/situation.ts';
import { observer } from '@formily/reactive-react';
import { Spin } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import type { AnyNode } from '../../grammar/nodes.ts';
import type { Path } from '../../domain/problem/index.ts';
import { maySave } from '../../rules/tables.ts';
import { useServices } from '../../runtime/contexts.ts';
import { FormView } from '../../runtime/form/FormView.tsx';
import { MarksContext } from '../../runtime/node/marks.ts';
import { createOpenDialogs, OpenDialogsContext } from '../../runtime/host/openDialogs.ts';
import { usePageTitle } from '../../runtime/screen/page.ts';
import { LeaveGuard } from '../navigation/LeaveGuard.tsx';
import { printAddress, usePageNavigation } from '../navigation/pageNavigation.ts';
import { useLoad } from '../shared/useLoad.ts';
import { FlowMenu } from '../todo/acts/FlowMenu.tsx';
import { useFlowActs } from '../todo/acts/useFlowActs.ts';
import { ApprovalBar } from '../todo/ApprovalBar.tsx';
import { History } from '../todo/History.tsx';
import { ChoiceStep } from './ChoiceStep.tsx';
import { ChangeHistory } from './changes/ChangeHistory.tsx';
import { ChangeSummary } from './changes/ChangeSummary.tsx';
import { marksOf } from './changes/Marks.tsx';
import { MyDraftsDialog } from './drafts/MyDraftsDialog.tsx';
import { hasRecordChanged } from './drafts/DraftOffer.tsx';
import { RecordActions } from '../actions/RecordActions.tsx';
import { loadPageBlocks } from '../related/loadPageBlocks.ts';
import { RecordPage } from '../related/RecordPage.tsx';
import { PhonePageButton } from './PhonePageButton.tsx';
import { withRollupMarks } from '../related/withRollupMarks.tsx';
import { RecordHeader } from './RecordHeader.tsx';
import { RecordNotices } from './RecordNotices.tsx';
import { VoidButton } from './VoidButton.tsx';
import { RecordToolbar } from './RecordToolbar.tsx';
import { isWithApplicant, mayChangeRecord, mayChangeOthersRecord, openModeOf } from './situation.ts';
import { DraftMerge } from './merge/DraftMerge.tsx';
import { StaleDialog } from './merge/StaleDialog.tsx';
import { useFormShortcuts } from './useFormShortcuts.ts';
import { useReloadWhenShown } from './useReloadWhenShown.ts';
import { useReloadOnKeptValueChange } from './useReloadOnKeptValueChange.ts';
import { useRecord, type RecordInput } from './useRecord.ts';
import { useSaveAllRef } from './useSaveAllRef.ts';

interface Props extends RecordInput {
  title?: string;
  /**
   * Blocks of the record's page that the screen document defines, shown below the form of a stored record in view mode,
   * but not for a task. Default: the form's own blocks (`loadPageBlocks`). `path`: path of the blocks in the document.
   */
  pageNodes?: readonly AnyNode[];
  path?: Path;
}

/** Returns the text of the field that the task node names for the opinion (`opinionField`); '' without such a field. */
const opinionFromField = (values: Readonly<Record<string, unknown>>, rules: NodeRules | null): string => {
  const value = rules?.opinionField === undefined ? '' : values[rules.opinionField];
  return typeof value === 'string' ? value : '';
};

/** One record: header with buttons, notices, form, page blocks, history and approval bar. */
export const RecordForm = observer(function RecordForm({ title, pageNodes = [], path = [], ...input }: Props) {
  const { query, bundle } = input;
  const services = useServices();
  const navigation = usePageNavigation();
  const record = useRecord(input);
  const { session, storedRecord, hasFlow, saving, drafts, user, openMode, isTask } = record;
  const [isDraftListOpen, setDraftListOpen] = useState(false);
  const [isMergeOpen, setMergeOpen] = useState(false);
  const [isChangeHistoryOpen, setChangeHistoryOpen] = useState(false);

  const showsBlocks = storedRecord !== null && openMode.mode === 'view' && !isTask;
  const { load: defaultBlocks } = useLoad(
    () =>
      showsBlocks && pageNodes.length === 0
        ? loadPageBlocks(services, bundle.compiled.definition)
        : Promise.resolve([]),
    [services, bundle.compiled, showsBlocks, pageNodes.length],
  );
  const blocks = pageNodes.length > 0 ? pageNodes : (defaultBlocks.value ?? []);
  const hasApprovalHistory = storedRecord !== null && hasFlow && storedRecord.flwState !== '0';
  const { load: approvalHistoryLoad, reload: reloadApprovalHistory } = useLoad(
    () =>
      hasApprovalHistory && storedRecord?.id
        ? services.tasks.history(query.formKey, storedRecord.id)
        : Promise.resolve([]),
    [services, query.formKey, hasApprovalHistory, storedRecord?.id, storedRecord?.revision],
  );
  // A finished or voided record without an approval was stored before its form got a process. The buttons of an
  // approval cannot void it, so `VoidButton` voids or restores it. A record that was voided before its form got the
  // process cannot be restored (`isNotRestorable`).
  const hasNoApproval =
    (storedRecord?.flwState === '3' || storedRecord?.flwState === '4') &&
    storedRecord.isNotRestorable !== true &&
    approvalHistoryLoad.state === 'ready' &&
    approvalHistoryLoad.value?.length === 0;
  // changes by others are shown to an approver, and to the applicant of a returned record
  const showsChangesByOthers =
    openMode.mode === 'edit' && hasApprovalHistory && (isTask || storedRecord?.flwState === '2');
  const { load: changesLoad } = useLoad(
    () =>
      showsChangesByOthers && storedRecord?.id
        ? services.records.changes(query.formKey, storedRecord.id)
        : Promise.resolve(null),
    [services, query.formKey, showsChangesByOthers, storedRecord?.id],
  );
  const marks = useMemo(
    () =>
      withRollupMarks(
        changesLoad.value ? marksOf(bundle.compiled, changesLoad.value) : null,
        bundle.compiled,
        storedRecord,
      ),
    [changesLoad.value, bundle.compiled, storedRecord],
  );
  const { offer } = drafts;
  const mustMerge = offer !== null && hasRecordChanged(offer, storedRecord);
  const { restore } = record;
  // Restores a draft that the user selected from the list of drafts. If the record has changed since the draft was
  // begun, the merge dialog opens instead.
  useEffect(() => {
    if (!offer?.isRequested) return;
    if (mustMerge) setMergeOpen(true);
    else restore();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each offer
  }, [offer]);

  const rootRef = useSaveAllRef(session.mode === 'edit' && maySave(record.situation), record.save);
  const flow = useFlowActs({
    formKey: query.formKey,
    recordId: record.recordId,
    taskId: query.taskId,
    revision: storedRecord?.revision,
    isRunning: hasFlow && (storedRecord?.flwState === '1' || storedRecord?.flwState === '2'),
  });
  const isApproval = isTask && !isWithApplicant(storedRecord) && storedRecord?.flwState === '1';
  useFormShortcuts(rootRef, {
    isEditing: session.mode === 'edit' && !isApproval,
    isBusy: saving.isBusy,
    isNew: storedRecord === null,
    onSave: record.save,
    ...(hasFlow && openMode.mode === 'edit' ? { onSubmit: record.submit } : {}),
  });
  const { definition } = bundle.compiled;
  const name = title ?? storedRecord?.title ?? (storedRecord ? definition.formName : `新建${definition.formName}`);
  const isDirty = session.mode === 'edit' && session.isDirty;
  // the record opens in view mode, but a super role may change its selectors of people, departments and units (ED-005)
  const isSuperEdit = session.mode === 'edit' && openMode.mode === 'view';
  const [dialogs] = useState(createOpenDialogs);
  useReloadWhenShown({
    query,
    storedRecord,
    container: rootRef,
    dialogs,
    hasUnsaved: record.hasUnsaved,
    onReload: input.onReload,
  });
  useReloadOnKeptValueChange({
    query,
    storedRecord,
    definition,
    isViewMode: openMode.mode === 'view' && !isDirty,
    onReload: input.onReload,
  });
  usePageTitle(navigation.kind === 'page' ? name : null);

  return (
    <OpenDialogsContext value={dialogs}>
      <div
        ref={rootRef}
        className="sc-record"
        data-form={query.formKey}
        data-record={record.recordId ?? ''}
        data-mode={session.mode}
      >
        <LeaveGuard
          hasUnsavedInput={record.hasUnsaved}
          onKeep={drafts.storeNow}
          onDiscard={drafts.deleteCurrentDraft}
        />
        <RecordHeader title={name} record={storedRecord} hasFlow={hasFlow} isDirty={isDirty} draftState={drafts.state}>
          <RecordToolbar
            mode={session.mode}
            hasFlow={hasFlow}
            isBusy={saving.isBusy}
            isApproval={isApproval}
            isSuperEdit={isSuperEdit}
            canEdit={
              storedRecord !== null &&
              openModeOf({ ...query, isEdit: true }, storedRecord, user, record.permissions).mode === 'edit' &&
              !isTask
            }
            voidButton={
              storedRecord?.id &&
              (hasFlow
                ? hasNoApproval && mayChangeOthersRecord(storedRecord, user, record.permissions)
                : mayChangeRecord(storedRecord, user, record.permissions)) ? (
                <VoidButton formKey={query.formKey} record={storedRecord} onDone={input.onReload} />
              ) : null
            }
            actions={
              storedRecord?.id && openMode.mode === 'view' && !isDirty ? (
                <RecordActions definition={definition} record={storedRecord} isTask={isTask} onDone={input.onReload} />
              ) : null
            }
            phonePageButton={
              storedRecord?.id && definition.phonePage ? (
                <PhonePageButton page={definition.phonePage} recordId={storedRecord.id} title={name} />
              ) : null
            }
            onSave={record.save}
            onSubmit={record.submit}
            onEdit={() => navigation.setQuery({ ...navigation.query, isEdit: '1' })}
            onBack={record.leave}
            {...(storedRecord?.id ? { onHistory: () => setChangeHistoryOpen(true) } : {})}
            flowMenu={
              // for an approver's task, the approval bar shows that loading the actions failed
              isApproval && flow.state === 'failed' ? null : (
                <FlowMenu
                  flow={flow}
                  isApplicant={storedRecord?.createBy === user.id}
                  onDone={(act) => (act === 'comment' || act === 'urge' ? reloadApprovalHistory() : input.onReload())}
                />
              )
            }
            {...(record.situation.nodeRules?.actionNames ? { names: record.situation.nodeRules.actionNames } : {})}
            printAddress={storedRecord?.id ? printAddress(query.formKey, storedRecord.id) : null}
          />
        </RecordHeader>
        <RecordNotices
          record={record}
          history={approvalHistoryLoad.value}
          onRestore={() => (mustMerge ? setMergeOpen(true) : restore())}
          onShowDrafts={() => setDraftListOpen(true)}
        />
        {changesLoad.value ? (
          <ChangeSummary session={session} changesByOthers={changesLoad.value} userId={user.id} />
        ) : null}
        <MarksContext value={marks}>
          <Spin spinning={saving.isBusy}>
            <div className="sc-record-body" tabIndex={-1}>
              <FormView session={session} />
            </div>
          </Spin>
        </MarksContext>
        {storedRecord && showsBlocks && blocks.length > 0 ? (
          <RecordPage record={storedRecord} compiled={bundle.compiled} nodes={blocks} path={path} />
        ) : null}
        {storedRecord && hasApprovalHistory ? (
          <History record={storedRecord} load={approvalHistoryLoad} onRetry={reloadApprovalHistory} />
        ) : null}
        {isApproval && storedRecord ? (
          <RecordActions definition={definition} record={storedRecord} isTask onDone={input.onReload} />
        ) : null}
        {isApproval ? (
          <ApprovalBar
            userId={user.id}
            taskId={query.taskId ?? storedRecord?.id ?? ''}
            rules={record.situation.nodeRules}
            formOpinion={opinionFromField(session.values, record.situation.nodeRules)}
            flow={flow}
            isBusy={saving.isBusy}
            isDirty={isDirty}
            onSave={record.save}
            mayStart={(action) => action !== 'approve' || saving.validateAll()}
            onAct={(action, opinion, details) => record.run(action, { opinion, ...details })}
            onTaskActDone={(act) => {
              // after these two acts the user continues with the task; after other acts the page is left
              if (act === 'removeSign' || act === 'cc') {
                flow.reload();
                reloadApprovalHistory();
              } else void record.leaveWithDraft();
            }}
          />
        ) : null}
        {openMode.mode === 'edit' && isDraftListOpen ? (
          <MyDraftsDialog formKey={query.formKey} onClose={() => setDraftListOpen(false)} />
        ) : null}
        {isMergeOpen ? <DraftMerge record={record} onClose={() => setMergeOpen(false)} /> : null}
        {isChangeHistoryOpen && storedRecord?.id ? (
          <ChangeHistory
            compiled={bundle.compiled}
            formKey={query.formKey}
            recordId={storedRecord.id}
            onClose={() => setChangeHistoryOpen(false)}
          />
        ) : null}
        <ChoiceStep record={record} />
        <StaleDialog record={record} />
      </div>
    </OpenDialogsContext>
  );
});
