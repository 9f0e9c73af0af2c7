import { RightOutlined } from '@ant-design/icons';
import { Empty, Skeleton } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Failure } from '../shared/Failure.tsx';
import type { Load } from '../shared/useLoad.ts';
import '../screens.css';

interface Props<T> {
  title: string;
  /** Address of the complete list. */
  listAddress?: string;
  countTag?: ReactNode;
  /** Height in pixels reserved during loading; see heights.ts. */
  height: number;
  load: Load<T>;
  onRetry(): void;
  isEmpty?(value: T): boolean;
  /** Text shown if `isEmpty` returns true. */
  emptyText?: string;
  children(value: T): ReactNode;
}

/** Frame of a home page card with the states loading, failed, empty and filled. */
export function Panel<T>({
  title,
  listAddress,
  countTag,
  height,
  load,
  onRetry,
  isEmpty,
  emptyText,
  children,
}: Props<T>) {
  const value = load.value;
  return (
    <section
      className="sc-panel sc-panel-home"
      aria-label={title}
      aria-busy={load.state === 'loading' && value === undefined}
      style={{ '--sc-height': `${height}px` } as CSSProperties}
    >
      <div className="sc-panel-head">
        <h3>
          {title}
          {countTag}
        </h3>
        {listAddress ? (
          <Link to={listAddress}>
            全部 <RightOutlined />
          </Link>
        ) : null}
      </div>
      {load.state === 'error' && value === undefined ? (
        <Failure error={load.error} title={`${title}加载失败`} onRetry={onRetry} />
      ) : null}
      {load.state === 'loading' && value === undefined ? <Skeleton active /> : null}
      {value === undefined ? null : isEmpty?.(value) ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={emptyText} />
      ) : (
        children(value)
      )}
    </section>
  );
}
