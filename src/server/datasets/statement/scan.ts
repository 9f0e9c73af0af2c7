import { sql, type RawBuilder } from 'kysely';
import {
  coerce,
  isDerived,
  isFieldNode,
  valueTypeOf,
  type DatasetDefinition,
  type DatasetDetail,
  type DatasetMeasure,
  type ValueType,
} from '../../../kernel/index.ts';
import {
  constantOf,
  filled,
  isEmptySql,
  periodIn,
  translate,
  type SqlScope,
  type SqlValue,
} from '../../celSql/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { detailSql, detailText, endOfDetail, saysSql, type DetailSql } from './details.ts';
import { firstStepOf, groupingFor, readingsOf, storedIn, type FirstStep } from './firstStep.ts';
import { rowGrouping, type Grouping } from './groups.ts';
import { ROW_GROUP, timeOf, type Part } from '../plan.ts';
import { isAround, typesFor, type Shape } from '../shape.ts';
import { moved, type Shift } from './shift.ts';
import type { OpenSource } from '../source.ts';

/** What a question is about: the dataset, whose records, with which values of its parameters. */
export interface Question {
  definition: DatasetDefinition;
  shape: Shape;
  params: Readonly<Record<string, unknown>>;
  user: RequestUser;
  today: string;
  /** The cell that is asked about: the keys of some of its groups. Others count as they are. */
  keys?: Readonly<Record<string, string>>;
}

/** The value of a name around the records. */
function aroundOf({ shape, params, user }: Question, path: readonly string[]): SqlValue | null {
  const [root, name = ''] = path;
  if (root === 'user') {
    const known: Record<string, unknown> = {
      id: user.id,
      name: user.name,
      roles: [...user.roles],
      dept: user.deptId ?? '',
      unit: user.unitId ?? '',
    };
    return name in known ? constantOf(known[name]) : null;
  }
  const node = shape.params.filter(isFieldNode).find(({ __vModel__: key }) => key === name);
  if (!node) return null;
  const type = valueTypeOf(node, shape.vocabulary);
  return constantOf(type === 'dyn' ? params[name] : coerce(params[name], type));
}

/** The names of a dataset's expressions in the statement; the time is moved where the records are those of a comparison. */
export function scopeOver(question: Question, source: Pick<OpenSource, 'read'>, shift: Shift | null): SqlScope {
  const time = timeOf(question.definition)?.join('.');
  return {
    today: question.today,
    read(path) {
      if (isAround(path)) return aroundOf(question, path);
      const value = source.read(path);
      return value && shift && path.join('.') === time ? moved(value, shift) : value;
    },
  };
}

/** Translates an expression of the dataset. Refuses one that fitted the forms when it was published and does not any more. */
export function valueIn(question: Question, text: string, scope: SqlScope, type: ValueType = 'dyn'): SqlValue {
  const result = translate(text, typesFor(question.shape, text), scope, type);
  if (result.ok) return result.value;
  throw new Refusal('REQUEST_INVALID', {
    detail: `数据集“${question.definition.name}”与表单的现行定义不符：${result.problems[0]?.message ?? ''}`,
  });
}

/** To which period the dataset limits its time; null: to none. */
export function periodOfQuestion(question: Question, source: OpenSource): readonly [string, string] | null {
  const time = timeOf(question.definition);
  const { where } = question.definition;
  return time && where ? periodIn(where, time, scopeOver(question, source, null)) : null;
}

/** What a measure takes of one record, and which records it takes. */
interface Input {
  value: SqlValue | null;
  filter: RawBuilder<unknown> | null;
}

function inputOf(question: Question, measure: DatasetMeasure, scope: SqlScope): Input {
  const filter = measure.where ? filled(valueIn(question, measure.where, scope, 'bool')) : null;
  return { value: measure.of ? valueIn(question, measure.of, scope) : null, filter };
}

/** A count tells empty values by null. */
const counted = (value: SqlValue): RawBuilder<unknown> =>
  sql`(case when not ${isEmptySql(value)} then ${value.sql} end)`;

/** A column of a subquery: its name and its value. */
export type Named = readonly [name: string, value: RawBuilder<unknown>];
export const asColumn = ([name, value]: Named): RawBuilder<unknown> => sql`${value} as ${sql.id(name)}`;

