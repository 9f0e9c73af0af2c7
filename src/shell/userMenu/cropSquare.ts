/** Placement of the crop square on a picture: `zoom` from 1; `x` and `y` from 0 (left, top) to 1 (right, bottom). */
export interface CropPlacement {
  zoom: number;
  x: number;
  y: number;
}

/** Side length of the cropped picture, in pixels. */
export const SIDE_LENGTH = 256;

/** Computes the crop square in pixels of the picture; at zoom 1 the largest square that fits. */
export function cropSquare(
  { width, height }: { width: number; height: number },
  { zoom, x, y }: CropPlacement,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / Math.max(1, zoom);
  return { side, left: (width - side) * x, top: (height - side) * y };
}

/** Draws the cropped square onto a canvas of SIDE_LENGTH pixels, on a white background for transparent pictures. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, placement: CropPlacement): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, side } = cropSquare(picture, placement);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE_LENGTH, SIDE_LENGTH);
  context.drawImage(picture, left, top, side, side, 0, 0, SIDE_LENGTH, SIDE_LENGTH);
}

/**
 * Converts the canvas to a JPEG file, without the metadata of the original picture. Null if the browser cannot encode
 * it.
 */
export const canvasToFile = (canvas: HTMLCanvasElement): Promise<File | null> =>
  new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob && new File([blob], '头像.jpg', { type: 'image/jpeg' })), 'image/jpeg', 0.9);
  });
