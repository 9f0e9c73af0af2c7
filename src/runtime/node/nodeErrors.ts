import type { ErrorInfo } from 'react';
import type { Path } from '../../domain/problem/index.ts';

/**
 * The React error boundary (`NodeBoundary`) of a node whose rendering failed. `note`: text that the boundary shows
 * before the position of the error.
 */
interface BrokenBoundary {
  props: { tag: string; path: Path };
  setState(state: { note: string }): void;
}

/**
 * Holds the function to which the error boundaries of nodes report their errors. `onCaught` is set after sign-in, by
 * code that is downloaded only then.
 */
export const nodeErrors: {
  onCaught?(boundary: BrokenBoundary, error: unknown, info: ErrorInfo): void;
} = {};
