export { delegatedSql, delegationFact } from './access/delegated.ts';
export { expressionValue } from './rollups/sourceColumns.ts';
export { updateInvolvedPeople } from './access/updateInvolvedPeople.ts';
export { reachOf, type Reach } from './access/dataScope.ts';
export { findReadingReasons, type ReadingReason } from './access/readingReasons.ts';
export { type DataScope, DATA_SCOPES } from './access/dataScope.ts';
export {
  findLedDepartments,
  readableSql,
  scopeOf,
  loadOwnUnits,
  publishedAccess,
  mayEditOrDelete,
  mayReadByPublishedForm,
} from './access/readScope.ts';
export { approvals, type HeldTask, type ImportedApproval, type RecordApprovals } from './approvals.ts';
export { migrateOldRecords, needsRecordMigration, type MigrationProgress } from './columns/migrateOldRecords.ts';
export type { Column, ColumnTable, FormTables } from './columns/catalogue.ts';
export { recordBinRoutes } from './bin/recordBinRoutes.ts';
export { copyToBin } from './bin/copyToBin.ts';
export { removeExpiredBinEntries } from './bin/recycleBin.ts';
export { columnRef, columnsOf, type FieldColumns } from './columns/columnRefs.ts';
export {
  compareColumns,
  compareKeptValues,
  resolveFormKeys,
  findFormsWithTables,
  rebuildColumns,
} from './columns/compareColumns.ts';
export { columnsJob, dropColumns } from './columns/dropColumns.ts';
export { fillColumns } from './columns/fillColumns.ts';
export { rebuildTextIndexes } from './columns/textIndex.ts';
export { valuesTable, recordsOf, recordsOfAllForms, recordTable } from './columns/recordSource.ts';
export { insertRecords, SYSTEM_COLUMNS, updateSystemColumns, type NewRecord } from './columns/storeRecords.ts';
export { addMissingColumns, prepareStoredForms } from './columns/storedForms.ts';
export { mergeTallies } from './indexes/mergeTallies.ts';
export { continueStateAlignment } from './indexes/alignStates.ts';
export { continueTitleRecomputation, recomputeTitlesForRoles } from './indexes/recomputeTitles.ts';
export {
  findFormsWithFieldsHiddenFromRole,
  isVisibleToAll,
  findRestrictedFields,
  titleColumns,
} from './indexes/titles.ts';
export { claimsOfNewRecord, releaseReplacedUniques, releaseUniques } from './indexes/uniques.ts';
export { announceEvent, recordListeners, type RecordEvent } from './events.ts';
export { maskedColumn, queryableCells, queryableColumns } from './list/queryableColumns.ts';
export { neededColumns, type ListColumn } from './list/listFields.ts';
export { exportRoutes } from './list/exportRoutes.ts';
export { type Condition, MAX_TEXT, MAX_VALUES } from './list/listConditions.ts';
export { listAsTexts, type RecordTexts } from './list/listAsTexts.ts';
export { listRecords, type RecordPage } from './list/listRecords.ts';
export { figureRecords } from './list/recordsBehind.ts';
export type { FieldCondition } from './list/fieldCondition.ts';
export { readableValuesSql } from './list/readableValues.ts';
export { summarizeReferringRecords, type ReferringRecordsSummary } from './list/summarizeReferringRecords.ts';
export { requireValidDay, pointInTime, timeZone } from './list/listTime.ts';
export { fieldValuesIn, conditionsIn } from './list/requestFilters.ts';
export { actionsOf } from './read/actions.ts';
export { describeChanges, type DescribedChanges } from './read/describeChanges.ts';
export { findReferringRecords, type ReferringRecords } from './read/referringRecords.ts';
export { getRecord, answerRecord, loadReadableRow } from './read/answerRecord.ts';
export { sheetColumns, sheetRow, shownFields, labelOf, shownColumns, textOf } from './read/fieldTexts.ts';
export { recordFileAccess } from './read/fileAccess.ts';
export { refuseUnreadableFiles } from './save/fileProblems.ts';
export { findReadableFileLinks } from './read/fileRecords.ts';
export { wrongStateRefusal, openForWrite, type OpenRecord } from './read/openForWrite.ts';
export type { StoredRecord, RecordRow } from './read/recordRows.ts';
export { rulesOfNode, situationOf } from './read/situationOf.ts';
export { recordBody, recordRoutes, sentRecordOf, type NullableProperties, type RecordBody } from './recordRoutes.ts';
export { searchRoutes } from './search/searchRoutes.ts';
export { lookupRoutes } from './lookups/routes.ts';
export { withLookedUpValues } from './lookups/settleLookups.ts';
export { resolveTexts } from './relations/resolveTexts.ts';
export { rebuildRelationIndex } from './relations/relationIndex.ts';
export { inForceSql, isInForce } from './relations/inForce.ts';
export {
  selectableColumns,
  loadSelectableRows,
  type PickerColumn,
  type SelectableRow,
} from './relations/selectableRows.ts';
export { dialogForm } from './relations/dialogForms.ts';
export { readPathValues } from './relations/pathValues.ts';
export { findSelectable } from './relations/selectableRecords.ts';
export { areaCountRoutes } from './relations/areaRoutes.ts';
export { relationRoutes } from './relations/routes.ts';
export { registerRecords } from './register.ts';
export { mergeConcurrentDecisions } from './save/mergeConcurrentDecisions.ts';
export { importRecords, type ImportedRecord } from './save/importRecords.ts';
export { findInvalidOptions } from './save/invalidOptions.ts';
export { withLabels } from './save/optionLabels.ts';
export { loadOptionLookup, optionSourceOf, type OptionLookup } from './save/optionLookup.ts';
export { eraseRecord, removeRecord } from './save/removeRecord.ts';
export { MAX_RECORD_BYTES } from './save/recordSize.ts';
export { saveRecord, acceptValues, type SentRecord } from './save/saveRecord.ts';
export { acceptNewRecords, saveTogether } from './save/saveTogether.ts';
export { withSerials } from './save/serials.ts';
export { clearReferences } from './relations/clearReferences.ts';
export { valueGroupsOf, type Save } from './save/valueGroups.ts';
export { valuesOf, writeRecord } from './save/writeRecord.ts';
export type { RecordValues } from './tables.ts';
export { createMinuteCache } from './access/minuteCache.ts';
