/**
 * Public interface of src/requests: the requests that a document describes (options, rows of a sub-table, values of
 * other fields), and how their answers become options, rows and values. Nothing is sent here.
 */
export { type FillCall, toFillUpdateCall, fillCallOf, NOTHING_FOUND } from './fillCall.ts';
export { type SearchedNode, isSearched, searchedParams } from './optionSearch.ts';
export { type RecordOptions, recordOptions } from './recordOptions.ts';
export { type RequestCall, buildRequest, encodePlaceholderValues, mapByNames } from './requests.ts';
export {
  type OutsideQuery,
  toStoredValue,
  defaultCall,
  filledBySource,
  itemsOf,
  outsideCall,
  rowOfItem,
  totalOf,
} from './rowSources.ts';
export { hasNoPageNumber, pageOfWholeList } from './wholeList.ts';
