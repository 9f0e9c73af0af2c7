import { toBlob } from 'html-to-image';

/** Around the blocks, in pixels. */
const MARGIN = 16;

/** A PNG of a part of the page as it stands, twice as fine as the screen; buttons that only a page has are left out. Throws when the browser cannot. */
export async function boardPicture(place: HTMLElement): Promise<Blob> {
  const ground = getComputedStyle(place).getPropertyValue('--sf-page').trim();
  const blob = await toBlob(place, {
    pixelRatio: 2,
    width: place.offsetWidth + 2 * MARGIN,
    height: place.scrollHeight + 2 * MARGIN,
    style: { padding: `${MARGIN}px` },
    backgroundColor: ground || '#fff',
    // fonts are those of the system; nothing is fetched
    skipFonts: true,
    filter: (node) => !(node instanceof HTMLElement && node.dataset.picture === 'without'),
  });
  if (!blob) throw new Error('此浏览器不能把看板存为图片');
  return blob;
}
