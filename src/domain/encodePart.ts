/** A text as one part of an address. Never throws: half a character, which no address can carry, becomes U+FFFD. */
export const encodePart = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
