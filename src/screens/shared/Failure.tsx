import { Alert, Button, Result } from 'antd';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { messageOf } from './messages.ts';

const isForbidden = (error: unknown): boolean => error instanceof ServiceError && error.code === '403';

/** Returns true for errors that a retry cannot resolve: the object does not exist, or access is forbidden. */
const isPermanent = (error: unknown): boolean => error instanceof ServiceError && ['403', '404'].includes(error.code);

/** Error message of a screen that could not be loaded, with a retry button unless a retry is useless. */
export function Failure({
  error,
  title = isForbidden(error) ? '不能打开' : '加载失败',
  onRetry,
}: {
  error: unknown;
  title?: string;
  onRetry?: () => void;
}) {
  return (
    <Result
      status="warning"
      title={title}
      subTitle={messageOf(error)}
      extra={
        onRetry && !isPermanent(error) ? (
          <Button type="primary" onClick={onRetry} data-action="retry">
            重试
          </Button>
        ) : null
      }
    />
  );
}

/** Message above content that is still shown but could not be loaded again. */
export const ReloadFailure = ({ error, onRetry }: { error: unknown; onRetry(): void }) => (
  <Alert
    type="warning"
    showIcon
    message={`刷新失败，显示的是此前的内容：${messageOf(error)}`}
    action={
      <Button size="small" onClick={onRetry} data-action="retry">
        重试
      </Button>
    }
  />
);
