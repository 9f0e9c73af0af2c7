/** Characters that a program for sheets lets into one cell. */
export const LONGEST_CELL = 32_767;

/** A text as a workbook's cell holds it. There `_x0041_` is how a character is written: where a text only looks so, its underscore is written that way. */
export const withoutMarks = (text: string): string => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
