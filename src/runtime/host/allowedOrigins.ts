/**
 * Returns the origins that the server allows in addition to its own, from a `<meta name>` of the page; empty if the
 * server has not filled it in.
 */
export function allowedOrigins(name: 'frame-origins' | 'message-origins' | 'media-origins'): string[] {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  // the server replaces `__NAME__` in the page
  return /^__\w+__$/.test(content) ? [] : content.split(' ').filter(Boolean);
}
