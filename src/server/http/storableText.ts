/** Returns whether the database can store a text: it may contain neither a null character nor a lone surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
