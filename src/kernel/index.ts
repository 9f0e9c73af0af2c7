/**
 * Public interface of the kernel. It reads canonical definitions, checks each without other documents, and compiles
 * them into closures per field. It also contains the registry, which gives the widget of each tag, and functions that
 * read placeholders, options and relations of a node. No React, antd or Formily.
 */
export { readCanonicalForm } from './canonical.ts';
export { checkForm, hasCompanion } from './check/form.ts';
export { withLookupTypes } from './check/formula.ts';
export { VISIBLE_WHEN_TYPES, checkScreen } from './check/screen.ts';
export { compileForm } from './compile.ts';
export { readerOf } from './compile/closures.ts';
export { isRow } from './compile/table.ts';
export { hasStoredType } from './compile/validate.ts';
export { type FlowTypes, flowTypesOf } from './types.ts';
export { isConditionWord, wordCondition } from './conditionWords.ts';
export { type FieldContent, holdsContent } from './fieldContent.ts';
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
export {
  type Pane,
  isFieldNode,
  isOperationColumn,
  isPlaceholderNode,
  isTableNode,
  panesOf,
  walkNodes,
} from './nodes.ts';
export {
  type DictItem,
  type OptionKeys,
  dependKeyOf,
  isDisabledPart,
  isOptionPart,
  namesInLabel,
  optionList,
  optionOf,
  optionParts,
  optionsFromData,
  optionsUnder,
  staticOptions,
  valueIn,
} from './options.ts';
export {
  type PlaceholderValues,
  fillPlaceholders,
  fillText,
  placeholderNames,
  placeholderValuesOf,
} from './placeholders.ts';
export { readAnswer, readItem } from './position.ts';
export {
  type Plugin,
  type Registered,
  type Registrar,
  type Registry,
  type Vocabulary,
  createRegistry,
  createVocabulary,
  RegistryError,
} from './registry.ts';
export { type Relation, type RowFill, type RowFillSource, relatedIds, relationOf } from './relation.ts';
export {
  type RowSource,
  defaultRowSource,
  isPeopleSource,
  pickerRowSource,
  singleRecordSource,
  recordListSource,
} from './rowSourceConfig.ts';
export { columnNodes, formTypesOf, valueTypeOf } from './types.ts';
export { uniqueScope, uniqueText } from './unique.ts';
export type {
  ColumnTraits,
  FieldFilter,
  FilterControl,
  FilterOperator,
  Option,
  SheetRead,
  UploadLimits,
  WidgetDefinition,
} from './widget.ts';
