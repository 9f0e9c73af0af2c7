import type { Component, ErrorInfo } from 'react';
import type { Path } from '../../domain/problem/index.ts';

/** The boundary of a node that could not be shown. `note` is shown before the place of the error. */
export type BrokenBoundary = Component<{ tag: string; path: Path }, { note: string }>;

/** What happens with the errors of nodes. `onCaught` is set after sign-in, by code that is downloaded only then. */
export const nodeErrors: {
  onCaught?(boundary: Pick<BrokenBoundary, 'props' | 'setState'>, error: unknown, info: ErrorInfo): void;
} = {};
