import type { FieldNode } from '../grammar/nodes.ts';
import { type Path, type Problem, problem, underPath } from '../domain/problem/index.ts';
import { checkExpression, type ExpressionType, type ExpressionTypes } from '../expressions/index.ts';
import {
  type FormDefinition,
  isFieldNode,
  isTableNode,
  walkNodes,
  type Vocabulary,
  relationOf,
  type Relation,
  columnNodes,
  formTypesOf,
  valueTypeOf,
  hasCompanion,
} from '../kernel/index.ts';
import { endOfPath, fieldsOf, RECORD_COLUMNS, type FormLookup, type PathEnd } from './relationPath.ts';

/** A relation with its position: in the form, or as a column of a sub-table. */
export interface LocatedRelation {
  node: FieldNode;
  relation: Relation;
  path: Path;
  /** Key of the sub-table; null outside of one. */
  table: string | null;
  /** The fields that the relation may fill; for a column, the columns of its table. */
  siblings: ReadonlyMap<string, FieldNode>;
}

/** Returns every relation of a form, including those in sub-tables. */
export function relationsIn(definition: FormDefinition): LocatedRelation[] {
  const fields = fieldsOf(definition);
  return [...walkNodes(definition.fields)].flatMap(({ node, path }): LocatedRelation[] => {
    if (!isFieldNode(node)) return [];
    if (isTableNode(node)) {
      const columns = columnNodes(node);
      const siblings = new Map(columns.map((column) => [column.__vModel__, column]));
      return columns.flatMap((column) => {
        const relation = relationOf(column);
        const columnPath = [...path, 'children', (node.children as unknown[]).indexOf(column)];
        return relation ? [{ node: column, relation, path: columnPath, table: node.__vModel__, siblings }] : [];
      });
    }
    const relation = relationOf(node);
    return relation ? [{ node, relation, path, table: null, siblings: fields }] : [];
  });
}

/** What the checks need besides the form itself: the other forms, and the vocabulary. */
export interface RelationContext {
  formOf: FormLookup;
  vocabulary: Vocabulary;
}

const isPlainField = (node: FieldNode | undefined): boolean => node !== undefined && !isTableNode(node);

/** Returns true if the name is a field outside sub-tables or a system column. */
const isPlainColumn = (definition: FormDefinition, name: string): boolean =>
  isPlainField(fieldsOf(definition).get(name)) || Object.hasOwn(RECORD_COLUMNS, name);

/** The name with which a condition reads the tested record. */
export const TESTED_RECORD = 'it';

/**
 * Returns the types of the names that `where` may use: those of the form and the row, and those of the tested record
 * except the times of its creation and last change. A relation of the tested record has the type `dyn`, since a path
 * may continue through it.
 */
export function whereTypes(
  definition: FormDefinition,
  target: FormDefinition,
  table: string | null,
  vocabulary: Vocabulary,
): ExpressionTypes {
  const formTypes = formTypesOf(definition.fields, vocabulary);
  const { createTime: _createTime, updateTime: _updateTime, ...systemColumns } = RECORD_COLUMNS;
  const testedRecord: Record<string, ExpressionType> = { ...systemColumns } as Record<string, ExpressionType>;
  for (const [key, node] of fieldsOf(target)) {
    if (isTableNode(node)) continue;
    const relation = relationOf(node);
    testedRecord[key] = relation && !relation.isMultiple ? 'dyn' : valueTypeOf(node, vocabulary);
  }
  const ownTypes = table === null ? formTypes.form : (formTypes.tables.get(table) ?? formTypes.form);
  const tableNode = table === null ? null : fieldsOf(definition).get(table);
  const row: Record<string, ExpressionType> | null =
    tableNode && isTableNode(tableNode)
      ? Object.fromEntries(columnNodes(tableNode).map((column) => [column.__vModel__, valueTypeOf(column, vocabulary)]))
      : null;
  return { ...ownTypes, ...(row ? { row: { fields: row } } : {}), [TESTED_RECORD]: { fields: testedRecord } };
}

/**
 * What a relation copies into a filled field. `value`: the value, with its display text if both fields store one.
 * `text`: only the display text.
 */
export type FillKind = 'value' | 'text';

/** Returns what a relation copies from the source field into the target field. */
export function fillKind(target: FieldNode, source: PathEnd, vocabulary: Vocabulary): FillKind {
  return source.node && hasCompanion(source.node, vocabulary) && !hasCompanion(target, vocabulary) ? 'text' : 'value';
}

