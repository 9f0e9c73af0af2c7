import type { Path } from '../../domain/problem/index.ts';

export const pathText = (path: Path): string => path.join(' › ');

interface FailedProps {
  tag: string;
  text: string;
  detail: string;
  /** Renders the widget again; absent: no retry is offered. */
  onRetry?(): void;
}

/** Shown in place of a widget that threw an error, or whose code could not be downloaded. */
export const FailedNode = ({ tag, text, detail, onRetry }: FailedProps) => (
  <div
    className={`sf-placeholder${onRetry ? ' sf-placeholder-broken' : ''}`}
    role={onRetry ? 'alert' : 'note'}
    data-placeholder={tag}
  >
    <strong>{text}</strong>
    {detail ? <span>{detail}</span> : null}
    {onRetry ? (
      <button type="button" className="sf-link" onClick={onRetry}>
        重试
      </button>
    ) : null}
  </div>
);

/** Shown in place of a node whose tag has no widget, so that the problem is visible. */
export const UnknownNode = ({ tag, path, label }: { tag: string; path: Path; label?: string }) => (
  <FailedNode
    tag={tag}
    text={label ? `“${label}”无法显示` : '此处内容无法显示'}
    detail={`没有“${tag}”这种组件，或定义不完整，请联系管理员（位置：${pathText(path)}）`}
  />
);

/** Reserves the space of a widget during the download of its code. `height` in pixels. */
export function NodeLoading({ height = 32 }: { height?: number }) {
  return <output className="sf-loading" style={{ minHeight: height }} aria-label="正在加载" />;
}
