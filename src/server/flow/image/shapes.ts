import type { Box, Point } from '../../../domain/bpmn/index.ts';

export type { Box, Point };

/** Where each element of a process stands on its picture; flows as the points they go through. */
export interface FlowLayout {
  boxes: ReadonlyMap<string, Box>;
  lines: ReadonlyMap<string, readonly Point[]>;
}
