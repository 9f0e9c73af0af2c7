export { pathsIn, periodIn } from './reads.ts';
export { translate, type SqlResult, type SqlRows, type SqlScope } from './translate.ts';
export {
  asText,
  boolConstant,
  constantOf,
  withoutNull,
  isEmptySql,
  joinedIds,
  numberConstant,
  type SqlKind,
  type SqlValue,
} from './sqlValue.ts';
