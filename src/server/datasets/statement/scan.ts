import { sql, type RawBuilder } from 'kysely';
import { coerce, type ValueType } from '../../../expressions/index.ts';
import { isDerived, type DatasetDefinition, type DatasetDetail, type DatasetMeasure } from '../../../domain/dataset.ts';
import { isFieldNode, valueTypeOf } from '../../../kernel/index.ts';
import {
  constantOf,
  withoutNull,
  isEmptySql,
  periodIn,
  translate,
  type SqlScope,
  type SqlValue,
} from '../../celSql/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { detailSql, detailValueText, endOfDetail, containsSql, type DetailSql } from './details.ts';
import {
  choosePreAggregation,
  createGrouping,
  readingsOf,
  storedValueOf,
  type PreAggregation,
} from './preAggregation.ts';
import { rowGrouping, type Grouping } from './groupings.ts';
import { isMeasurable, ROW_GROUP, timePathOf, type Part } from '../datasetPart.ts';
import { isContextPath, typesFor, type DatasetShape } from '../datasetShape.ts';
import { shiftValue, type Shift } from './shift.ts';
import type { CheckedSource } from '../openSource.ts';

/** A question to a dataset, with the person and the parameter values. */
export interface Question {
  definition: DatasetDefinition;
  shape: DatasetShape;
  params: Readonly<Record<string, unknown>>;
  user: RequestUser;
  /** The day of the request, `YYYY-MM-DD`. */
  today: string;
  /** Restricts the question to the records of one cell of its answer: key of the group -> text of the group's value. */
  keys?: Readonly<Record<string, string>>;
}

/** Returns the value of a path below `params` or `user`; null for an unknown name. */
function contextValue({ shape, params, user }: Question, path: readonly string[]): SqlValue | null {
  const [root, name = ''] = path;
  if (root === 'user') {
    const userValues: Record<string, unknown> = {
      id: user.id,
      name: user.name,
      roles: [...user.roles],
      dept: user.deptId ?? '',
      unit: user.unitId ?? '',
    };
    return name in userValues ? constantOf(userValues[name]) : null;
  }
  const node = shape.params.filter(isFieldNode).find(({ __vModel__: key }) => key === name);
  if (!node) return null;
  const type = valueTypeOf(node, shape.vocabulary);
  return constantOf(type === 'dyn' ? params[name] : coerce(params[name], type));
}

/**
 * Returns the scope of a dataset's expressions. `shift` moves the dates of earlier records into the period with which
 * they are compared; null: no comparison.
 */
export function createScope(question: Question, source: Pick<CheckedSource, 'read'>, shift: Shift | null): SqlScope {
  const time = timePathOf(question.definition)?.join('.');
  return {
    today: question.today,
    read(path) {
      if (isContextPath(path)) return contextValue(question, path);
      const value = source.read(path);
      return value && shift && path.join('.') === time ? shiftValue(value, shift) : value;
    },
  };
}

/** Returns the refusal of a dataset that does not fit the current definition of its form. */
const unfitRefusal = ({ definition }: Question, detail: string): Refusal =>
  new Refusal('REQUEST_INVALID', { detail: `数据集“${definition.name}”与表单的现行定义不符：${detail}` });

/** Translates an expression of the dataset. Refuses with REQUEST_INVALID if the expression does not fit the forms. */
export function translateExpression(
  question: Question,
  text: string,
  scope: SqlScope,
  type: ValueType = 'dyn',
): SqlValue {
  const result = translate(text, typesFor(question.shape, text), scope, type);
  if (result.ok) return result.value;
  throw unfitRefusal(question, result.problems[0]?.message ?? '');
}

/** Returns the period to which the dataset's condition restricts its time; null if there is none. */
export function periodOfQuestion(question: Question, source: CheckedSource): readonly [string, string] | null {
  const time = timePathOf(question.definition);
  const { where } = question.definition;
  return time && where ? periodIn(where, time, createScope(question, source, null)) : null;
}

