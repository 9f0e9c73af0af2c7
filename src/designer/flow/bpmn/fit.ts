import type { Drawing } from './library.ts';

/** Of the room; the rest is margin. */
const FILLED = 0.9;

/** Shows all of a drawing, not larger than it is drawn. */
export function fit(drawing: Drawing): void {
  const canvas = drawing.get('canvas');
  canvas.zoom(Math.min(1, canvas.zoom('fit-viewport', 'auto') * FILLED), 'auto');
}
