const CHARACTERS_PER_SECOND = 6;

/**
 * Returns the seconds for which a short message is shown: enough to read it, at least 5 for an error or warning
 * (ER-007).
 */
export const readingTime = (level: 'success' | 'info' | 'warning' | 'error', text: string): number =>
  Math.max(level === 'error' || level === 'warning' ? 5 : 3, text.length / CHARACTERS_PER_SECOND);
