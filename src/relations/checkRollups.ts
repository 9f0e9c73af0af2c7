import type { FieldNode } from '../grammar/nodes.ts';
import { type Path, type Problem, problem, underPath, warning } from '../domain/problem/index.ts';
import {
  checkExpression,
  dateFunctionIn,
  readsIn,
  type ExpressionType,
  type ExpressionTypes,
} from '../expressions/index.ts';
import {
  type FormDefinition,
  isFieldNode,
  isTableNode,
  walkNodes,
  relationOf,
  type Vocabulary,
  columnNodes,
  placeholderNames,
  valueTypeOf,
  hasCompanion,
} from '../kernel/index.ts';
import { fieldsOf, type FormLookup, RECORD_COLUMNS } from './relationPath.ts';
import { keptKeys, fieldsReadBy, rollupOf, type Rollup } from './rollup.ts';
import { TESTED_RECORD, type RelationContext } from './checkRelations.ts';

/** A roll-up with its position. */
export interface PlacedRollup {
  node: FieldNode;
  rollup: Rollup;
  path: Path;
}

/** Returns every roll-up of a form, outside of sub-tables. */
export function rollupsIn(definition: FormDefinition): PlacedRollup[] {
  return [...walkNodes(definition.fields)].flatMap(({ node, path }) => {
    const rollup = isFieldNode(node) ? rollupOf(node) : null;
    return rollup && isFieldNode(node) ? [{ node, rollup, path }] : [];
  });
}

/** The source of a roll-up. */
export interface RollupSource {
  /** The form whose records are aggregated; the field's own form if it aggregates rows of its own sub-table. */
  form: FormDefinition;
  /** The columns of the sub-table whose rows are aggregated, by key; null if records are aggregated. */
  columns: ReadonlyMap<string, FieldNode> | null;
}

/** Returns the source of a roll-up; null if the form or the sub-table does not exist. */
export function sourceOfRollup(
  definition: FormDefinition,
  { form: formKey, table }: Rollup,
  formOf: FormLookup,
): RollupSource | null {
  const form = formKey === null ? definition : formOf(formKey);
  if (!form) return null;
  if (table === null) return { form, columns: null };
  const node = fieldsOf(form).get(table);
  if (!node || !isTableNode(node)) return null;
  return { form, columns: new Map(columnNodes(node).map((column) => [column.__vModel__, column])) };
}

/**
 * Returns the field with a key that a roll-up names (`of`, `by`, `via`): the column of the sub-table whose rows are
 * aggregated or, if there is no such column, the field of the source record. Undefined if neither exists, or if the
 * field is a sub-table.
 */
export const sourceField = ({ form, columns }: RollupSource, key: string): FieldNode | undefined => {
  const field = columns?.get(key) ?? fieldsOf(form).get(key);
  return field && !isTableNode(field) ? field : undefined;
};

/**
 * Returns the names, with their types, that the condition of a roll-up may use: those of the source record (`it.`),
 * except the times of its creation and last change, and those of its row (`row.`).
 */
export function rollupTypes({ form, columns }: RollupSource, vocabulary: Vocabulary): ExpressionTypes {
  const typeOf = (node: FieldNode): ExpressionType =>
    relationOf(node)?.isMultiple === false ? 'string' : valueTypeOf(node, vocabulary);
  const { createTime: _made, updateTime: _changed, ...systemColumns } = RECORD_COLUMNS;
  const record: Record<string, ExpressionType> = { ...systemColumns } as Record<string, ExpressionType>;
  for (const [key, node] of fieldsOf(form)) if (!isTableNode(node)) record[key] = typeOf(node);
  const row: ExpressionTypes = columns
    ? { row: { fields: Object.fromEntries([...columns].map(([key, node]) => [key, typeOf(node)])) } }
    : {};
  return { [TESTED_RECORD]: { fields: record }, ...row };
}

/** The functions whose result depends on the order of the source records. */
const ORDERED_FUNCTIONS: ReadonlySet<string> = new Set(['first', 'last', 'list']);

