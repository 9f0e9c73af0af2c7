const LIKE_SPECIAL = /[\\%_]/g;

/** Escapes a text for a LIKE pattern, in which `%`, `_` and `\` have a special meaning. */
export const likeText = (text: string): string => text.replace(LIKE_SPECIAL, (char) => `\\${char}`);
