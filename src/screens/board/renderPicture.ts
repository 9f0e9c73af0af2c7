import { toBlob } from 'html-to-image';

/** Margin around the blocks, in pixels. */
const MARGIN = 16;

/**
 * Renders an element as a PNG with twice the screen resolution, without elements marked `data-picture="without"`.
 * Throws if the browser does not support this.
 */
export async function renderPicture(element: HTMLElement): Promise<Blob> {
  const background = getComputedStyle(element).getPropertyValue('--sf-page').trim();
  const blob = await toBlob(element, {
    pixelRatio: 2,
    width: element.offsetWidth + 2 * MARGIN,
    height: element.scrollHeight + 2 * MARGIN,
    style: { padding: `${MARGIN}px` },
    backgroundColor: background || '#fff',
    // only system fonts are used, so no fonts are fetched
    skipFonts: true,
    filter: (node) => !(node instanceof HTMLElement && node.dataset.picture === 'without'),
  });
  if (!blob) throw new Error('此浏览器不能把看板存为图片');
  return blob;
}
