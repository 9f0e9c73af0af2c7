import { observer } from '@formily/reactive-react';
import { Alert, Button } from 'antd';
import type { HistoryEntry } from '../../runtime/services/tasks.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { TODO_ADDRESS, usePlace } from '../place/place.ts';
import { messageOf } from '../shared/messages.ts';
import { ReturnNotice } from '../todo/ReturnNotice.tsx';
import { DraftOffer } from './drafts/DraftOffer.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { OpenedRecord } from './useRecord.ts';

interface Props { record: OpenedRecord; history: readonly HistoryEntry[] | undefined; onRestore(): void; onDrafts(): void }

const isTaken = (error: unknown): boolean => error instanceof ServiceError && ['TASK_TAKEN', 'TASK_NOT_YOURS'].includes(error.code);

/** The record or its task is not this person's any more: it was given to another, or their rights have changed. */
const isGone = (error: unknown): boolean => error instanceof ServiceError && ['404', '403'].includes(error.code);

/** Everything there is to say of a record before its form: why it is read only, what came back, what failed, what is wrong. */
export const RecordNotices = observer(function RecordNotices({ record, history, onRestore, onDrafts }: Props) {
  const place = usePlace();
  const { open, stored, drafts, dropped, saving, session, retry } = record;
  const { failure } = saving;
  return (
    <>
      {open.mode === 'view' && open.reason ? <Alert type="info" showIcon message={open.reason} /> : null}
      {stored?.flwState === '2' ? <ReturnNotice history={history} /> : null}
      {drafts.offer ? (
        <DraftOffer
          offer={drafts.offer} record={stored} formVersion={session.compiled.definition.version}
          onRestore={onRestore} onDiscard={() => void drafts.discard()} onList={onDrafts}
        />
      ) : null}
      {dropped.length > 0 ? <Alert type="warning" showIcon closable={{ 'aria-label': '关闭' }} onClose={record.clearDropped} message="部分内容没有恢复" description={`以下内容您现在不能填写：${dropped.join('、')}`} /> : null}
      {failure ? (
        <Alert
          type="error" showIcon role="alert" message={messageOf(failure.error)}
          description={failure.canRetry ? '填写内容已保留在本机，恢复后可重试，不会重复保存。'
            : isGone(failure.error) && record.recordId ? '任务可能已交由他人办理，或您的权限有调整。填写内容仍在本页，并保留为草稿；如需继续办理，请联系管理员。' : null}
          action={failure.canRetry ? <Button size="small" onClick={retry} loading={saving.isBusy} data-action="retry">重试</Button>
            : isTaken(failure.error) || (isGone(failure.error) && record.recordId) ? <Button size="small" onClick={() => place.go(TODO_ADDRESS)} data-action="back">返回我的待办</Button> : null}
        />
      ) : null}
      {saving.isChecked ? <ErrorSummary session={session} others={failure?.problems ?? []} /> : null}
    </>
  );
});
