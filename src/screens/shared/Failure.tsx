import { Button, Result } from 'antd';
import { messageOf } from './messages.ts';

/** A screen that could not be loaded: what happened, and a way to try again. */
export function Failure({ error, title = '加载失败', onRetry }: { error: unknown; title?: string; onRetry?: () => void }) {
  return (
    <Result
      status="warning" title={title} subTitle={messageOf(error)}
      extra={onRetry ? <Button type="primary" onClick={onRetry} data-action="retry">重试</Button> : null}
    />
  );
}
