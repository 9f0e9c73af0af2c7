import type { ErrorInfo } from 'react';
import type { Path } from '../../domain/problem/index.ts';

/** The boundary of a node that could not be shown. `note`: text shown before the position of the error. */
interface BrokenBoundary {
  props: { tag: string; path: Path };
  setState(state: { note: string }): void;
}

/** The handler of the errors of nodes. `onCaught` is set after sign-in, by code that is downloaded only then. */
export const nodeErrors: {
  onCaught?(boundary: BrokenBoundary, error: unknown, info: ErrorInfo): void;
} = {};
