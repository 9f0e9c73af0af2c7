import type { Path } from '../../domain/problem/index.ts';

const pathText = (path: Path): string => path.join(' › ');

/** Shown in place of a node whose tag has no widget, so that the problem is visible. */
export function UnknownNode({ tag, path, label }: { tag: string; path: Path; label?: string }) {
  return (
    <div className="sf-placeholder" role="note" data-placeholder={tag}>
      <strong>{label ? `“${label}”无法显示` : '此处内容无法显示'}</strong>
      <span>{`系统中没有“${tag}”这种组件，或它的定义不完整，请联系管理员检查（位置：${pathText(path)}）`}</span>
    </div>
  );
}

/** Shown in place of a widget that threw an error. */
export function BrokenNode({ tag, path, onRetry }: { tag: string; path: Path; onRetry(): void }) {
  return (
    <div className="sf-placeholder sf-placeholder-broken" role="alert" data-placeholder={tag}>
      <strong>此处显示出错，其余内容不受影响</strong>
      <span>{`组件：${tag}，位置：${pathText(path)}`}</span>
      <button type="button" className="sf-link" onClick={onRetry}>
        重试
      </button>
    </div>
  );
}

/** Shown in place of a widget whose code could not be downloaded. */
export function NotDownloadedNode({ tag, text, onRetry }: { tag: string; text: string; onRetry(): void }) {
  return (
    <div className="sf-placeholder sf-placeholder-broken" role="alert" data-placeholder={tag}>
      <strong>{text}</strong>
      <button type="button" className="sf-link" onClick={onRetry}>
        重试
      </button>
    </div>
  );
}

/** Reserves the space of a widget during the download of its code. `height` in pixels. */
export function NodeLoading({ height = 32 }: { height?: number }) {
  return <output className="sf-loading" style={{ minHeight: height }} aria-label="正在加载" />;
}
