/**
 * Public interface of src/safeRegex: regular expressions of documents, limited in cost, matched without backtracking.
 */
export { readPattern } from './safePattern.ts';
