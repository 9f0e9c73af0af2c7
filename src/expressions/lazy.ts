/**
 * The door for pages before sign-in, which import it lazily: the chunk holds the compiler of expressions alone. A lazy
 * import of `index.ts` would keep every export of that door, in the chunk of the first page behind sign-in.
 */
export { compileExpression } from './expressions.ts';
