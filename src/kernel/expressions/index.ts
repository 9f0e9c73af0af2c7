/**
 * The expressions of the kernel alone, for pages before sign-in: they import this door lazily, and the chunk it makes holds
 * the expression language without the rest of the kernel.
 */
export { compileExpression } from './expressions.ts';
