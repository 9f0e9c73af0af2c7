/**
 * Encodes a text as a part of a URL (a path segment or the value of a query parameter). Never throws: a lone surrogate,
 * which a URL cannot contain, becomes U+FFFD.
 */
export const encodeUrlPart = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
