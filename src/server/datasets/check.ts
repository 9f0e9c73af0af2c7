import {
  isDerived,
  measuresOf,
  type DatasetDefinition,
  type ExpressionTypes,
  type ValueType,
} from '../../kernel/index.ts';
import { problem, underPath, type Path, type Problem } from '../../domain/problem/index.ts';
import { parseDataset } from '../../importer/index.ts';
import { constantOf, pathsIn, translate, type SqlScope, type SqlValue } from '../celSql/index.ts';
import type { ServerContext } from '../context.ts';
import { type PendingForms, publishedForm, relatedForms } from '../documents/index.ts';
import type { Db } from '../store/database.ts';
import type { FactReader } from '../store/facts.ts';
import { sql } from 'kysely';
import { pathOfDetail } from './statement/details.ts';

import { endOf, isAround, shapeOf, sourceOf, typesFor, type Shape } from './shape.ts';
import { datePartOf, timeOf } from './plan.ts';

export interface CheckedDataset {
  /** Null when the text is no dataset at all. */
  definition: DatasetDefinition | null;
  problems: Problem[];
}

const KINDS: Readonly<Record<ValueType, SqlValue['kind']>> = {
  string: 'text',
  double: 'number',
  bool: 'bool',
  list: 'list',
  dyn: 'text',
};

/** Whether the values of a path are days or moments, by what its widget says. */
function isDated(shape: Shape, path: readonly string[]): boolean {
  const end = endOf(shape, path);
  if (!end) return false;
  if (!end.node) return end.name === 'createTime' || end.name === 'updateTime';
  const definition = shape.vocabulary.definition(end.node.tag);
  return (
    definition?.dateFormat?.(end.node as never) !== undefined &&
    definition.comparedAs?.(end.node as never) === undefined
  );
}

/** Stand-ins for the columns, to learn whether an expression can be asked of a database at all. */
function anyScope(shape: Shape, types: ExpressionTypes): SqlScope {
  return {
    today: '2026-01-01',
    read(path) {
      if (isAround(path)) {
        const group = types[path[0] ?? ''];
        const type = typeof group === 'object' && 'fields' in group ? group.fields[path[1] ?? ''] : undefined;
        return type === undefined
          ? null
          : constantOf(type === 'double' ? 1 : type === 'list' ? ['a', 'b'] : type === 'bool' ? true : 'a');
      }
      const end = endOf(shape, path);
      if (!end) return null;
      return isDated(shape, path) ? { kind: 'date', sql: sql`null` } : { kind: KINDS[end.type], sql: sql`null` };
    },
  };
}

const missing = (path: Path, name: string): Problem => problem('DOC_REFERENCE', path, { kind: '字段', name });

function checkText(
  shape: Shape,
  text: string,
  path: Path,
  expected: ValueType,
): { problems: Problem[]; kind: SqlValue['kind'] | null } {
  const lost = pathsIn(text).filter((one) => !isAround(one) && !endOf(shape, one));
  if (lost.length > 0) return { problems: lost.map((one) => missing(path, one.join('.'))), kind: null };
  const types = typesFor(shape, text);
  const result = translate(text, types, anyScope(shape, types), expected);
  return result.ok
    ? { problems: [], kind: result.value.kind }
    : { problems: underPath(path, result.problems), kind: null };
}

function checkGroups(definition: DatasetDefinition, shape: Shape): Problem[] {
  return (definition.groupBy ?? []).flatMap((group, index): Problem[] => {
    const path = group.of.split('.');
    const at: Path = ['groupBy', index];
    const end = endOf(shape, path);
    if (!end) return [missing([...at, 'of'], group.of)];
    const wrong = (key: string, detail: string): Problem[] => [
      problem('DOC_SHAPE', [...at, key], { where: group.key, detail }),
    ];
    if (end.type === 'list') return wrong('of', '多个值的字段不能分组');
    if (group.ranges && end.type !== 'double') return wrong('ranges', '只有数字才能按区间分组');
    if (group.by === 'area' && (end.type === 'double' || end.type === 'bool' || isDated(shape, path)))
      return wrong('by', '应为行政区划的代码或名称');
    if (datePartOf(group) && !isDated(shape, path)) return wrong('by', '不是日期字段');
    return [];
  });
}

/** A detail is a field that is there, or an expression a database can answer. */
function checkDetails(definition: DatasetDefinition, shape: Shape): Problem[] {
  return (definition.details ?? []).flatMap((detail, index): Problem[] => {
    const at: Path = ['details', index, 'of'];
    const path = pathOfDetail(detail);
    if (path && !isAround(path)) return endOf(shape, path) ? [] : [missing(at, detail.of)];
    return checkText(shape, detail.of, at, 'dyn').problems;
  });
}