/** Checks the types of a roll-up and its source field. Returns the problem in Chinese; null if they match. */
function valueProblem(
  { node, rollup }: PlacedRollup,
  sourceNode: FieldNode | undefined,
  vocabulary: Vocabulary,
): string | null {
  const type = valueTypeOf(node, vocabulary);
  if (rollup.fn === 'count') return type === 'double' ? null : '条数应存于数字字段';
  if (!sourceNode) return null;
  const source = valueTypeOf(sourceNode, vocabulary);
  if (rollup.fn === 'sum' || rollup.fn === 'avg')
    return type === 'double' && source === 'double' ? null : '合计与平均的来源和本字段都应为数字字段';
  const isText = type === 'string' && vocabulary.definition(node.tag)?.dateFormat === undefined;
  if (rollup.fn === 'list') return isText ? null : '逐条列出应存于文本字段';
  if (hasCompanion(node, vocabulary)) return '选择类字段不能存放汇总，请用文本、数字或日期字段';
  if (ORDERED_FUNCTIONS.has(rollup.fn) && isText) return null;
  if (
    type === source &&
    vocabulary.definition(sourceNode.tag)?.dateFormat?.(sourceNode as never) === dateFormatOf(node, vocabulary)
  )
    return type === 'double' || dateFormatOf(node, vocabulary) !== undefined || ORDERED_FUNCTIONS.has(rollup.fn)
      ? null
      : '最小与最大只用于数字和日期';
  return '来源字段与本字段的类型不同';
}

/** Returns the date format of a field; undefined for a field without dates. */
const dateFormatOf = (node: FieldNode, vocabulary: Vocabulary): string | undefined =>
  vocabulary.definition(node.tag)?.dateFormat?.(node as never);

/** Checks one roll-up: its source, relation, aggregated field and condition. */
function checkRollup(definition: FormDefinition, placedRollup: PlacedRollup, context: RelationContext): Problem[] {
  const { node, rollup } = placedRollup;
  const { formOf, vocabulary } = context;
  const path = [...placedRollup.path, 'rollup'];
  const label = node.label || node.__vModel__;
  const shapeProblem = (detail: string, problemPath: Path = path): Problem =>
    problem('DOC_SHAPE', problemPath, { where: label, detail });
  if (node.computed) return [shapeProblem('汇总字段不能同时有计算表达式')];
  const source = sourceOfRollup(definition, rollup, formOf);
  if (!source) {
    const kind = rollup.form === null ? '本表单的子表' : formOf(rollup.form) ? `“${rollup.form}”的子表` : '已发布表单';
    return [
      problem('DOC_REFERENCE', [...path, 'from'], {
        kind,
        name: rollup.form === null || formOf(rollup.form) ? (rollup.table ?? '') : rollup.form,
      }),
    ];
  }
  const problems: Problem[] = [];
  const fieldKind = `“${source.form.formName}”的字段`;
  if (rollup.form !== null) {
    const via = sourceField(source, rollup.via);
    const relation = via ? relationOf(via) : null;
    if (!via) problems.push(problem('DOC_REFERENCE', [...path, 'via'], { kind: fieldKind, name: rollup.via }));
    else if (relation?.to !== definition.formKey)
      problems.push(shapeProblem(`“${via.label || rollup.via}”不是指向本表单的关联`, [...path, 'via']));
  }
  const aggregatedField = rollup.of === '' ? undefined : sourceField(source, rollup.of);
  if (rollup.of === '' && rollup.fn !== 'count') problems.push(shapeProblem('请写明汇总的字段 of', [...path, 'of']));
  else if (rollup.of !== '' && !aggregatedField)
    problems.push(problem('DOC_REFERENCE', [...path, 'of'], { kind: fieldKind, name: rollup.of }));
  else {
    const detail = valueProblem(placedRollup, aggregatedField, vocabulary);
    if (detail !== null) problems.push(shapeProblem(detail, [...path, 'of']));
  }
  if (rollup.by !== '' && !sourceField(source, rollup.by))
    problems.push(problem('DOC_REFERENCE', [...path, 'by'], { kind: fieldKind, name: rollup.by }));
  if (rollup.where !== '') {
    const conditionProblems = checkExpression(rollup.where, rollupTypes(source, vocabulary), 'bool');
    problems.push(...underPath([...path, 'where'], conditionProblems));
    const dateFunction = conditionProblems.length === 0 ? dateFunctionIn(rollup.where) : null;
    if (dateFunction !== null)
      problems.push(
        shapeProblem(`汇总条件不能用 ${dateFunction}()：汇总须只随记录变化，不随日期变化`, [...path, 'where']),
      );
  }
  return problems;
}

/** A kept field of a form, as a vertex in the search for cycles. */
interface KeptField {
  form: FormDefinition;
  key: string;
}

/** Returns the kept fields from which a kept field is computed. */
function sourcesOf({ form, key }: KeptField, formOf: FormLookup): KeptField[] {
  const node = fieldsOf(form).get(key);
  const keptFieldKeys = keptKeys(form);
  if (!node) return [];
  const rollup = rollupOf(node);
  if (!rollup)
    return fieldsReadBy(node.computed ?? '', keptFieldKeys)
      .filter((name) => name !== key)
      .map((name) => ({ form, key: name }));
  const source = sourceOfRollup(form, rollup, formOf);
  if (!source) return [];
  const conditionMembers = rollup.where === '' ? [] : readsIn(rollup.where).members;
  const namesRead = [
    rollup.of,
    rollup.by,
    ...conditionMembers.filter(([root]) => root === TESTED_RECORD).map(([, member]) => member),
  ].filter((name) => !source.columns?.has(name));
  return [...new Set(namesRead)]
    .filter((name) => keptKeys(source.form).has(name))
    .map((name) => ({ form: source.form, key: name }));
}