/** Returns a Chinese text on why a field cannot be filled from a source field; null if it can. */
function fillProblem(target: FieldNode, source: PathEnd, vocabulary: Vocabulary): string | null {
  if (isTableNode(target)) return '子表由对方的子表带出，请写在 fillRows（带出明细）中';
  if (target.computed || target.rollup) return '由公式或汇总得出的字段不能带出';
  const type = valueTypeOf(target, vocabulary);
  const targetRelation = relationOf(target);
  const sourceRelation = source.node ? relationOf(source.node) : null;
  if (targetRelation) {
    const hasSameTarget =
      sourceRelation?.to === targetRelation.to && sourceRelation.isMultiple === targetRelation.isMultiple;
    return hasSameTarget ? null : `应由同样指向“${targetRelation.to}”的字段带出`;
  }
  const isMatchingType =
    fillKind(target, source, vocabulary) === 'text' ? type === 'string' : type === source.type || type === 'dyn';
  return isMatchingType ? null : '两边的类型不同';
}

/** Checks the fields that a relation fills. */
function checkFill(
  target: FormDefinition,
  { node, path, siblings }: LocatedRelation,
  { formOf, vocabulary }: RelationContext,
): Problem[] {
  const { fill = {}, multiple } = node as { fill?: Record<string, string>; multiple?: boolean };
  const relationName = node.label || node.__vModel__;
  if (multiple === true && Object.keys(fill).length > 0)
    return [problem('DOC_SHAPE', [...path, 'fill'], { where: relationName, detail: '多选的关联不能带出' })];
  return Object.entries(fill).flatMap(([key, name]) => {
    const fillPath = [...path, 'fill', key];
    const field = siblings.get(key);
    if (!field || field === node) return [problem('DOC_REFERENCE', fillPath, { kind: '字段', name: key })];
    const end = endOfPath(target, name.split('.'), formOf, vocabulary);
    if (!end) return [problem('DOC_REFERENCE', fillPath, { kind: `“${target.formName}”的字段`, name })];
    const detail = fillProblem(field, end, vocabulary);
    return detail === null
      ? []
      : [problem('DOC_SHAPE', fillPath, { where: field.label || key, detail: `不能由“${name}”带出：${detail}` })];
  });
}

/**
 * Checks the sub-tables that a relation fills: the relation must refer to a single record and lie outside of
 * sub-tables, both tables and their columns must exist, the types must match, and the filled table must have no default
 * rows of its own.
 */
function checkFillRows(
  target: FormDefinition,
  { node, path, table }: LocatedRelation,
  ownFields: ReadonlyMap<string, FieldNode>,
  { vocabulary }: RelationContext,
): Problem[] {
  const { fillRows = {}, multiple } = node as { fillRows?: Relation['fillRows']; multiple?: boolean };
  const tables = Object.entries(fillRows);
  if (tables.length === 0) return [];
  const relationName = node.label || node.__vModel__;
  if (multiple === true || table !== null)
    return [
      problem('DOC_SHAPE', [...path, 'fillRows'], {
        where: relationName,
        detail: multiple === true ? '多选的关联不能带出明细' : '子表中的关联不能带出明细',
      }),
    ];
  const columnsIn = (node: FieldNode | undefined): ReadonlyMap<string, FieldNode> | null =>
    node && isTableNode(node) ? new Map(columnNodes(node).map((column) => [column.__vModel__, column])) : null;
  return tables.flatMap(([key, { from, columns }]): Problem[] => {
    const rowsPath = [...path, 'fillRows', key];
    const ownTable = ownFields.get(key);
    const ownColumns = columnsIn(ownTable);
    if (!ownTable || !ownColumns) return [problem('DOC_REFERENCE', rowsPath, { kind: '子表', name: key })];
    const sourceColumns = columnsIn(fieldsOf(target).get(from));
    if (!sourceColumns)
      return [problem('DOC_REFERENCE', [...rowsPath, 'from'], { kind: `“${target.formName}”的子表`, name: from })];
    const label = ownTable.label || key;
    const { defaultTbDataResourceApi, defaultTbData = [] } = ownTable as {
      defaultTbDataResourceApi?: string;
      defaultTbData?: unknown[];
    };
    return [
      ...(defaultTbData.length === 0
        ? []
        : [problem('DOC_SHAPE', rowsPath, { where: label, detail: '已写有固定的默认行，不能再由关联带出' })]),
      ...(defaultTbDataResourceApi === undefined
        ? []
        : [problem('DOC_SHAPE', rowsPath, { where: label, detail: '已配置默认数据的来源，不能再由关联带出' })]),
      ...Object.entries(columns).flatMap(([column, name]): Problem[] => {
        const columnPath = [...rowsPath, 'columns', column];
        const ownColumn = ownColumns.get(column);
        const source = sourceColumns.get(name);
        if (!ownColumn) return [problem('DOC_REFERENCE', columnPath, { kind: `“${label}”的列`, name: column })];
        if (!source) return [problem('DOC_REFERENCE', columnPath, { kind: `“${target.formName}”的列`, name })];
        const end: PathEnd = { name, node: source, type: valueTypeOf(source, vocabulary), definition: target };
        const detail = fillProblem(ownColumn, end, vocabulary);
        return detail === null
          ? []
          : [
              problem('DOC_SHAPE', columnPath, {
                where: ownColumn.label || column,
                detail: `不能由“${name}”带出：${detail}`,
              }),
            ];
      }),
    ];
  });
}

