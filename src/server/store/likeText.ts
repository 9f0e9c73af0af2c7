const LIKE_SPECIAL = /[\\%_]/g;

/** A text as the inside of a LIKE pattern. */
export const likeText = (text: string): string => text.replace(LIKE_SPECIAL, (char) => `\\${char}`);
