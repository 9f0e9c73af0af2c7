const CHARACTERS_PER_SECOND = 6;

/**
 * Returns the number of seconds for which a short message is shown: long enough to read it, but at least 5 for an error
 * or warning (ER-007), and at least 3 for any other message.
 */
export const readingTime = (level: 'success' | 'info' | 'warning' | 'error', text: string): number =>
  Math.max(level === 'error' || level === 'warning' ? 5 : 3, text.length / CHARACTERS_PER_SECOND);
