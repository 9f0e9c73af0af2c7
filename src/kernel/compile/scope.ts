import type { ReadName } from '../expressions/types.ts';
import type { Scope } from '../form.ts';

/**
 * How an expression finds a name: in a sub-table the row's columns first, then the form's fields, then who, where
 * and which state. Reads only what is asked for, so that reactive callers depend on nothing else.
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
