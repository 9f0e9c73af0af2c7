import type { Box, Point } from '../../../domain/bpmn/index.ts';

export type { Box, Point };

/** Positions of the elements in a process diagram: boxes of nodes by id, waypoints of edges by id. */
export interface FlowLayout {
  boxes: ReadonlyMap<string, Box>;
  lines: ReadonlyMap<string, readonly Point[]>;
}
