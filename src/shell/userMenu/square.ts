/** How a person has placed the square on their picture: `zoom` from 1; `x` and `y` from 0 (left, top) to 1. */
export interface Placing {
  zoom: number;
  x: number;
  y: number;
}

/** Pixels along one side of the picture that is kept. */
export const SIDE = 256;

/** The square of a picture that is kept: the largest that fits at zoom 1. In the picture's own pixels. */
export function squareOf(
  { width, height }: { width: number; height: number },
  { zoom, x, y }: Placing,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / Math.max(1, zoom);
  return { side, left: (width - side) * x, top: (height - side) * y };
}

/** Draws the square onto a canvas of SIDE pixels; what is clear becomes white. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, placing: Placing): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { left, top, side } = squareOf(picture, placing);
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
}

/** The drawn square as a JPEG file: whatever else the picture held is not in it. Null where the browser cannot. */
export const fileOf = (canvas: HTMLCanvasElement): Promise<File | null> =>
  new Promise((done) => {
    canvas.toBlob((bytes) => done(bytes && new File([bytes], '头像.jpg', { type: 'image/jpeg' })), 'image/jpeg', 0.9);
  });