/** Returns the cycle from a kept field back to itself, as labels; null if there is none. */
function cycleFrom(start: KeptField, formOf: FormLookup): string[] | null {
  const idOf = ({ form, key }: KeptField): string => `${form.formKey}/${key}`;
  const nameOf = ({ form, key }: KeptField): string => `${form.formName}.${fieldsOf(form).get(key)?.label || key}`;
  const visited = new Set<string>();
  const stack: { field: KeptField; trail: string[] }[] = [{ field: start, trail: [nameOf(start)] }];
  for (let next = stack.pop(); next; next = stack.pop())
    for (const field of sourcesOf(next.field, formOf)) {
      const trail = [...next.trail, nameOf(field)];
      if (idOf(field) === idOf(start)) return trail;
      if (visited.has(idOf(field))) continue;
      visited.add(idOf(field));
      stack.push({ field, trail });
    }
  return null;
}

/** Checks computed fields that read a roll-up. The server keeps their values too, so they may read only the record. */
function checkKeptFormulas(definition: FormDefinition): Problem[] {
  const keptFieldKeys = keptKeys(definition);
  return [...walkNodes(definition.fields)].flatMap(({ node, path }): Problem[] => {
    if (!isFieldNode(node) || node.rollup || !node.computed || !keptFieldKeys.has(node.__vModel__)) return [];
    const where = node.label || node.__vModel__;
    const dateFunction = dateFunctionIn(node.computed);
    const fields = fieldsOf(definition);
    const situationName = readsIn(node.computed).names.find(
      (name) => ['user', 'taskNode', 'flowState'].includes(name) && !fields.has(name),
    );
    if (dateFunction === null && situationName === undefined) return [];
    return [
      problem('DOC_SHAPE', [...path, 'computed'], {
        where,
        detail: `读取汇总的公式由服务器保持，不能用 ${dateFunction === null ? situationName : `${dateFunction}()`}`,
      }),
    ];
  });
}

/**
 * Warns of kept fields in the record's title. A title is stored when its record is saved. A kept value also changes at
 * other times, so titles do not contain it.
 */
function checkKeptInTitle(definition: FormDefinition): Problem[] {
  const fields = fieldsOf(definition);
  const keptFieldKeys = keptKeys(definition);
  const detail = (key: string): string =>
    `“${fields.get(key)?.label || key}”由服务器汇总，不保存本单也会变化，所以不显示在标题里`;
  const { titleTemplate } = definition;
  if (titleTemplate)
    return [...new Set(placeholderNames(titleTemplate))]
      .filter((key) => keptFieldKeys.has(key))
      .map((key) => warning('DOC_SHAPE', ['titleTemplate'], { where: '记录标题', detail: detail(key) }));
  return [...walkNodes(definition.fields)].flatMap(({ node, path }) =>
    isFieldNode(node) && node.isTitle === '1' && keptFieldKeys.has(node.__vModel__)
      ? [warning('DOC_SHAPE', [...path, 'isTitle'], { where: '记录标题', detail: detail(node.__vModel__) })]
      : [],
  );
}

/**
 * Checks the roll-ups of a form against the other forms: sources, types, conditions, cycles, and their use in titles.
 */
export function checkRollups(definition: FormDefinition, context: RelationContext): Problem[] {
  const rollups = rollupsIn(definition);
  const columnProblems = [...walkNodes(definition.fields)].flatMap(({ node, path }) =>
    isFieldNode(node) && isTableNode(node)
      ? columnNodes(node)
          .filter((column) => column.rollup)
          .map((column) =>
            problem('DOC_SHAPE', [...path, 'children', (node.children as unknown[]).indexOf(column), 'rollup'], {
              where: column.label || column.__vModel__,
              detail: '子表列不能是汇总',
            }),
          )
      : [],
  );
  const problems = [
    ...columnProblems,
    ...rollups.flatMap((rollup) => checkRollup(definition, rollup, context)),
    ...checkKeptFormulas(definition),
  ];
  if (problems.length > 0) return problems;
  const cycles = rollups.flatMap(({ node, path }) => {
    const cycle = cycleFrom({ form: definition, key: node.__vModel__ }, context.formOf);
    return cycle ? [problem('DOC_EXPRESSION_CYCLE', [...path, 'rollup'], { cycle: cycle.join(' → ') })] : [];
  });
  return [...cycles, ...checkKeptInTitle(definition)];
}
