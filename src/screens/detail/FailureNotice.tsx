import { Alert, Button } from 'antd';
import type { AlertRef } from 'antd/es/alert/Alert';
import { useEffect, useRef } from 'react';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { TODO_ADDRESS, usePlace } from '../place/place.ts';
import { messageOf } from '../shared/messages.ts';
import type { SaveFailure } from './useSaving.ts';

interface Props {
  failure: SaveFailure;
  hasRecord: boolean;
  isBusy: boolean;
  onRetry(): void;
}

const isTaken = (error: unknown): boolean =>
  error instanceof ServiceError && ['TASK_TAKEN', 'TASK_NOT_YOURS'].includes(error.code);

/** The record or its task is not this person's any more: it was given to another, or their rights have changed. */
const isGone = (error: unknown): boolean => error instanceof ServiceError && ['404', '403'].includes(error.code);

/** Something of it stands at a field, which is gone to. */
const isPlaced = ({ error, problems }: SaveFailure): boolean =>
  error instanceof ServiceError && error.problems.length > problems.length;

/** Space under the header, in px. */
const GAP = 12;

/** Why a save or an act was not done. The button pressed may be far below it: it comes into view, under the header that stays. */
export function FailureNotice({ failure, hasRecord, isBusy, onRetry }: Props) {
  const place = usePlace();
  const alert = useRef<AlertRef>(null);
  useEffect(() => {
    const element = alert.current?.nativeElement;
    if (!element || isPlaced(failure)) return;
    const header = element.closest('.sc-record')?.querySelector<HTMLElement>('.sc-record-header');
    element.style.scrollMarginTop = `${(header?.offsetHeight ?? 0) + GAP}px`;
    element.scrollIntoView?.({ block: 'nearest' });
  }, [failure]);
  const { error, canRetry } = failure;
  return (
    <Alert
      ref={alert}
      type="error"
      showIcon
      role="alert"
      message={messageOf(error)}
      description={
        canRetry
          ? '填写内容已保留在本机，恢复后可重试，不会重复保存。'
          : isGone(error) && hasRecord
            ? '任务可能已交由他人办理，或您的权限有调整。填写内容仍在本页，并保留为草稿；如需继续办理，请联系管理员。'
            : null
      }
      action={
        canRetry ? (
          <Button size="small" onClick={onRetry} loading={isBusy} data-action="retry">
            重试
          </Button>
        ) : isTaken(error) || (isGone(error) && hasRecord) ? (
          <Button size="small" onClick={() => place.go(TODO_ADDRESS)} data-action="back">
            返回我的待办
          </Button>
        ) : null
      }
    />
  );
}
