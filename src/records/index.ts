/**
 * The door of the records room: values of a record, their difference, patch and three-way merge, what a person may change,
 * and the check of a record against its compiled form. Shared by browser and server.
 */
export { allowedPatch } from './allowedPatch.ts';
export type { Picked } from './changeContext.ts';
export { checkChanges } from './checkChanges.ts';
export { closedAnswers, type LookupBook, createLookupBook } from './lookupBook.ts';
export { mergeHidden } from './mergeHidden.ts';
export { type ValuesPatch, diffValues, isEmptyPatch, patchSize, patchValues } from './patch.ts';
export { type Parts, partsDelta, partsOf, patchOf } from './patchParts.ts';
export { recompute } from './recompute.ts';
export { type RecordChange, recordChanges } from './recordChanges.ts';
export {
  type Values,
  initialValues,
  recordToValues,
  storedKeys,
  toRows,
  valuesToRecord,
  withLateDefaults,
} from './recordValues.ts';
export { redactRecord } from './redact.ts';
export { isSameComputed, isSameValue } from './sameValue.ts';
export { takeBackClosed } from './takeBack.ts';
export { type Choice, type MergeItem, mergedPatch, threeWay } from './threeWay.ts';
export { textOfField, titleOf } from './title.ts';
export type { Vouches } from './writable.ts';
export { validateRecord } from './validateRecord.ts';
export { changedKeys, matchRows, type Side } from './difference.ts';