function checkMeasures(definition: DatasetDefinition, shape: Shape): Problem[] {
  return measuresOf(definition).flatMap((measure, index): Problem[] => {
    const at: Path = ['measures', index];
    const problems: Problem[] = [];
    if (measure.where) problems.push(...checkText(shape, measure.where, [...at, 'where'], 'bool').problems);
    if (measure.of && !isDerived(measure)) {
      const found = checkText(shape, measure.of, [...at, 'of'], 'dyn');
      problems.push(...found.problems);
      const isFit =
        found.kind === null ||
        measure.fn === 'count' ||
        measure.fn === 'distinct' ||
        found.kind === 'number' ||
        ((measure.fn === 'min' || measure.fn === 'max') && (found.kind === 'date' || found.kind === 'time'));
      if (!isFit)
        problems.push(
          problem('DOC_SHAPE', [...at, 'of'], { where: measure.key, detail: '应为数字（最小、最大也可为日期）' }),
        );
    }
    if (measure.compare && !timeOf(definition))
      problems.push(
        problem('DOC_SHAPE', [...at, 'compare'], { where: measure.key, detail: '比较要有时间：按日期分组，或写 time' }),
      );
    return problems;
  });
}

/** Calculated columns and `having` read groups as texts, measures and the columns before as numbers. */
function checkColumns(definition: DatasetDefinition): Problem[] {
  const { groupBy = [], columns = [], having } = definition;
  const names: Record<string, ValueType> = {
    ...Object.fromEntries(groupBy.map(({ key }) => [key, 'string' as const])),
    ...Object.fromEntries(measuresOf(definition).map(({ key }) => [key, 'double' as const])),
  };
  const judge = (text: string, path: Path, expected: ValueType): Problem[] => {
    const types = { ...names };
    const result = translate(
      text,
      types,
      {
        today: '2026-01-01',
        read: ([name = '', ...rest]) => {
          const type = rest.length === 0 ? types[name] : undefined;
          return type === undefined ? null : { kind: KINDS[type], sql: sql`null` };
        },
      },
      expected,
    );
    return result.ok ? [] : underPath(path, result.problems);
  };
  const found = columns.flatMap((column, index) => {
    const problems = judge(column.computed, ['columns', index, 'computed'], 'double');
    names[column.key] = 'double';
    return problems;
  });
  return [...found, ...(having ? judge(having, ['having'], 'bool') : [])];
}

/** The form that a dataset reads with all that its relations lead to; null: it is not published. */
export async function loadShape(
  context: ServerContext,
  db: Db,
  definition: DatasetDefinition,
  beside: PendingForms = () => null,
  facts?: FactReader,
): Promise<Shape | null> {
  const { formKey } = sourceOf(definition);
  const form = beside(formKey) ?? (await publishedForm(context, db, formKey, facts));
  return form && shapeOf(definition, form, await relatedForms(context, db, form, beside, facts), context.vocabulary);
}

/** What is wrong with a dataset as far as the forms it reads are concerned. */
export function checkAgainst(definition: DatasetDefinition, shape: Shape): Problem[] {
  const { where, time } = definition;
  return [
    ...(time && !endOf(shape, time.split('.'))
      ? [missing(['time'], time)]
      : time && !isDated(shape, time.split('.'))
        ? [problem('DOC_SHAPE', ['time'], { where: time, detail: '不是日期字段' })]
        : []),
    ...(where ? checkText(shape, where, ['where'], 'bool').problems : []),
    ...checkGroups(definition, shape),
    ...checkDetails(definition, shape),
    ...checkMeasures(definition, shape),
    ...checkColumns(definition),
  ];
}

/** Everything that is wrong with a dataset's text. `key`: under which it is kept, which wins over its own. */
export async function checkDataset(
  context: ServerContext,
  db: Db,
  content: unknown,
  key: string,
): Promise<CheckedDataset> {
  const keyed = typeof content === 'object' && content !== null ? { ...content, datasetKey: key } : content;
  const read = parseDataset(keyed, context.vocabulary);
  if (!read.ok) return { definition: null, problems: [...read.problems] };
  const definition = read.value;
  const shape = await loadShape(context, db, definition);
  const problems = shape
    ? checkAgainst(definition, shape)
    : [problem('DOC_REFERENCE', ['from'], { kind: '已发布表单或子表', name: definition.from })];
  return { definition, problems: [...read.problems, ...problems] };
}
