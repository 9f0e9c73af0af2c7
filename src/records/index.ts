/**
 * Public interface of src/records: values of a record, their difference, patch and three-way merge. Also checks which
 * changes a person may make, and validates a record against its compiled form. Shared by browser and server.
 */
export { allowedPatch } from './allowedPatch.ts';
export type { RowSourceResults } from './changeContext.ts';
export { checkChanges } from './checkChanges.ts';
export { lookupAnswersOrEmpty, createLookupCache } from './lookupCache.ts';
export {
  COLUMN_CASTS,
  COLUMN_TYPES,
  type ColumnKind,
  type ColumnValue,
  columnKind,
  columnValue,
  isRange,
  isSameColumnValue,
  hasSeveralValues,
  wantedColumns,
  type WantedColumn,
} from './columns.ts';
export {
  type TablePatch,
  type ValuesPatch,
  changesMissingRows,
  diffValues,
  isEmptyPatch,
  patchSize,
  patchValues,
} from './patch.ts';
export { type PatchParts, patchPartsDelta, patchPartsOf, patchOf } from './patchParts.ts';
export { recompute } from './recompute.ts';
export { type RecordChange, recordChanges } from './recordChanges.ts';
export {
  type Values,
  initialValues,
  recordToValues,
  storedKeys,
  toRows,
  valuesToRecord,
  withDefaultsOfEditable,
} from './recordValues.ts';
export { mergeHidden, redactRecord } from './redact.ts';
export { isSameValue, sameValueText } from './sameValue.ts';
export { areRowsUnchanged, revertUneditableInput, labelsOfRevertedFields } from './undoClosedInput.ts';
export { type Choice, type MergeItem, mergedPatch, threeWay } from './threeWay.ts';
export { textOfField, titleOf } from './title.ts';
export { type IsFillReturned, ownerColumnKeys } from './writable.ts';
export { createStoredReader, validateRecord } from './validateRecord.ts';
export { changedKeys, hasDependencyChanged, matchRows, rowsOf, type ComparedValue } from './difference.ts';