/** The records of a dataset with what is grouped and measured of each, as a subquery. */
export interface Scan {
  /** Columns g0, x0 (groups and their texts), v0, f0 (measures and their conditions, by their place in the part), d0, e0 (details and their texts), id. */
  select: RawBuilder<unknown>;
  /** By what records are grouped before the sets are made; `stored`: g0 holds what is stored, and `groupings` read `s.g0`, `s.x0`. */
  first: FirstStep;
  /** What `select` is made of: its columns of groups and of measures, where they come from, and the condition of the dataset. */
  made: {
    groups: readonly Named[];
    measures: readonly Named[];
    from: RawBuilder<unknown>;
    where: readonly RawBuilder<unknown>[];
    condition: RawBuilder<unknown> | null;
  };
  /** Groups that have a column x0. */
  labelled: readonly number[];
  groupings: readonly Grouping[];
  kinds: readonly (SqlValue['kind'] | null)[];
  details: readonly DetailSql[];
}

export const whereOf = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.length > 0 ? sql` where ${sql.join(parts, sql` and `)}` : sql``;

/** `measures`: those among the part's that are taken of the records moved by `shift`. */
export function scanOf(
  question: Question,
  source: OpenSource,
  part: Part,
  measures: readonly DatasetMeasure[],
  shift: Shift | null,
): Scan {
  const { definition, shape } = question;
  const { groups, details = [], keyword } = part;
  const scope = scopeOver(question, source, shift);
  const readings = readingsOf(question, source, part, shift);
  const first = firstStepOf(question, part, measures, readings);
  const isStored = first === 'stored';
  const groupings = readings.map((reading, index): Grouping | null => {
    if (groups[index] === ROW_GROUP) return rowGrouping(source.rowKey);
    return reading && groupingFor(reading, isStored);
  });
  const values = isStored
    ? readings.map((reading) => reading && storedIn(reading).value.sql)
    : groupings.map((one) => one?.value ?? null);
  const labels = isStored
    ? readings.map((reading) => reading && storedIn(reading).label)
    : groupings.map((one) => one?.label ?? null);
  const inputs = measures.map((measure) => (isDerived(measure) ? null : inputOf(question, measure, scope)));
  const told = details.map((detail) =>
    detailSql(shape, source, detail, { scope, valueOf: (text) => valueIn(question, text, scope) }),
  );
  const detailed = told.flatMap(({ value, label }, index) => [
    sql`${value} as ${sql.id(`d${index}`)}`,
    ...(label ? [sql`${label} as ${sql.id(`e${index}`)}`] : []),
  ]);
  const grouped = [
    ...values.flatMap((value, index): Named[] => (value ? [[`g${index}`, value]] : [])),
    ...labels.flatMap((label, index): Named[] => (label ? [[`x${index}`, label]] : [])),
  ];
  const measured = inputs.flatMap((input, index): Named[] => {
    const measure = measures[index];
    if (!input || !measure) return [];
    const place = part.measures.indexOf(measure);
    const isCount = measure.fn === 'count' || measure.fn === 'distinct';
    return [
      ...(input.value ? [[`v${place}`, isCount ? counted(input.value) : input.value.sql] as const] : []),
      ...(input.filter ? [[`f${place}`, input.filter] as const] : []),
    ];
  });
  const where: RawBuilder<unknown>[] = [
    ...source.where,
    ...(keyword
      ? [
          saysSql(keyword, [
            ...told.map(({ kind, value, label }, index) => ({
              text: detailText(kind, value),
              label,
              end: endOfDetail(shape, details[index] as DatasetDetail),
            })),
            ...groupings.flatMap((one) =>
              one && one.group !== ROW_GROUP ? [{ text: one.text(one.value), label: one.label, end: one.end }] : [],
            ),
          ]),
        ]
      : []),
  ];
  const condition = definition.where ? filled(valueIn(question, definition.where, scope, 'bool')) : null;
  // groups of what is stored are joined after it
  const joins = isStored ? [] : groupings.flatMap((one) => (one?.join ? [one.join] : []));
  const from = sql`${source.from}${joins.length > 0 ? sql.join(joins, sql``) : sql``}`;
  const columns = sql.join([sql`frm_record.id as id`, ...detailed, ...[...grouped, ...measured].map(asColumn)]);
  const select = sql`select ${columns} from ${from}${whereOf(condition ? [...where, condition] : where)}`;
  const cell = groupings.flatMap((one, index) => {
    const key = one ? question.keys?.[one.key] : undefined;
    return one && key !== undefined ? [sql`coalesce(${one.text(sql.id(`g${index}`))}, '') = ${key}`] : [];
  });
  return {
    select: cell.length > 0 ? sql`select * from (${select}) of_cell where ${sql.join(cell, sql` and `)}` : select,
    first,
    made: { groups: grouped, measures: measured, from, where, condition },
    labelled: [...labels.keys()].filter((index) => labels[index]),
    groupings: groupings as Grouping[],
    details: told,
    kinds: inputs.map((input) => input?.value?.kind ?? null),
  };
}
