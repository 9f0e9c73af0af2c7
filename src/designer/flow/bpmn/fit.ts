import type { Drawing } from './library.ts';

/** Of the room; the rest is margin. */
const FILLED = 0.9;

/** How far the tools that stand at the left reach into the drawing; tools that lie along an edge are passed below. */
function takenByTools(container: HTMLElement): number {
  const tools = container.querySelector('.djs-palette')?.getBoundingClientRect();
  return tools && tools.height > tools.width ? Math.max(0, tools.right - container.getBoundingClientRect().left) : 0;
}

/** Shows all of a drawing beside its tools, not larger than it is drawn. */
export function fit(drawing: Drawing): void {
  const canvas = drawing.get('canvas');
  const { inner, outer } = canvas.viewbox();
  const left = takenByTools(canvas.getContainer());
  const free = outer.width - left;
  // an empty drawing, or one that is not shown yet
  if (!(inner.width > 0 && inner.height > 0 && free > 0 && outer.height > 0)) {
    canvas.zoom('fit-viewport', 'auto');
    return;
  }
  const scale = Math.min(1, (free / inner.width) * FILLED, (outer.height / inner.height) * FILLED);
  const margin = { x: left + (free - inner.width * scale) / 2, y: (outer.height - inner.height * scale) / 2 };
  canvas.viewbox({
    x: inner.x - margin.x / scale,
    y: inner.y - margin.y / scale,
    width: outer.width / scale,
    height: outer.height / scale,
  });
}
