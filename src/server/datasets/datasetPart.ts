import {
  isDerived,
  measuresOf,
  type DatasetColumn,
  type DatasetDefinition,
  type DatasetDetail,
  type DatasetGroup,
  type DatasetMeasure,
} from '../../domain/dataset.ts';
import { pathsIn, type SqlKind } from '../celSql/index.ts';
import { isContextPath } from './datasetShape.ts';

/** The group of a ledger's rows: each record, or each row of the sub-table that a dataset reads, is its own group. */
export const ROW_GROUP: DatasetGroup = { key: '$row', of: 'id' };

/** The page of rows that a ledger or a sorted question requests from the first grouping set, and their order. */
export interface LinesPage {
  /** Key of a group, detail, measure or column; null: the order of the dataset. */
  sort: { key: string; isDescending: boolean } | null;
  offset: number;
  limit: number;
}

export type DatePart = 'year' | 'quarter' | 'month' | 'week' | 'day';

/** Returns the part of a date by which records are grouped; null for any other grouping. */
export const datePartOf = ({ by }: Pick<DatasetGroup, 'by'>): DatePart | null =>
  by === undefined || by === 'tree' || by === 'area' ? null : by;

/** Returns whether a measure can be computed from values of this kind. */
export const isMeasurable = ({ fn }: Pick<DatasetMeasure, 'fn'>, kind: SqlKind): boolean =>
  fn === 'count' ||
  fn === 'distinct' ||
  kind === 'number' ||
  ((fn === 'min' || fn === 'max') && (kind === 'date' || kind === 'time'));

/** The part of a dataset that one or several questions need. */
export interface Part {
  groups: readonly DatasetGroup[];
  measures: readonly DatasetMeasure[];
  columns: readonly DatasetColumn[];
  /** Grouping sets as positions in `groups`: all groups, some of them (subtotals), or none (the total). */
  sets: readonly (readonly number[])[];
  /** Values shown for each record besides its measures; only with `ROW_GROUP`. */
  details?: readonly DatasetDetail[];
  /** Selects only records that contain this text in one of their details or groups. */
  keyword?: string;
  /** Maximum number of groups returned for each grouping set. */
  maxGroups?: number;
  /**
   * True if the stored values of the grouped fields have too many distinct combinations, so that pre-aggregation by
   * them would save nothing (`statement/manyStoredValues.ts`).
   */
  hasManyStoredValues?: boolean;
  /** True if the part is computed from pre-aggregated groups that other questions share (`foldedStatement`). */
  isFolded?: boolean;
  /** The page to read from the first grouping set; absent: all groups up to `maxGroups` are read. */
  lines?: LinesPage;
}

/** Returns the path of the date that is used to compare periods and to fill gaps. */
export function timePathOf({ time, groupBy = [] }: DatasetDefinition): readonly string[] | null {
  if (time) return time.split('.');
  const dateGroup = groupBy.find((group) => datePartOf(group) !== null);
  return dateGroup ? dateGroup.of.split('.') : null;
}

/**
 * Returns the measures and columns that a question needs: the ones with these names (null: all), those from which they
 * are computed, those that `having` reads and, if `isOrdered`, those by which the dataset orders its groups.
 */
export function requiredFigures(
  definition: DatasetDefinition,
  names: readonly string[] | null,
  isOrdered = false,
): { measures: DatasetMeasure[]; columns: DatasetColumn[] } {
  const allMeasures = measuresOf(definition);
  const { columns = [], having, order = [] } = definition;
  if (names === null) return { measures: [...allMeasures], columns: [...columns] };
  const neededKeys = new Set<string>();
  const addRequired = (key: string): void => {
    if (neededKeys.has(key)) return;
    neededKeys.add(key);
    const measure = allMeasures.find((candidate) => candidate.key === key);
    if (measure && isDerived(measure) && measure.of) addRequired(measure.of);
    const column = columns.find((candidate) => candidate.key === key);
    if (column) for (const [name] of pathsIn(column.computed)) if (name) addRequired(name);
  };
  for (const name of names) addRequired(name);
  if (having) for (const [name] of pathsIn(having)) if (name) addRequired(name);
  if (isOrdered) for (const name of order) addRequired(name.replace(/^-/, ''));
  return {
    measures: allMeasures.filter(({ key }) => neededKeys.has(key)),
    columns: columns.filter(({ key }) => neededKeys.has(key)),
  };
}

/**
 * Returns the measures from which a share, a running total or a calculated column is computed, directly or through
 * other columns. The records of these measures can be listed. Empty for a column that reads only constants.
 */
export function findUnderlyingMeasures(definition: DatasetDefinition, key: string): DatasetMeasure[] {
  const { measures } = requiredFigures({ ...definition, having: undefined }, [key]);
  return measures.filter((measure) => !isDerived(measure));
}

/**
 * Returns the distinct paths that a part of a dataset reads from records. `keys`: keys of the groups to which the
 * question is restricted (`Question.keys`); the paths of these groups are read, too.
 */
export function pathsOf(
  definition: DatasetDefinition,
  { groups, measures, sets, details = [] }: Part,
  keys: Readonly<Record<string, string>> = {},
): (readonly string[])[] {
  const usedGroups = groups.filter(
    (group, index) => group !== ROW_GROUP && (keys[group.key] !== undefined || sets.some((set) => set.includes(index))),
  );
  const texts = [
    definition.where ?? '',
    ...details.map(({ of }) => of),
    ...measures.flatMap((measure) => [isDerived(measure) ? '' : (measure.of ?? ''), measure.where ?? '']),
  ];
  const time = measures.some(({ compare }) => compare) ? timePathOf(definition) : null;
  const paths = [...texts.flatMap(pathsIn), ...usedGroups.map(({ of }) => of.split('.')), ...(time ? [[...time]] : [])];
  return [...new Map(paths.filter((path) => !isContextPath(path)).map((path) => [path.join('.'), path])).values()];
}

/**
 * Returns whether the dataset's condition reads the record state. If so, the default restriction to records in force
 * does not apply.
 */
export const readsState = ({ where }: DatasetDefinition): boolean =>
  pathsIn(where ?? '').some((path) => path.length === 1 && path[0] === 'flwState');
