import type { Drawing } from './bpmnJsTypes.ts';

/** Share of the free space that the drawing fills; the rest is margin. */
const FILLED_SHARE = 0.9;

/** Returns the width in pixels that the palette covers at the left; 0 if it is a bar along the upper edge. */
function paletteWidth(container: HTMLElement): number {
  const tools = container.querySelector('.djs-palette')?.getBoundingClientRect();
  return tools && tools.height > tools.width ? Math.max(0, tools.right - container.getBoundingClientRect().left) : 0;
}

/** Zooms so that the whole drawing is visible next to the palette, at most to its original size. */
export function fitToViewport(drawing: Drawing): void {
  const canvas = drawing.get('canvas');
  const { inner, outer } = canvas.viewbox();
  const paletteOffset = paletteWidth(canvas.getContainer());
  const freeWidth = outer.width - paletteOffset;
  // the drawing is empty or not visible yet
  if (!(inner.width > 0 && inner.height > 0 && freeWidth > 0 && outer.height > 0)) {
    canvas.zoom('fit-viewport', 'auto');
    return;
  }
  const scale = Math.min(1, (freeWidth / inner.width) * FILLED_SHARE, (outer.height / inner.height) * FILLED_SHARE);
  const margin = {
    x: paletteOffset + (freeWidth - inner.width * scale) / 2,
    y: (outer.height - inner.height * scale) / 2,
  };
  canvas.viewbox({
    x: inner.x - margin.x / scale,
    y: inner.y - margin.y / scale,
    width: outer.width / scale,
    height: outer.height / scale,
  });
}
