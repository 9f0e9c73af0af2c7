import type { ReadName } from '../../expressions/index.ts';
import type { Scope } from '../form.ts';

/**
 * Creates the function with which an expression reads names. In a sub-table it reads first the columns of the row, then
 * the fields of the form, then user, task node and flow state. The function reads only the requested values, so that
 * reactive callers depend on nothing else.
 */
export function readerOf(fieldKeys: ReadonlySet<string>, columnKeys?: ReadonlySet<string>): (scope: Scope) => ReadName {
  return (scope) => (name) => {
    if (columnKeys?.has(name)) return scope.row?.[name];
    if (fieldKeys.has(name)) return scope.values[name];
    switch (name) {
      case 'form':
        return scope.values;
      case 'user':
        return scope.situation.user;
      case 'taskNode':
        return scope.situation.taskNode;
      case 'flowState':
        return scope.situation.flowState;
      default:
        return undefined;
    }
  };
}
