/**
 * Entry point for pages before sign-in: they import it lazily, and the resulting chunk holds the expression language
 * without the rest of the kernel.
 */
export { compileExpression } from './expressions.ts';
