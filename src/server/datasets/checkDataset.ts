import { isDerived, measuresOf, type DatasetDefinition } from '../../domain/dataset.ts';
import type { ExpressionTypes, ValueType } from '../../expressions/index.ts';
import { problem, underPath, type Path, type Problem } from '../../domain/problem/index.ts';
import { parseDataset } from '../../importer/index.ts';
import { columnKind } from '../../records/index.ts';
import { constantOf, pathsIn, translate, type SqlScope, type SqlValue } from '../celSql/index.ts';
import type { ServerContext } from '../context.ts';
import { type PendingForms, publishedForm, relatedForms } from '../documents/index.ts';
import type { Db } from '../store/database.ts';
import type { FactReader } from '../store/facts.ts';
import { sql } from 'kysely';
import { pathOfDetail } from './statement/details.ts';

import { endOfDatasetPath, isContextPath, shapeOf, sourceOf, typesFor, type DatasetShape } from './datasetShape.ts';
import { datePartOf, isMeasurable, timePathOf, type DatePart } from './datasetPart.ts';

export interface CheckedDataset {
  /** Null when the text could not be parsed as a dataset. */
  definition: DatasetDefinition | null;
  problems: Problem[];
}

/** The kind of the SQL value of an expression, by the type of the expression. */
const SQL_KINDS: Readonly<Record<ValueType, SqlValue['kind']>> = {
  string: 'text',
  double: 'number',
  bool: 'bool',
  list: 'list',
  dyn: 'text',
};

/** Returns whether the values of a path are stored as dates or times. Months and years are stored as text. */
function isDateOrTime(shape: DatasetShape, path: readonly string[]): boolean {
  const end = endOfDatasetPath(shape, path);
  if (!end) return false;
  if (!end.node) return end.name === 'createTime' || end.name === 'updateTime';
  const definition = shape.vocabulary.definition(end.node.tag);
  const kind = definition ? columnKind({ node: end.node, valueType: end.type, definition }) : null;
  return kind === 'date' || kind === 'timestamp';
}

const ALL_DATE_PARTS: readonly DatePart[] = ['year', 'quarter', 'month', 'week', 'day'];

/** Returns the date parts by which the values of a path can be grouped. A month is treated as its first day. */
function datePartsIn(shape: DatasetShape, path: readonly string[]): readonly DatePart[] {
  if (isDateOrTime(shape, path)) return ALL_DATE_PARTS;
  const node = endOfDatasetPath(shape, path)?.node;
  const definition = node && shape.vocabulary.definition(node.tag);
  if (!definition || definition.comparedAs?.(node as never) !== undefined) return [];
  const format = definition.dateFormat?.(node as never) ?? '';
  if (/^YYYY-MM(\W|$)/.test(format)) return ALL_DATE_PARTS;
  return /^YYYY(\W|$)/.test(format) ? ['year'] : [];
}

/** Creates a scope with placeholder columns, to check whether an expression can be translated to SQL. */
function placeholderScope(shape: DatasetShape, types: ExpressionTypes): SqlScope {
  return {
    today: '2026-01-01',
    read(path) {
      if (isContextPath(path)) {
        const contextTypes = types[path[0] ?? ''];
        const type =
          typeof contextTypes === 'object' && 'fields' in contextTypes ? contextTypes.fields[path[1] ?? ''] : undefined;
        if (type === undefined) return null;
        if (type === 'double') return constantOf(1);
        if (type === 'list') return constantOf(['a', 'b']);
        return constantOf(type === 'bool' ? true : 'a');
      }
      const end = endOfDatasetPath(shape, path);
      if (!end) return null;
      return isDateOrTime(shape, path)
        ? { kind: 'date', sql: sql`null` }
        : { kind: SQL_KINDS[end.type], sql: sql`null` };
    },
  };
}

const missingField = (path: Path, name: string): Problem => problem('DOC_REFERENCE', path, { kind: '字段', name });

/** Checks an expression and its translation to SQL. Returns its problems, or the kind of its value. */
function checkSqlExpression(
  shape: DatasetShape,
  text: string,
  path: Path,
  expected: ValueType,
): { problems: Problem[]; kind: SqlValue['kind'] | null } {
  const unknownPaths = pathsIn(text).filter(
    (unknownPath) => !isContextPath(unknownPath) && !endOfDatasetPath(shape, unknownPath),
  );
  if (unknownPaths.length > 0)
    return { problems: unknownPaths.map((unknownPath) => missingField(path, unknownPath.join('.'))), kind: null };
  const types = typesFor(shape, text);
  const result = translate(text, types, placeholderScope(shape, types), expected);
  return result.ok
    ? { problems: [], kind: result.value.kind }
    : { problems: underPath(path, result.problems), kind: null };
}

function checkGroups(definition: DatasetDefinition, shape: DatasetShape): Problem[] {
  return (definition.groupBy ?? []).flatMap((group, index): Problem[] => {
    const path = group.of.split('.');
    const groupPath: Path = ['groupBy', index];
    const end = endOfDatasetPath(shape, path);
    if (!end) return [missingField([...groupPath, 'of'], group.of)];
    const groupProblem = (key: string, detail: string): Problem[] => [
      problem('DOC_SHAPE', [...groupPath, key], { where: group.key, detail }),
    ];
    if (end.type === 'list') return groupProblem('of', '多个值的字段不能分组');
    if (group.ranges && end.type !== 'double') return groupProblem('ranges', '只有数字才能按区间分组');
    const allowedParts = datePartsIn(shape, path);
    if (group.by === 'area' && (end.type === 'double' || end.type === 'bool' || allowedParts.length > 0))
      return groupProblem('by', '应为行政区划的代码或名称');
    const part = datePartOf(group);
    if (part && !allowedParts.includes(part))
      return groupProblem('by', allowedParts.length === 0 ? '不是日期字段' : '年份只能按年分组');
    return [];
  });
}

