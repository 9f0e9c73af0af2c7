/**
 * Public interface of src/relations: how a form refers to records of other forms (paths along relations, look-ups,
 * roll-ups, printed lists), and the checks of these references against those forms.
 */
export { checkLookups } from './checkLookups.ts';
export { checkPrint } from './checkPrint.ts';
export {
  type LocatedRelation,
  type RelationContext,
  TESTED_RECORD,
  checkRelations,
  fillKind,
  relationsIn,
  whereTypes,
} from './checkRelations.ts';
export {
  type PlacedRollup,
  type RollupSource,
  checkRollups,
  rollupsIn,
  rollupTypes,
  sourceField,
  sourceOfRollup,
} from './checkRollups.ts';
export { type LocatedLookups, lookupsIn } from './lookupsIn.ts';
export { type FormLookup, type PathEnd, endOfPath, fieldsOf, RECORD_COLUMNS } from './relationPath.ts';
export { type Rollup, type RollupFunction, keptKeys, rollupOf } from './rollup.ts';
