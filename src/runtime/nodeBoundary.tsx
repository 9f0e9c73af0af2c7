import { Component, type ReactNode } from 'react';
import type { Path } from '../kernel/problem.ts';
import { BrokenNode } from './placeholders.tsx';

interface Props { tag: string; path: Path; children: ReactNode }
interface State { error: unknown }

/** Keeps a widget that throws from taking the rest of the screen with it. */
export class NodeBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('unknown') };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <BrokenNode tag={this.props.tag} path={this.props.path} onRetry={() => this.setState({ error: null })} />;
  }
}
