/** Encodes a text as one segment of a URL. Never throws: a lone surrogate, which a URL cannot hold, becomes U+FFFD. */
export const encodePart = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
