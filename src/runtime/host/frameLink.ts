/** Result of checking the link of an embedded page (SH-005, ER-013). */
export type FrameLink =
  /** The frame may show this address. */
  | { kind: 'frame'; src: string }
  /** There is no link, or it is not an http(s) address. */
  | { kind: 'missing' }
  /** The origin is not allowed. */
  | { kind: 'refused'; href: string; origin: string };

/**
 * Checks the link of an embedded page. The frame may show pages of this site and of the allowed origins (FRAME_ORIGINS,
 * MESSAGE_ORIGINS). The content security policy would leave any other page blank. `pageUrl`: address of this page.
 */
export function readFrameLink(link: string | null, pageUrl: string, allowedOrigins: readonly string[]): FrameLink {
  const text = link?.trim() ?? '';
  if (text === '' || !URL.canParse(text, pageUrl)) return { kind: 'missing' };
  const { origin, href, protocol } = new URL(text, pageUrl);
  if (protocol !== 'http:' && protocol !== 'https:') return { kind: 'missing' };
  return origin === new URL(pageUrl).origin || allowedOrigins.includes(origin)
    ? { kind: 'frame', src: href }
    : { kind: 'refused', href, origin };
}
