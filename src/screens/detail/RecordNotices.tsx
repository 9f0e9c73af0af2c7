import { observer } from '@formily/reactive-react';
import { Alert, Button } from 'antd';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import type { HistoryEntry } from '../../runtime/services/tasks.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { ReturnNotice } from '../todo/ReturnNotice.tsx';
import { DraftOffer } from './drafts/DraftOffer.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { ownTask } from './situation.ts';
import type { OpenedRecord } from './useRecord.ts';

interface Props {
  record: OpenedRecord;
  history: readonly HistoryEntry[] | undefined;
  onRestore(): void;
  onShowDrafts(): void;
}

/** Returns true if the server refused the record only because of problems that the error summary lists. */
const isFieldProblemsOnly = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'RECORD_INVALID' && error.problems.length > 0;

/**
 * Notices above the form: why the form is read-only; a task of the user on a record that was not opened as a to-do
 * (TC-002); the reason for a return; a draft to restore; the parts of a draft that were not restored; failures;
 * problems.
 */
export const RecordNotices = observer(function RecordNotices({ record, history, onRestore, onShowDrafts }: Props) {
  const { openMode, storedRecord, drafts, droppedLabels, saving, session, retry } = record;
  const { failure } = saving;
  const navigation = usePageNavigation();
  const waitingTask = !record.isTask && storedRecord?.flwState === '1' ? ownTask(storedRecord) : null;
  const openTask = (taskId: string | undefined): void =>
    navigation.setQuery({ ...navigation.query, todo: '1', isEdit: '1', ...(taskId ? { taskId } : {}) });
  return (
    <>
      {openMode.mode === 'view' && openMode.reason ? <Alert type="info" showIcon message={openMode.reason} /> : null}
      {waitingTask ? (
        <Alert
          type="warning"
          showIcon
          message="此记录有待您办理的任务"
          action={
            <Button size="small" type="primary" data-action="open-task" onClick={() => openTask(waitingTask.taskId)}>
              去办理
            </Button>
          }
        />
      ) : null}
      {storedRecord?.flwState === '2' ? <ReturnNotice history={history} /> : null}
      {drafts.offer ? (
        <DraftOffer
          offer={drafts.offer}
          record={storedRecord}
          formVersion={session.compiled.definition.version}
          onRestore={onRestore}
          onDiscard={() => void drafts.deleteOfferedDraft()}
          onShowDrafts={onShowDrafts}
        />
      ) : null}
      {droppedLabels.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          closable={{ 'aria-label': '关闭' }}
          onClose={record.clearDroppedLabels}
          message="部分内容没有恢复"
          description={`以下内容您现在不能填写：${droppedLabels.join('、')}`}
        />
      ) : null}
      {failure && !(saving.isChecked && isFieldProblemsOnly(failure.error)) ? (
        <FailureNotice failure={failure} hasRecord={record.recordId !== null} isBusy={saving.isBusy} onRetry={retry} />
      ) : null}
      {saving.isChecked ? (
        <ErrorSummary session={session} problemsWithoutField={failure?.problemsWithoutField ?? []} />
      ) : null}
    </>
  );
});
