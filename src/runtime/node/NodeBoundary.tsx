import { Component, type ReactNode } from 'react';
import type { Path } from '../../domain/problem/index.ts';
import { isMissingPart, missingPartText } from './missingPart.ts';
import { BrokenNode, NotDownloadedNode } from './Placeholders.tsx';

interface Props {
  tag: string;
  path: Path;
  children: ReactNode;
}
interface State {
  error: unknown;
}

/**
 * Error boundary of one node: shows a message in place of a widget that throws, or whose code could not be downloaded
 * (`isMissingPart`). The rest of the screen stays.
 */
export class NodeBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('unknown') };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const retry = (): void => this.setState({ error: null });
    if (isMissingPart(error))
      return <NotDownloadedNode tag={this.props.tag} text={missingPartText()} onRetry={retry} />;
    return <BrokenNode tag={this.props.tag} path={this.props.path} onRetry={retry} />;
  }
}
