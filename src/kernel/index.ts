/**
 * Public interface of the kernel: the language of documents, without React, antd or Formily. A canonical definition is
 * compiled into closures per field; the registry gives the widget of each tag; expressions, placeholders, options and
 * requests of a document are read and evaluated here. Other rooms import from this file only.
 */
export { readCanonicalForm } from './canonical.ts';
export { checkEffects } from './check/effects.ts';
export { companionKey } from '../domain/companionKey.ts';
export { checkForm, hasCompanion } from './check/form.ts';
export {
  type ExternalName,
  type KnownNames,
  checkExternalNames,
  fieldKeys,
  externalNamesIn,
  namesOfKind,
} from './check/externalNames.ts';
export {
  type FillKind,
  type LocatedRelation,
  type RelationContext,
  CANDIDATE,
  checkRelations,
  fillKind,
  relationsIn,
  whereTypes,
} from './check/relations.ts';
export {
  checkRollups,
  type PlacedRollup,
  rollupsIn,
  rollupTypes,
  type RollupSource,
  sourceField,
  sourceOfRollup,
} from './check/rollups.ts';
export { checkLookups } from './check/lookups.ts';
export { checkPrint } from './check/print.ts';
export { checkReminders, daysOf } from './check/reminders.ts';
export { BLOCK_TYPES, checkScreen } from './check/screen.ts';
export { compileForm } from './compile.ts';
export { readerOf } from './compile/scope.ts';
export { isRow } from './compile/table.ts';
export { hasStoredType } from './compile/validate.ts';
export {
  type CreateFrom,
  type Effect,
  type EffectEvent,
  type Reminder,
  timedEffects,
  type EffectRows,
  type EffectValues,
  type EffectVerb,
  type FormAction,
  columnsOfEach,
  columnsOfTable,
  dialogFields,
  formsNamed,
  buttonLocationsOf,
  THIS,
  verbOf,
} from './effects/effect.ts';
export {
  type EffectNames,
  type RelationPath,
  type PrefixFields,
  type ParsedExpression,
  compileEffectExpression,
  resolveNamePath,
  placeholdersIn,
  directField,
  recordPrefix,
  rowPrefix,
  parseEffectExpression,
  replacePlaceholders,
} from './effects/effectExpression.ts';
export { keyPrefixOf, CREATED_PREFIX, createdRecordsPrefix, creatingEffects } from './effects/createdRecords.ts';
export { coerce, isEmptyValue } from './expressions/coerce.ts';
export { checkExpression, compileExpression, dateFunctionIn, readsIn } from './expressions/expressions.ts';
export { FUNCTIONS } from './expressions/functions.ts';
export type { ExpressionTypes, ReadName } from './expressions/types.ts';
export { type FillCall, fillCallOf } from './fillCall.ts';
export { type FlowTypes, flowTypesOf } from './flowTypes.ts';
export {
  type Access,
  type CompiledColumn,
  type CompiledField,
  type CompiledForm,
  type CompiledTable,
  type FormDefinition,
  type Row,
  type Scope,
  isTable,
} from './form.ts';
export { DOCUMENT_LIMITS, parseJson, readDocument } from './json.ts';
export { type LocatedLookups, lookupsIn } from './check/lookupsIn.ts';
export {
  type Pane,
  isFieldNode,
  isOperationColumn,
  isPlaceholderNode,
  isTableNode,
  panesOf,
  walkNodes,
} from './nodes.ts';
export { type SearchedNode, isSearched, searchedParams } from './optionSearch.ts';
export {
  type DictItem,
  type OptionKeys,
  dependKeyOf,
  isDisabledPart,
  isOptionPart,
  optionList,
  optionOf,
  optionParts,
  optionsFromData,
  optionsUnder,
  staticOptions,
  valueIn,
} from './options.ts';
export { type PlaceholderSource, fillPlaceholders, fillText, placeholderNames, sourceOf } from './placeholders.ts';
export { readAnswer, readItem } from './position.ts';
export { type RecordOptions, recordOptions } from './recordOptions.ts';
export { type Relation, fillersAmong, relatedIds, relationOf } from './relation.ts';
export { type FormLookup, type PathEnd, RECORD_COLUMNS, endOfPath, fieldsOf } from './relationPath.ts';
export { keptKeys, type Rollup, type RollupFunction, rollupOf } from './rollup.ts';
export {
  type Plugin,
  type Registered,
  type Registrar,
  type Registry,
  type Vocabulary,
  RegistryError,
  createRegistry,
  createVocabulary,
} from './registry.ts';
export {
  formNameContext,
  formInAddress,
  type UnresolvedReference,
  referencesOfDataset,
  referencesOfForm,
  referencesOfScreen,
  namesReadByText,
  type Reference,
  type ReferenceKind,
  type ReferenceUse,
  resolveReferences,
} from './references/index.ts';
export { type RequestCall, buildRequest, mapByNames } from './requests.ts';
export {
  type RowSource,
  canRepeatRequest,
  defaultSource,
  isPeopleSource,
  outsideSource,
  recordSource,
  recordsSource,
} from './rowSourceConfig.ts';
export {
  type OutsideQuery,
  defaultCall,
  filledBySource,
  itemsOf,
  outsideCall,
  rowOfItem,
  totalOf,
} from './rowSources.ts';
export { columnNodes, formTypesOf, valueTypeOf } from './types.ts';
export { uniqueScope, uniqueText } from './unique.ts';
export type {
  CellKeys,
  ColumnTraits,
  FieldFilter,
  FilterControl,
  FilterOperator,
  Option,
  SheetNumber,
  SheetRead,
  SheetTraits,
  UploadLimits,
  ValueType,
  WidgetDefinition,
} from './widget.ts';
export {
  type DatasetColumn,
  type DatasetDefinition,
  type DatasetDetail,
  type DatasetGroup,
  type DatasetMeasure,
  checkDatasetKeys,
  defaultExpression,
  isDerived,
  measuresOf,
} from './dataset.ts';
export { isAst, type Ast } from './expressions/ast.ts';
export { parseTree } from './expressions/environment.ts';
export { fromEngineName } from './expressions/names.ts';
export {
  COLUMN_CASTS,
  COLUMN_TYPES,
  columnKind,
  columnValue,
  hasSeveralValues,
  isRange,
  isSameColumnValue,
  type ColumnKind,
  type ColumnValue,
} from './columns.ts';
