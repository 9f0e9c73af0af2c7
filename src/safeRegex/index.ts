/** The door of regular expressions: patterns of documents, bounded in cost, matched without backtracking. */
export { readPattern } from './safePattern.ts';