/** Checks that each detail is an existing field, or an expression that can be translated to SQL. */
function checkDetails(definition: DatasetDefinition, shape: DatasetShape): Problem[] {
  return (definition.details ?? []).flatMap((detail, index): Problem[] => {
    const detailPath: Path = ['details', index, 'of'];
    const path = pathOfDetail(detail);
    if (path && !isContextPath(path)) return endOfDatasetPath(shape, path) ? [] : [missingField(detailPath, detail.of)];
    return checkSqlExpression(shape, detail.of, detailPath, 'dyn').problems;
  });
}

function checkMeasures(definition: DatasetDefinition, shape: DatasetShape): Problem[] {
  return measuresOf(definition).flatMap((measure, index): Problem[] => {
    const measurePath: Path = ['measures', index];
    const problems: Problem[] = [];
    if (measure.where)
      problems.push(...checkSqlExpression(shape, measure.where, [...measurePath, 'where'], 'bool').problems);
    if (measure.of && !isDerived(measure)) {
      const checkResult = checkSqlExpression(shape, measure.of, [...measurePath, 'of'], 'dyn');
      problems.push(...checkResult.problems);
      if (checkResult.kind !== null && !isMeasurable(measure, checkResult.kind))
        problems.push(
          problem('DOC_SHAPE', [...measurePath, 'of'], {
            where: measure.key,
            detail: '应为数字（最小、最大也可为日期）',
          }),
        );
    }
    const time = timePathOf(definition);
    // `checkTime` reports a `time` of the dataset that is not a date
    if (measure.compare && (!time || (definition.time === undefined && !isDateOrTime(shape, time))))
      problems.push(
        problem('DOC_SHAPE', [...measurePath, 'compare'], {
          where: measure.key,
          detail: '比较要有时间：按年月日的日期字段分组，或写 time',
        }),
      );
    return problems;
  });
}

/** Checks calculated columns and `having`. They read groups as texts, and measures and preceding columns as numbers. */
function checkColumns(definition: DatasetDefinition): Problem[] {
  const { groupBy = [], columns = [], having } = definition;
  const typesByName: Record<string, ValueType> = {
    ...Object.fromEntries(groupBy.map(({ key }) => [key, 'string' as const])),
    ...Object.fromEntries(measuresOf(definition).map(({ key }) => [key, 'double' as const])),
  };
  const checkExpression = (text: string, path: Path, expected: ValueType): Problem[] => {
    const types = { ...typesByName };
    const result = translate(
      text,
      types,
      {
        today: '2026-01-01',
        read: ([name = '', ...rest]) => {
          const type = rest.length === 0 ? types[name] : undefined;
          return type === undefined ? null : { kind: SQL_KINDS[type], sql: sql`null` };
        },
      },
      expected,
    );
    return result.ok ? [] : underPath(path, result.problems);
  };
  const columnProblems = columns.flatMap((column, index) => {
    const problems = checkExpression(column.computed, ['columns', index, 'computed'], 'double');
    typesByName[column.key] = 'double';
    return problems;
  });
  return [...columnProblems, ...(having ? checkExpression(having, ['having'], 'bool') : [])];
}

/**
 * Loads the form that a dataset reads, and the forms to which its relations lead. Returns null if the form is not
 * published or does not have the sub-table.
 */
export async function loadShape(
  context: ServerContext,
  db: Db,
  definition: DatasetDefinition,
  pendingForms: PendingForms = () => null,
  facts?: FactReader,
): Promise<DatasetShape | null> {
  const { formKey } = sourceOf(definition);
  const form = pendingForms(formKey) ?? (await publishedForm(context, db, formKey, facts));
  return (
    form && shapeOf(definition, form, await relatedForms(context, db, form, pendingForms, facts), context.vocabulary)
  );
}

/** Checks that `time` is a field with dates or times. */
function checkTime(time: string, shape: DatasetShape): Problem[] {
  const path = time.split('.');
  if (!endOfDatasetPath(shape, path)) return [missingField(['time'], time)];
  return isDateOrTime(shape, path) ? [] : [problem('DOC_SHAPE', ['time'], { where: time, detail: '不是日期字段' })];
}

/** Checks a dataset against the forms that it reads. */
export function checkAgainstForms(definition: DatasetDefinition, shape: DatasetShape): Problem[] {
  const { where, time } = definition;
  return [
    ...(time ? checkTime(time, shape) : []),
    ...(where ? checkSqlExpression(shape, where, ['where'], 'bool').problems : []),
    ...checkGroups(definition, shape),
    ...checkDetails(definition, shape),
    ...checkMeasures(definition, shape),
    ...checkColumns(definition),
  ];
}

/**
 * Parses a dataset and returns all its problems. `key`: the key under which it is stored, used instead of the key in
 * the text.
 */
export async function checkDataset(
  context: ServerContext,
  db: Db,
  content: unknown,
  key: string,
): Promise<CheckedDataset> {
  const contentWithKey = typeof content === 'object' && content !== null ? { ...content, datasetKey: key } : content;
  const parsed = parseDataset(contentWithKey, context.vocabulary);
  if (!parsed.ok) return { definition: null, problems: [...parsed.problems] };
  const definition = parsed.value;
  const shape = await loadShape(context, db, definition);
  const problems = shape
    ? checkAgainstForms(definition, shape)
    : [problem('DOC_REFERENCE', ['from'], { kind: '已发布表单或子表', name: definition.from })];
  return { definition, problems: [...parsed.problems, ...problems] };
}
