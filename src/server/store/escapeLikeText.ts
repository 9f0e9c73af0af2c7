const LIKE_SPECIAL = /[\\%_]/g;

/** Escapes a text for a LIKE pattern, in which `%`, `_` and `\` have a special meaning. */
export const escapeLikeText = (text: string): string => text.replace(LIKE_SPECIAL, (char) => `\\${char}`);
