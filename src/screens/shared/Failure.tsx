import { Button, Result } from 'antd';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { messageOf } from './messages.ts';

const isForbidden = (error: unknown): boolean => error instanceof ServiceError && error.code === '403';

/** What is not there, was not named in the address or is not allowed, is not at the next try either. */
const isLasting = (error: unknown): boolean => error instanceof ServiceError && ['403', '404'].includes(error.code);

/** A screen that could not be loaded: what happened, and a way to try again where that may help. */
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
        onRetry && !isLasting(error) ? (
          <Button type="primary" onClick={onRetry} data-action="retry">
            重试
          </Button>
        ) : null
      }
    />
  );
}
