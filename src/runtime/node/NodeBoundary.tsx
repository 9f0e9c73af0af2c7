import { Component, type ErrorInfo, type ReactNode } from 'react';
import type { Path } from '../../domain/problem/index.ts';
import { isCodeDownloadError, codeDownloadErrorText } from './codeDownloadError.ts';
import { nodeErrors } from './nodeErrors.ts';
import { FailedNode, pathText } from './Placeholders.tsx';

interface Props {
  tag: string;
  path: Path;
  children: ReactNode;
}
interface State {
  error: unknown;
  /** Text with the number of the error report, shown before the position of the error; '' if there is no number. */
  reportText: string;
}

/**
 * Error boundary of one node: shows a message in place of a widget that throws, or whose code could not be downloaded
 * (`isCodeDownloadError`). The rest of the screen stays.
 */
export class NodeBoundary extends Component<Props, State> {
  override state: State = { error: null, reportText: '' };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    nodeErrors.onCaught?.(this, error, info);
  }

  override render(): ReactNode {
    const { error, reportText } = this.state;
    const { tag, path, children } = this.props;
    if (error === null) return children;
    const isMissing = isCodeDownloadError(error);
    return (
      <FailedNode
        tag={tag}
        text={isMissing ? codeDownloadErrorText() : '此处显示出错，其余内容不受影响'}
        detail={isMissing ? '' : `${reportText}组件：${tag}，位置：${pathText(path)}`}
        onRetry={() => this.setState({ error: null, reportText: '' })}
      />
    );
  }
}
