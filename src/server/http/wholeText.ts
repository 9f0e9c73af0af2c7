/** A text that the database can hold: neither a null character nor half of a pair, which would be stored as “�” or not at all. */
export const isWhole = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
