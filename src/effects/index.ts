/**
 * Public interface of src/effects: the effects, buttons and reminders that a form defines, their parts and expressions,
 * and their checks against the other forms. The server executes them (`src/server/effects`).
 */
export { checkEffects } from './checkEffects.ts';
export { checkReminders, daysOf } from './checkReminders.ts';
export { describeAuthority } from './describeAuthority.ts';
export { createdRecordsPrefix, creatingEffects, keyPrefixOf } from './createdRecords.ts';
export {
  CREATED_PREFIX,
  type CreateFrom,
  type Effect,
  type EffectEvent,
  type EffectRows,
  type EffectValues,
  type FormAction,
  type Reminder,
  buttonLocationsOf,
  columnsOfEach,
  columnsOfTable,
  dialogFields,
  formKeysNamedBy,
  THIS_RECORD,
  timedEffects,
  verbOf,
} from './effect.ts';
export {
  type EffectNames,
  type ParsedExpression,
  type RelationPath,
  compileEffectExpression,
  directField,
  parseEffectExpression,
  placeholdersIn,
  recordPrefixFields,
  replacePlaceholders,
  resolveNamePath,
  rowPrefixFields,
  readsRecordState,
} from './effectExpression.ts';
