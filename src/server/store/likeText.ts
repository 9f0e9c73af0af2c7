const LIKE_SPECIAL = /[\\%_]/g;

/** Escapes a text for use in a LIKE pattern. */
export const likeText = (text: string): string => text.replace(LIKE_SPECIAL, (char) => `\\${char}`);
