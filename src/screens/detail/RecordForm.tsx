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
import { LeaveGuard } from '../place/LeaveGuard.tsx';
import { printAddress, usePlace } from '../place/place.ts';
import { useLoad } from '../shared/useLoad.ts';
import { FlowMenu } from '../todo/acts/FlowMenu.tsx';
import { useFlow } from '../todo/acts/useFlow.ts';
import { ApprovalBar } from '../todo/ApprovalBar.tsx';
import { History } from '../todo/History.tsx';
import { ChoiceStep } from './ChoiceStep.tsx';
import { ChangeHistory } from './changes/ChangeHistory.tsx';
import { ChangeSummary } from './changes/ChangeSummary.tsx';
import { marksOf } from './changes/Marks.tsx';
import { MyDraftsDialog } from './drafts/MyDraftsDialog.tsx';
import { isMovedOn } from './drafts/DraftOffer.tsx';
import { RecordActions } from '../actions/RecordActions.tsx';
import { pageBlocks } from '../related/pageBlocks.ts';
import { RecordPage } from '../related/RecordPage.tsx';
import { RecordHeader } from './RecordHeader.tsx';
import { RecordNotices } from './RecordNotices.tsx';
import { StandingButton } from './StandingButton.tsx';
import { RecordToolbar } from './RecordToolbar.tsx';
import { isWithApplicant, openMode } from './situation.ts';
import { DraftMerge } from './merge/DraftMerge.tsx';
import { StaleDialog } from './merge/StaleDialog.tsx';
import { useFormKeys } from './useFormKeys.ts';
import { useFresh } from './useFresh.ts';
import { useKept } from './useKept.ts';
import { useRecord, type RecordInput } from './useRecord.ts';
import { useSaveAll } from './useSaveAll.ts';

interface Props extends RecordInput {
  title?: string;
  /** Blocks of the record's page, shown below its form while it is read; their path in the document. */
  below?: readonly AnyNode[];
  path?: Path;
}
/** What the field that the node names for it says; '' for none. */
const opinionIn = (values: Readonly<Record<string, unknown>>, rules: NodeRules | null): string => {
  const value = rules?.opinionField === undefined ? '' : values[rules.opinionField];
  return typeof value === 'string' ? value : '';
};

