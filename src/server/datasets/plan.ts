import {
  isDerived,
  measuresOf,
  type DatasetColumn,
  type DatasetDefinition,
  type DatasetDetail,
  type DatasetGroup,
  type DatasetMeasure,
} from '../../kernel/index.ts';
import { pathsIn } from '../celSql/index.ts';
import { isAround } from './shape.ts';

/** The group of a single record, or of a single row of the sub-table that a dataset reads: what a ledger lists. */
export const ROW_GROUP: DatasetGroup = { key: '$row', of: 'id' };

/** Which rows of the first set a page of a ledger shows, and in which order. */
export interface LinesAsked {
  /** Key of a group, detail, measure or column; none: the order of the dataset. */
  sort: { key: string; isDescending: boolean } | null;
  offset: number;
  limit: number;
}

export type DatePart = 'year' | 'quarter' | 'month' | 'week' | 'day';

/** The part of a date that a group is made by; null where it is made by something else. */
export const datePartOf = ({ by }: Pick<DatasetGroup, 'by'>): DatePart | null =>
  by === undefined || by === 'tree' || by === 'area' ? null : by;

/** The parts of a dataset that one or several questions need. */
export interface Part {
  groups: readonly DatasetGroup[];
  measures: readonly DatasetMeasure[];
  columns: readonly DatasetColumn[];
  /** Which groups stand together: the whole, some of them (subtotals), none (the total). Positions in `groups`. */
  sets: readonly (readonly number[])[];
  /** What is shown of each record beside its measures; only with `ROW_GROUP`. */
  details?: readonly DatasetDetail[];
  /** Only records that say this in one of their details or groups. */
  keyword?: string;
  /** How many groups of a set are answered at most. */
  most?: number;
  /** There are too many different stored values to group by them first (`withManyStored`). */
  isManyStored?: boolean;
  /** It is made of first groups that other questions are made of as well (`foldedStatement`). */
  isFolded?: boolean;
  /** The first set is read page by page. */
  lines?: LinesAsked;
}

/** The date by which a dataset compares and fills gaps. */
export function timeOf({ time, groupBy = [] }: DatasetDefinition): readonly string[] | null {
  if (time) return time.split('.');
  const dated = groupBy.find((group) => datePartOf(group) !== null);
  return dated ? dated.of.split('.') : null;
}

/** Which measures and columns a question needs: those it names (none: all), what they are made of, and what `having` reads. */
export function neededOf(
  definition: DatasetDefinition,
  names: readonly string[] | null,
): { measures: DatasetMeasure[]; columns: DatasetColumn[] } {
  const all = measuresOf(definition);
  const { columns = [], having } = definition;
  if (names === null) return { measures: [...all], columns: [...columns] };
  const wanted = new Set<string>();
  const want = (key: string): void => {
    if (wanted.has(key)) return;
    wanted.add(key);
    const measure = all.find((one) => one.key === key);
    if (measure && isDerived(measure) && measure.of) want(measure.of);
    const column = columns.find((one) => one.key === key);
    if (column) for (const [name] of pathsIn(column.computed)) if (name) want(name);
  };
  for (const name of names) want(name);
  if (having) for (const [name] of pathsIn(having)) if (name) want(name);
  return {
    measures: all.filter(({ key }) => wanted.has(key)),
    columns: columns.filter(({ key }) => wanted.has(key)),
  };
}

/** Every path of records that the parts of a dataset read, each once. */
export function pathsOf(
  definition: DatasetDefinition,
  { groups, measures, sets, details = [] }: Part,
  keys: Readonly<Record<string, string>> = {},
): (readonly string[])[] {
  const used = groups.filter(
    (group, index) => group !== ROW_GROUP && (keys[group.key] !== undefined || sets.some((set) => set.includes(index))),
  );
  const texts = [
    definition.where ?? '',
    ...details.map(({ of }) => of),
    ...measures.flatMap((measure) => [isDerived(measure) ? '' : (measure.of ?? ''), measure.where ?? '']),
  ];
  const time = measures.some(({ compare }) => compare) ? timeOf(definition) : null;
  const paths = [...texts.flatMap(pathsIn), ...used.map(({ of }) => of.split('.')), ...(time ? [[...time]] : [])];
  return [...new Map(paths.filter((path) => !isAround(path)).map((path) => [path.join('.'), path])).values()];
}

/** A condition that names the state says itself which records count. */
export const namesState = ({ where }: DatasetDefinition): boolean =>
  pathsIn(where ?? '').some((path) => path.length === 1 && path[0] === 'flwState');
