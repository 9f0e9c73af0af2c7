import { sql, type RawBuilder } from 'kysely';
import type { DatasetMeasure } from '../../../domain/dataset.ts';
import type { SqlValue } from '../../celSql/index.ts';
import { groupingSetSql, type ResultRow } from './groupingSetSql.ts';
import { type Grouping } from './groupings.ts';
import {
  sqlId,
  commaList,
  type GroupingSet,
  type StatementPlan,
  type Pass,
  type PrecisionOf,
} from './statementPlan.ts';
import { canShareGroups, passSql, sharedGroupsOf, sharedSql } from './passSql.ts';
import { datePartOf, type DatePart, timePathOf, type Part } from '../datasetPart.ts';
import { periodOfQuestion, createScan, whereOf, type Question } from './scan.ts';
import { shiftName, shiftOf, type Shift } from './shift.ts';
import type { CheckedSource } from '../openSource.ts';

/**
 * Returns the SQL that selects the ids of the records of the cell to which `question.keys` restricts the question. With
 * a measure: only the records that the measure counts or aggregates (columns `f0` and `v0`: see `Scan`).
 */
export function recordIdsSql(
  question: Question,
  source: CheckedSource,
  part: Part,
  measure: DatasetMeasure | null,
): RawBuilder<unknown> {
  const period = periodOfQuestion(question, source);
  const time = timePathOf(question.definition)?.join('.');
  const timeGroup = part.groups.find(({ key, of }) => of === time && question.keys?.[key] !== undefined);
  const shift = measure ? shiftOf(measure, timeGroup ? datePartOf(timeGroup) : null, period) : null;
  const { select } = createScan(question, source, part, measure ? [measure] : [], shift);
  const isCount = measure?.fn === 'count' || measure?.fn === 'distinct';
  const conditions = [...(measure?.where ? [sql`f0`] : []), ...(isCount && measure.of ? [sql`v0 is not null`] : [])];
  return sql`select id from (${select}) behind${whereOf(conditions)}`;
}

/**
 * Plans the statement for a part of a dataset: one pass for the measures without a comparison, and one for each shift
 * of a comparison. `name`: name of the first pass, and prefix of the names of further passes.
 */
export function planStatement(question: Question, source: CheckedSource, part: Part, name = 'q0'): StatementPlan {
  const period = periodOfQuestion(question, source);
  const time = timePathOf(question.definition)?.join('.');
  const plainMeasures = part.measures.filter(({ compare }) => !compare);
  const firstScan = createScan(question, source, part, plainMeasures, null);
  const datePartOfSet = (set: GroupingSet): DatePart | null => {
    // a group with a period counts if it is in the set, or if `question.keys` fixes its value
    const index = [...firstScan.groupings.keys()].find(
      (groupIndex) =>
        firstScan.groupings[groupIndex]?.datePart &&
        part.groups[groupIndex]?.of === time &&
        (set.includes(groupIndex) || question.keys?.[part.groups[groupIndex]?.key ?? ''] !== undefined),
    );
    return index === undefined ? null : (firstScan.groupings[index]?.datePart ?? null);
  };
  const shiftFor = (measure: DatasetMeasure, set: GroupingSet): Shift | null =>
    shiftOf(measure, datePartOfSet(set), period);
  const passes: Pass[] = [{ name, scan: firstScan, shift: null, measures: plainMeasures, groupingSets: part.sets }];
  const passesByShift = new Map<string, { shift: Shift; measures: Set<DatasetMeasure>; sets: Set<GroupingSet> }>();
  for (const measure of part.measures)
    for (const set of part.sets) {
      const shift = measure.compare ? shiftFor(measure, set) : null;
      if (!shift) continue;
      const shiftedPass = passesByShift.get(shiftName(shift)) ?? { shift, measures: new Set(), sets: new Set() };
      shiftedPass.measures.add(measure);
      shiftedPass.sets.add(set);
      passesByShift.set(shiftName(shift), shiftedPass);
    }
  for (const { shift, measures, sets } of passesByShift.values()) {
    const shiftedMeasures = [...measures];
    passes.push({
      name: `${name}_${passes.length}`,
      scan: createScan(question, source, { ...part, sets: [...sets] }, shiftedMeasures, shift),
      shift,
      measures: shiftedMeasures,
      groupingSets: [...sets],
    });
  }
  return { question, part, passes, period, shiftFor };
}

/**
 * Compiles a part of a dataset into a single statement, including groups, comparisons and calculations. `groupings`:
 * the groups of the part, as the first pass reads them; `detailKinds`: the value kinds of the details.
 */
export function compileStatement(
  question: Question,
  source: CheckedSource,
  part: Part,
  precisionOf: PrecisionOf,
): { statement: RawBuilder<ResultRow>; groupings: readonly Grouping[]; detailKinds: readonly SqlValue['kind'][] } {
  const plan = planStatement(question, source, part);
  const { passes } = plan;
  const firstScan = (passes[0] as Pass).scan;
  const sharesGroups = canShareGroups(passes);
  const queries = [
    ...(sharesGroups ? [sharedSql(passes, part)] : []),
    ...passes.map(
      (pass, passIndex) =>
        sql`${sqlId(pass.name)} as materialized (${passSql(pass, part, precisionOf, sharesGroups ? sharedGroupsOf(passIndex) : null)})`,
    ),
  ];
  const setQueries = part.sets.map((set, setIndex) => groupingSetSql(plan, set, setIndex));
  return {
    statement: sql<ResultRow>`with ${commaList(queries)} ${sql.join(setQueries, sql` union all `)}`,
    groupings: firstScan.groupings,
    detailKinds: firstScan.details.map(({ kind }) => kind),
  };
}
