/**
 * Entry for pages before sign-in, which import it lazily: its chunk holds only the compiler of expressions. A lazy
 * import of `index.ts` would keep every export of `index.ts` in the chunk of the first page after sign-in.
 */
export { compileExpression } from './expressions.ts';