/** The value that a measure reads from a record, and the condition on the records that it uses. */
interface MeasureInput {
  value: SqlValue | null;
  filter: RawBuilder<unknown> | null;
}

/**
 * Translates the value and the condition of a measure. Refuses with REQUEST_INVALID a value that the measure cannot
 * use.
 */
function inputOf(question: Question, measure: DatasetMeasure, scope: SqlScope): MeasureInput {
  const filter = measure.where ? withoutNull(translateExpression(question, measure.where, scope, 'bool')) : null;
  const value = measure.of ? translateExpression(question, measure.of, scope) : null;
  if (value && !isMeasurable(measure, value.kind)) throw unfitRefusal(question, `度量“${measure.key}”应为数字`);
  return { value, filter };
}

/** Replaces empty values by null, because `count` ignores null. */
const nullIfEmpty = (value: SqlValue): RawBuilder<unknown> =>
  sql`(case when not ${isEmptySql(value)} then ${value.sql} end)`;

/**
 * Refuses to compare periods of a time that is stored as text, because such a value cannot be moved to another period.
 */
function requireDatedTime(question: Question, source: Pick<CheckedSource, 'read'>): void {
  const time = timePathOf(question.definition) ?? [];
  const kind = source.read(time)?.kind ?? 'date';
  if (kind !== 'date' && kind !== 'time') throw unfitRefusal(question, `比较所用的“${time.join('.')}”不是日期字段`);
}

/** A column of a subquery: name and expression. */
export type NamedColumn = readonly [name: string, value: RawBuilder<unknown>];
export const asColumn = ([name, value]: NamedColumn): RawBuilder<unknown> => sql`${value} as ${sql.id(name)}`;

/** A subquery over the records of a dataset. It contains the values of groups and measures of each record. */
export interface Scan {
  /**
   * Columns, numbered by the position in the part: g0, x0 (groups and their texts); v0, f0 (measures and their
   * conditions); d0, e0 (details and their texts). Also `id`.
   */
  select: RawBuilder<unknown>;
  /**
   * The pre-aggregation. If it is `stored`, g0 is the stored value, and `groupings` read the pre-aggregated columns
   * `s.g0` and `s.x0`.
   */
  preAggregation: PreAggregation;
  /**
   * The parts of `select`: its columns of groups and measures, from-clause and conditions. `condition`: the dataset's
   * own condition, which `where` does not contain; null: it has none.
   */
  parts: {
    groups: readonly NamedColumn[];
    measures: readonly NamedColumn[];
    from: RawBuilder<unknown>;
    where: readonly RawBuilder<unknown>[];
    condition: RawBuilder<unknown> | null;
  };
  /** Indexes of the groups that have a column x0. */
  labelledGroupIndexes: readonly number[];
  /** SQL of the groups, by position in `Part.groups`. */
  groupings: readonly Grouping[];
  /** The kinds of the measures' values; null for a measure without a value. */
  measureKinds: readonly (SqlValue['kind'] | null)[];
  details: readonly DetailSql[];
}

/** Returns the clause `where …`; empty SQL without conditions. */
export const whereOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql` where ${sql.join(conditions, sql` and `)}` : sql``;

/**
 * Builds the scan of a part. `measures`: the measures to compute. `shift`: moves the dates of earlier records into the
 * period with which they are compared; null: no comparison.
 */
