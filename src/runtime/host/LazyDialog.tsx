import { Component, Suspense, type ReactNode } from 'react';
import { isCodeDownloadError } from '../node/codeDownloadError.ts';
import { failureText, notice } from './notice.ts';

interface Props {
  onClose(): void;
  children: ReactNode;
}
interface State {
  error: unknown;
}

/**
 * Wraps a dialog whose code (a `lazyFace`) is downloaded when the dialog opens. If the download fails, shows a message
 * and closes the dialog; opening the dialog again retries the download. Other errors are thrown again.
 */
export class LazyDialog extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch(error: unknown): void {
    if (!isCodeDownloadError(error)) return;
    notice('error', failureText(error));
    this.props.onClose();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return <Suspense fallback={null}>{this.props.children}</Suspense>;
    if (isCodeDownloadError(error)) return null;
    throw error;
  }
}
