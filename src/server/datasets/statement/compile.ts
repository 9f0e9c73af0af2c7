import { sql, type RawBuilder } from 'kysely';
import type { DatasetMeasure } from '../../../kernel/index.ts';
import type { SqlValue } from '../../celSql/index.ts';
import { setSql, type ResultRow } from './answers.ts';
import { type Grouping } from './groups.ts';
import { id, list, type Groups, type Making, type Pass, type PrecisionOf } from './making.ts';
import { isShared, passSql, sharedBy, sharedSql } from './passes.ts';
import { datePartOf, type DatePart, timeOf, type Part } from '../plan.ts';
import { periodOfQuestion, scanOf, type Question } from './scan.ts';
import { shiftName, shiftOf, type Shift } from './shift.ts';
import type { OpenSource } from '../source.ts';

/** The ids of the records behind a measure of a cell. */
export function recordsSql(
  question: Question,
  source: OpenSource,
  part: Part,
  measure: DatasetMeasure | null,
): RawBuilder<unknown> {
  const period = periodOfQuestion(question, source);
  const time = timeOf(question.definition)?.join('.');
  const dated = part.groups.find(({ key, of }) => of === time && question.keys?.[key] !== undefined);
  const shift = measure ? shiftOf(measure, dated ? datePartOf(dated) : null, period) : null;
  const { select } = scanOf(question, source, part, measure ? [measure] : [], shift);
  return sql`select id from (${select}) behind${measure?.where ? sql` where f0` : sql``}`;
}

/** What the statement of a part of a dataset is made of. `name`: of its first pass, the others are called after it. */
export function makingOf(question: Question, source: OpenSource, part: Part, name = 'q0'): Making {
  const period = periodOfQuestion(question, source);
  const time = timeOf(question.definition)?.join('.');
  const plain = part.measures.filter(({ compare }) => !compare);
  const own = scanOf(question, source, part, plain, null);
  const partOf = (set: Groups): DatePart | null => {
    // the period of a cell counts like that of a group
    const index = [...own.groupings.keys()].find(
      (one) =>
        own.groupings[one]?.datePart &&
        part.groups[one]?.of === time &&
        (set.includes(one) || question.keys?.[part.groups[one]?.key ?? ''] !== undefined),
    );
    return index === undefined ? null : (own.groupings[index]?.datePart ?? null);
  };
  const shiftFor = (measure: DatasetMeasure, set: Groups): Shift | null => shiftOf(measure, partOf(set), period);
  const passes: Pass[] = [{ name, scan: own, shift: null, measures: plain, sets: part.sets }];
  const shifts = new Map<string, { shift: Shift; measures: Set<DatasetMeasure>; sets: Set<Groups> }>();
  for (const measure of part.measures)
    for (const set of part.sets) {
      const shift = measure.compare ? shiftFor(measure, set) : null;
      if (!shift) continue;
      const known = shifts.get(shiftName(shift)) ?? { shift, measures: new Set(), sets: new Set() };
      known.measures.add(measure);
      known.sets.add(set);
      shifts.set(shiftName(shift), known);
    }
  for (const { shift, measures, sets } of shifts.values()) {
    const taken = [...measures];
    passes.push({
      name: `${name}_${passes.length}`,
      scan: scanOf(question, source, { ...part, sets: [...sets] }, taken, shift),
      shift,
      measures: taken,
      sets: [...sets],
    });
  }
  return { question, part, passes, period, shiftFor };
}

/** The statement of a part of a dataset: one, whatever is grouped, compared and calculated. */
export function statementOf(
  question: Question,
  source: OpenSource,
  part: Part,
  precisionOf: PrecisionOf,
): { statement: RawBuilder<ResultRow>; groupings: readonly Grouping[]; kinds: readonly SqlValue['kind'][] } {
  const making = makingOf(question, source, part);
  const { passes } = making;
  const own = (passes[0] as Pass).scan;
  const isOneReading = isShared(passes);
  const queries = [
    ...(isOneReading ? [sharedSql(passes, part)] : []),
    ...passes.map(
      (pass, number) =>
        sql`${id(pass.name)} as materialized (${passSql(pass, part, precisionOf, isOneReading ? sharedBy(number) : null)})`,
    ),
  ];
  const answers = part.sets.map((set, number) => setSql(making, set, number));
  return {
    statement: sql<ResultRow>`with ${list(queries)} ${sql.join(answers, sql` union all `)}`,
    groupings: own.groupings,
    kinds: own.details.map(({ kind }) => kind),
  };
}