export function createScan(
  question: Question,
  source: CheckedSource,
  part: Part,
  measures: readonly DatasetMeasure[],
  shift: Shift | null,
): Scan {
  const { definition, shape } = question;
  const { groups, details = [], keyword } = part;
  if (shift) requireDatedTime(question, source);
  const scope = createScope(question, source, shift);
  const readings = readingsOf(question, source, part, shift);
  const preAggregation = choosePreAggregation(question, part, measures, readings);
  const isStored = preAggregation === 'stored';
  const groupings = readings.map((reading, index): Grouping | null => {
    if (groups[index] === ROW_GROUP) return rowGrouping(source.rowKey);
    return reading && createGrouping(reading, isStored);
  });
  const values = isStored
    ? readings.map((reading) => reading && storedValueOf(reading).value.sql)
    : groupings.map((grouping) => grouping?.value ?? null);
  const labels = isStored
    ? readings.map((reading) => reading && storedValueOf(reading).label)
    : groupings.map((grouping) => grouping?.label ?? null);
  const inputs = measures.map((measure) => (isDerived(measure) ? null : inputOf(question, measure, scope)));
  const detailColumns = details.map((detail) =>
    detailSql(shape, source, detail, { scope, valueOf: (text) => translateExpression(question, text, scope) }),
  );
  const namedDetails = detailColumns.flatMap(({ value, label }, index) => [
    sql`${value} as ${sql.id(`d${index}`)}`,
    ...(label ? [sql`${label} as ${sql.id(`e${index}`)}`] : []),
  ]);
  const groupColumns = [
    ...values.flatMap((value, index): NamedColumn[] => (value ? [[`g${index}`, value]] : [])),
    ...labels.flatMap((label, index): NamedColumn[] => (label ? [[`x${index}`, label]] : [])),
  ];
  const inputColumns = inputs.flatMap((input, index): NamedColumn[] => {
    const measure = measures[index];
    if (!input || !measure) return [];
    const position = part.measures.indexOf(measure);
    const isCount = measure.fn === 'count' || measure.fn === 'distinct';
    return [
      ...(input.value ? [[`v${position}`, isCount ? nullIfEmpty(input.value) : input.value.sql] as const] : []),
      ...(input.filter ? [[`f${position}`, input.filter] as const] : []),
    ];
  });
  const where: RawBuilder<unknown>[] = [
    ...source.where,
    ...(keyword
      ? [
          containsSql(keyword, [
            ...detailColumns.map(({ kind, value, label }, index) => ({
              text: detailValueText(kind, value),
              kind,
              label,
              end: endOfDetail(shape, details[index] as DatasetDetail),
            })),
            ...groupings.flatMap((grouping) =>
              grouping && grouping.group !== ROW_GROUP
                ? [
                    {
                      text: grouping.keyText(grouping.value),
                      label: grouping.label,
                      end: grouping.end,
                      kind: 'text' as const,
                    },
                  ]
                : [],
            ),
          ]),
        ]
      : []),
  ];
  const condition = definition.where
    ? withoutNull(translateExpression(question, definition.where, scope, 'bool'))
    : null;
  // with stored values the joins are added after the pre-aggregation
  const joins = isStored ? [] : groupings.flatMap((grouping) => (grouping?.join ? [grouping.join] : []));
  const from = sql`${source.from}${joins.length > 0 ? sql.join(joins, sql``) : sql``}`;
  const columns = sql.join([
    sql`frm_record.id as id`,
    ...namedDetails,
    ...[...groupColumns, ...inputColumns].map(asColumn),
  ]);
  const select = sql`select ${columns} from ${from}${whereOf(condition ? [...where, condition] : where)}`;
  const cellConditions = groupings.flatMap((grouping, index) => {
    const key = grouping ? question.keys?.[grouping.key] : undefined;
    return grouping && key !== undefined ? [sql`coalesce(${grouping.keyText(sql.id(`g${index}`))}, '') = ${key}`] : [];
  });
  return {
    select:
      cellConditions.length > 0
        ? sql`select * from (${select}) of_cell where ${sql.join(cellConditions, sql` and `)}`
        : select,
    preAggregation,
    parts: { groups: groupColumns, measures: inputColumns, from, where, condition },
    labelledGroupIndexes: [...labels.keys()].filter((index) => labels[index]),
    groupings: groupings as Grouping[],
    details: detailColumns,
    measureKinds: inputs.map((input) => input?.value?.kind ?? null),
  };
}
