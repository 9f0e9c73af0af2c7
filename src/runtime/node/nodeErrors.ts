import type { ErrorInfo } from 'react';
import type { Path } from '../../domain/problem/index.ts';

/**
 * The React error boundary (`NodeBoundary`) of a node whose rendering failed. `reportText`: text with the number of the
 * error report, which the boundary shows before the tag and path of the node.
 */
interface FailedNodeBoundary {
  props: { tag: string; path: Path };
  setState(state: { reportText: string }): void;
}

/**
 * Holds the function to which the error boundaries of nodes report their errors. `onCaught` is set after sign-in, by
 * code that is downloaded only then.
 */
export const nodeErrors: {
  onCaught?(boundary: FailedNodeBoundary, error: unknown, info: ErrorInfo): void;
} = {};
