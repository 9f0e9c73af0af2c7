/** What becomes of the link of an embedded page (SH-005, ER-013). */
export type FrameLink =
  | { kind: 'frame'; src: string }
  | { kind: 'missing' }
  | { kind: 'refused'; href: string; origin: string };

/**
 * Reads the link of an embedded page. Pages of this site and of the allowed origins (FRAME_ORIGINS, MESSAGE_ORIGINS)
 * may stand in the frame; the page's policy would leave any other one blank. What is no web address is none.
 */
export function readFrameLink(link: string | null, here: string, allowed: readonly string[]): FrameLink {
  const text = link?.trim() ?? '';
  if (text === '' || !URL.canParse(text, here)) return { kind: 'missing' };
  const { origin, href, protocol } = new URL(text, here);
  if (protocol !== 'http:' && protocol !== 'https:') return { kind: 'missing' };
  return origin === new URL(here).origin || allowed.includes(origin)
    ? { kind: 'frame', src: href }
    : { kind: 'refused', href, origin };
}
