import { Alert, Button } from 'antd';
import type { AlertRef } from 'antd/es/alert/Alert';
import { useEffect, useRef } from 'react';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { TODO_ADDRESS, useOpenAddress } from '../navigation/pageNavigation.ts';
import { messageOf } from '../shared/messages.ts';
import type { SaveFailure } from './useSaving.ts';

interface Props {
  failure: SaveFailure;
  hasRecord: boolean;
  isBusy: boolean;
  onRetry(): void;
}

const isTaskTaken = (error: unknown): boolean =>
  error instanceof ServiceError && ['TASK_TAKEN', 'TASK_NOT_YOURS'].includes(error.code);

/**
 * Returns true if the user has lost access to the record, e.g. because the task was transferred or permissions have
 * changed.
 */
const isInaccessible = (error: unknown): boolean =>
  error instanceof ServiceError && ['404', '403'].includes(error.code);

/** Returns true if some problems of the error belong to fields: the page then scrolls to a field, not to the notice. */
const hasFieldProblems = ({ error, problemsWithoutField }: SaveFailure): boolean =>
  error instanceof ServiceError && error.problems.length > problemsWithoutField.length;

/** Space between the header and the notice. */
const GAP_PX = 12;

/**
 * Shows the reason why a save or an approval action failed. The notice scrolls into view below the sticky header,
 * because the button that the user clicked may be far below the notice.
 */
export function FailureNotice({ failure, hasRecord, isBusy, onRetry }: Props) {
  const openAddress = useOpenAddress();
  const alert = useRef<AlertRef>(null);
  useEffect(() => {
    const element = alert.current?.nativeElement;
    if (!element || hasFieldProblems(failure)) return;
    const header = element.closest('.sc-record')?.querySelector<HTMLElement>('.sc-record-header');
    element.style.scrollMarginTop = `${(header?.offsetHeight ?? 0) + GAP_PX}px`;
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
          : isInaccessible(error) && hasRecord
            ? '任务可能已交由他人办理，或您的权限有调整。填写内容仍在本页，并保留为草稿；如需继续办理，请联系管理员。'
            : null
      }
      action={
        canRetry ? (
          <Button size="small" onClick={onRetry} loading={isBusy} data-action="retry">
            重试
          </Button>
        ) : isTaskTaken(error) || (isInaccessible(error) && hasRecord) ? (
          <Button size="small" onClick={() => openAddress(TODO_ADDRESS)} data-action="back">
            返回我的待办
          </Button>
        ) : null
      }
    />
  );
}