/**
 * Checks that no field or sub-table is filled by two relations, and that relations do not fill each other in a cycle.
 * `fillers`: the filling relation, by a name of what it fills: `table/key` for a field ('' as table outside of
 * sub-tables), `rows of table` for a sub-table.
 */
function checkFillConflicts(locatedRelations: readonly LocatedRelation[]): Problem[] {
  const problems: Problem[] = [];
  const fillers = new Map<string, LocatedRelation>();
  for (const locatedRelation of locatedRelations) {
    const filledTables = Object.entries(locatedRelation.relation.fillRows).flatMap(([table, { columns }]) => [
      { key: table, name: `rows of ${table}`, relativePath: ['fillRows', table] },
      ...Object.keys(columns).map((column) => ({
        key: column,
        name: `${table}/${column}`,
        relativePath: ['fillRows', table, 'columns', column],
      })),
    ]);
    const filledFields = Object.keys(locatedRelation.relation.fill).map((key) => ({
      key,
      name: `${locatedRelation.table ?? ''}/${key}`,
      relativePath: ['fill', key],
    }));
    for (const { key, name, relativePath } of [...filledFields, ...filledTables]) {
      if (fillers.has(name))
        problems.push(
          problem('DOC_SHAPE', [...locatedRelation.path, ...relativePath], {
            where: locatedRelation.node.label || locatedRelation.node.__vModel__,
            detail: `“${key}”已由另一关联带出`,
          }),
        );
      else fillers.set(name, locatedRelation);
    }
  }
  for (const locatedRelation of locatedRelations) {
    const visited = new Set<LocatedRelation>();
    let current: LocatedRelation | undefined = locatedRelation;
    while (current && !visited.has(current)) {
      visited.add(current);
      current = fillers.get(`${current.table ?? ''}/${current.node.__vModel__}`);
    }
    if (current === locatedRelation)
      problems.push(
        problem('DOC_SHAPE', [...locatedRelation.path, 'fill'], {
          where: locatedRelation.node.label || locatedRelation.node.__vModel__,
          detail: '几个关联互相带出',
        }),
      );
  }
  return problems;
}

/**
 * Checks the relations of a form against the other forms: the target forms and the fields that a relation queries or
 * fills must exist, and the conditions must be valid.
 */
export function checkRelations(definition: FormDefinition, context: RelationContext): Problem[] {
  const locatedRelations = relationsIn(definition);
  const problems = locatedRelations.flatMap((locatedRelation): Problem[] => {
    const { node, relation, path } = locatedRelation;
    const target = context.formOf(relation.to);
    if (!target) return [problem('DOC_REFERENCE', [...path, 'to'], { kind: '已发布表单', name: relation.to })];
    const {
      columns = [],
      filters = [],
      sort,
    } = node as { columns?: string[]; filters?: string[]; sort?: { field: string } };
    const missingField = (fieldPath: Path, name: string): Problem =>
      problem('DOC_REFERENCE', fieldPath, { kind: `“${target.formName}”的字段`, name });
    const types = whereTypes(definition, target, locatedRelation.table, context.vocabulary);
    return [
      ...(relation.where ? underPath([...path, 'where'], checkExpression(relation.where, types, 'bool')) : []),
      ...columns.flatMap((name, index) =>
        endOfPath(target, name.split('.'), context.formOf, context.vocabulary)
          ? []
          : [missingField([...path, 'columns', index], name)],
      ),
      ...filters.flatMap((name, index) =>
        isPlainColumn(target, name) ? [] : [missingField([...path, 'filters', index], name)],
      ),
      ...(sort && !isPlainColumn(target, sort.field) ? [missingField([...path, 'sort', 'field'], sort.field)] : []),
      ...checkFill(target, locatedRelation, context),
      ...checkFillRows(target, locatedRelation, fieldsOf(definition), context),
    ];
  });
  return [...problems, ...checkFillConflicts(locatedRelations)];
}