/** One record with its header, its form and what can be done with it. */
export const RecordForm = observer(function RecordForm({ title, below = [], path = [], ...input }: Props) {
  const { query, bundle } = input;
  const services = useServices();
  const place = usePlace();
  const record = useRecord(input);
  const { session, stored, hasFlow, saving, drafts, user, open } = record;
  const [isListing, setListing] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const [isPast, setPast] = useState(false);

  const isPage = stored !== null && session.mode === 'view' && !query.isTodo;
  const { load: own } = useLoad(
    () => (isPage && below.length === 0 ? pageBlocks(services, bundle.compiled.definition) : Promise.resolve([])),
    [services, bundle.compiled, isPage, below.length],
  );
  const blocks = below.length > 0 ? below : (own.value ?? []);
  const hasHistory = stored !== null && hasFlow && stored.flwState !== '0';
  const { load: history, reload: reloadHistory } = useLoad(
    () => (hasHistory && stored?.id ? services.tasks.history(query.formKey, stored.id) : Promise.resolve([])),
    [services, query.formKey, hasHistory, stored?.id, stored?.revision],
  );
  // what others changed matters to who acts now: an approver, or the applicant of a returned one
  const isActing = open.mode === 'edit' && hasHistory && (query.isTodo || stored?.flwState === '2');
  const { load: changed } = useLoad(
    () => (isActing && stored?.id ? services.records.changes(query.formKey, stored.id) : Promise.resolve(null)),
    [services, query.formKey, isActing, stored?.id],
  );
  const marks = useMemo(
    () => (changed.value ? marksOf(bundle.compiled, changed.value) : null),
    [changed.value, bundle.compiled],
  );
  const { offer } = drafts;
  const mustAsk = offer !== null && isMovedOn(offer, stored);
  const { restore } = record;
  // whoever chose it from their drafts has been asked
  useEffect(() => {
    if (!offer?.isWanted) return;
    if (mustAsk) setMerging(true);
    else restore();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each offer
  }, [offer]);

  const around = useSaveAll(session.mode === 'edit' && maySave(record.situation), record.save);
  const flow = useFlow({
    formKey: query.formKey,
    recordId: record.recordId,
    taskId: query.taskId,
    revision: stored?.revision,
    isRunning: hasFlow && (stored?.flwState === '1' || stored?.flwState === '2'),
  });
  const isApproval = query.isTodo && !isWithApplicant(stored) && stored?.flwState === '1';
  useFormKeys(around, {
    isFilling: session.mode === 'edit' && !isApproval,
    isBusy: saving.isBusy,
    isNew: stored === null,
    onSave: record.save,
    ...(hasFlow && open.mode === 'edit' ? { onSubmit: record.submit } : {}),
  });
  const { definition } = bundle.compiled;
  const name = title ?? stored?.title ?? (stored ? definition.formName : `新建${definition.formName}`);
  const isDirty = session.mode === 'edit' && session.isDirty;
  const [dialogs] = useState(createOpenDialogs);
  useFresh({ query, stored, part: around, dialogs, isBlocked: record.isBlocked, onReload: input.onReload });
  useKept({ query, stored, definition, isReading: session.mode === 'view', onReload: input.onReload });
  usePageTitle(place.kind === 'page' ? name : null);

  return (
    <OpenDialogsContext value={dialogs}>
      <div
        ref={around}
        className="sc-record"
        data-form={query.formKey}
        data-record={record.recordId ?? ''}
        data-mode={session.mode}
      >
        <LeaveGuard isBlocked={record.isBlocked} onKeep={drafts.keep} onDiscard={drafts.drop} />
        <RecordHeader title={name} record={stored} hasFlow={hasFlow} isDirty={isDirty} draft={drafts.state}>
          <RecordToolbar
            mode={session.mode}
            hasFlow={hasFlow}
            isBusy={saving.isBusy}
            isApproval={isApproval}
            isSuper={session.mode === 'edit' && open.mode === 'view'}
            canEdit={
              stored !== null &&
              openMode({ ...query, isEdit: true }, stored, user, definition.access).mode === 'edit' &&
              !query.isTodo
            }
            standing={
              stored?.id && !hasFlow ? (
                <StandingButton
                  formKey={query.formKey}
                  record={stored}
                  user={user}
                  access={definition.access}
                  onDone={input.onReload}
                />
              ) : null
            }
            actions={
              stored?.id && open.mode === 'view' ? (
                <RecordActions definition={definition} record={stored} isTask={query.isTodo} onDone={input.onReload} />
              ) : null
            }
            onSave={record.save}
            onSubmit={record.submit}
            onEdit={() => place.setQuery({ ...place.query, isEdit: '1' })}
            onBack={record.leave}
            {...(stored?.id ? { onHistory: () => setPast(true) } : {})}
            flowMenu={
              <FlowMenu
                flow={flow}
                isApplicants={stored?.createBy === user.id}
                onDone={(act) => (act === 'comment' || act === 'urge' ? reloadHistory() : input.onReload())}
              />
            }
            {...(record.situation.nodeRules?.actionNames ? { names: record.situation.nodeRules.actionNames } : {})}
            printTo={stored?.id ? printAddress(query.formKey, stored.id) : null}
          />
        </RecordHeader>
        <RecordNotices
          record={record}
          history={history.value}
          onRestore={() => (mustAsk ? setMerging(true) : restore())}
          onDrafts={() => setListing(true)}
        />
        {changed.value ? <ChangeSummary session={session} changed={changed.value} userId={user.id} /> : null}
        <MarksContext value={marks}>
          <Spin spinning={saving.isBusy}>
            <div className="sc-record-body" tabIndex={-1}>
              <FormView session={session} />
            </div>
          </Spin>
        </MarksContext>
        {stored && isPage && blocks.length > 0 ? (
          <RecordPage record={stored} compiled={bundle.compiled} nodes={blocks} path={path} />
        ) : null}
        {stored && hasHistory ? <History record={stored} load={history} onRetry={reloadHistory} /> : null}
        {isApproval && stored ? (
          <RecordActions definition={definition} record={stored} isTask onDone={input.onReload} />
        ) : null}
        {isApproval ? (
          <ApprovalBar
            userId={user.id}
            taskId={query.taskId ?? stored?.id ?? ''}
            rules={record.situation.nodeRules}
            formOpinion={opinionIn(session.values, record.situation.nodeRules)}
            flow={flow}
            isBusy={saving.isBusy}
            isDirty={isDirty}
            onSave={record.save}
            mayBegin={(action) => action !== 'approve' || saving.isComplete()}
            onAct={(action, opinion, more) => record.run(action, { opinion, ...more })}
            onHandedOn={(act) => {
              if (act === 'removeSign' || act === 'cc') {
                flow.reload();
                reloadHistory();
              } else void record.leaveKept();
            }}
          />
        ) : null}
        {open.mode === 'edit' && isListing ? (
          <MyDraftsDialog formKey={query.formKey} onClose={() => setListing(false)} />
        ) : null}
        {isMerging ? <DraftMerge record={record} onClose={() => setMerging(false)} /> : null}
        {isPast && stored?.id ? (
          <ChangeHistory
            compiled={bundle.compiled}
            formKey={query.formKey}
            recordId={stored.id}
            onClose={() => setPast(false)}
          />
        ) : null}
        <ChoiceStep record={record} />
        <StaleDialog record={record} />
      </div>
    </OpenDialogsContext>
  );
});
