/**
 * Entry for pages before sign-in, which import this file lazily, so that they load a chunk with only the compiler of
 * expressions. A lazy import of `index.ts` would keep every export of `index.ts` in the chunk of the first page after
 * sign-in.
 */
export { compileExpression } from './expressions.ts';
