/**
 * Public interface of src/expressions: the expression language (CEL) of documents. Checks expressions against the types
 * of the names that they may read, compiles them to closures, and lists the names and look-ups in them. Does not depend
 * on documents.
 */
export { type Ast, isAst } from './ast.ts';
export { namePathsIn } from './namePaths.ts';
export { coerce, isEmptyValue } from './coerce.ts';
export { parseTree } from './environment.ts';
export { checkExpression, compileExpression, dateFunctionIn, readsIn } from './expressions.ts';
export { evaluateForDay, FUNCTIONS } from './functions.ts';
export { type LookupCall, type ExtractedLookups, lookupName, extractLookups } from './lookupText.ts';
export { fromEngineName } from './names.ts';
export { type ExpressionType, type ExpressionTypes, type ReadName, type ValueType, isRowsType } from './types.ts';
