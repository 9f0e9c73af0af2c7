export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}

/** Where each element of a process stands on its picture; flows as the points they go through. */
export interface FlowLayout {
  boxes: ReadonlyMap<string, Box>;
  lines: ReadonlyMap<string, readonly Point[]>;
}
