import {
  type FormDefinition,
  checkExpression,
  isFieldNode,
  walkNodes,
  type Vocabulary,
  columnNodes,
  flowTypesOf,
  type FlowTypes,
  type ExpressionTypes,
  isTableNode,
} from '../../../kernel/index.ts';
import { type Problem, problem, underPath, warning } from '../../../domain/problem/index.ts';
import type { FieldNode } from '../../../grammar/nodes.ts';
import { userTasks, type FlowDefinition, type FlowNode } from '../definition.ts';
import { repeatedAround } from '../engine/repeat.ts';
import { withSwitchValues } from '../language/switchValues.ts';

/** Path of a problem that a flow has with a form: `flowKey`, then the element of the flow. */
const placeOf = (element: string): string[] => ['flowKey', element];

/** The field or, as `item.key` inside of a sub-process that is repeated over a table, the column that a value of an answer goes into. */
function answeredNode(
  fields: ReadonlyMap<string, FieldNode>,
  field: string,
  over: string | undefined,
): FieldNode | undefined {
  if (!field.startsWith('item.')) return fields.get(field);
  const table = fields.get(over ?? '');
  return table && isTableNode(table)
    ? columnNodes(table).find((column) => column.__vModel__ === field.slice('item.'.length))
    : undefined;
}

/** What a sub-process is repeated over must be there, its condition for ending early must hold or not. */
function repeatProblems(
  { id, name, repeat }: FlowNode,
  fields: ReadonlyMap<string, FieldNode>,
  types: FlowTypes,
): Problem[] {
  if (!repeat || repeat.over === '') return [];
  const table = fields.get(repeat.over);
  const hasTitle =
    repeat.title === '' ||
    (table && isTableNode(table) && columnNodes(table).some((column) => column.__vModel__ === repeat.title));
  return [
    ...underPath(placeOf(id), checkExpression(repeat.over, types.form)),
    ...(repeat.until === null
      ? []
      : underPath(placeOf(id), checkExpression(repeat.until, types.inside(repeat.over), 'bool'))),
    ...(hasTitle ? [] : [warning('DOC_REFERENCE', placeOf(id), { kind: `行名称列（${name}）`, name: repeat.title })]),
  ];
}

/** Effects of the form that wait for a task node which the flow does not have. Paths begin at the form. */
const effectProblems = (flow: FlowDefinition, { effects = [] }: FormDefinition): Problem[] => {
  const names = new Set(userTasks(flow).map(({ name }) => name));
  return effects.flatMap(({ on, node }, index): Problem[] =>
    (on === 'passed' || on === 'returned') && node !== undefined && !names.has(node)
      ? [problem('DOC_REFERENCE', ['effects', index, 'node'], { kind: `流程“${flow.name}”的任务节点`, name: node })]
      : [],
  );
};

/**
 * Whether a flow fits a form: conditions are checked against its fields (an error forbids publishing), rules and
 * candidates that name a field it does not have are reported.
 */
export function checkFlowAgainstForm(flow: FlowDefinition, form: FormDefinition, vocabulary: Vocabulary): Problem[] {
  const types = flowTypesOf(form.fields, vocabulary);
  const typesAt = (nodeId: string): ExpressionTypes => {
    const around = repeatedAround(flow, nodeId);
    return around ? types.inside(around.repeat.over) : types.form;
  };
  const switches = new Set(
    [...walkNodes(form.fields)]
      .map(({ node }) => node)
      .filter(isFieldNode)
      .filter(({ tag }) => vocabulary.definition(tag)?.isFlag === true)
      .map((node) => node.__vModel__),
  );
  const problems: Problem[] = effectProblems(flow, form);
  for (const edge of Object.values(flow.edges)) {
    if (edge.condition === null) continue;
    const mended = withSwitchValues(edge.condition, switches);
    problems.push(
      ...(mended === edge.condition
        ? underPath(placeOf(edge.id), checkExpression(edge.condition, typesAt(edge.source), 'bool'))
        : [
            problem('DOC_FLOW', placeOf(edge.id), {
              detail: `条件“${edge.condition}”不会成立：开关的值是 '1' 和 '0'，请写成 ${mended}`,
              element: edge.id,
            }),
          ]),
    );
  }
  for (const { id, catches } of Object.values(flow.nodes))
    if (catches?.type === 'condition')
      problems.push(...underPath(placeOf(id), checkExpression(catches.text, typesAt(id), 'bool')));
  const fields = new Map(
    [...walkNodes(form.fields)]
      .map(({ node }) => node)
      .filter(isFieldNode)
      .map((node) => [node.__vModel__, node]),
  );
  for (const node of Object.values(flow.nodes)) if (node.repeat) problems.push(...repeatProblems(node, fields, types));
  for (const { id, name, until } of Object.values(flow.nodes)) {
    if (until && 'field' in until && !fields.has(until.field))
      problems.push(warning('DOC_REFERENCE', placeOf(id), { kind: `定时字段（${name}）`, name: until.field }));
  }
  for (const { id, name, call } of Object.values(flow.nodes))
    for (const { field } of call?.answers ?? []) {
      const node = answeredNode(fields, field, repeatedAround(flow, id)?.repeat.over);
      if (!node)
        problems.push({
          ...problem('DOC_REFERENCE', placeOf(id), { kind: `存入返回值的字段（${name}）`, name: field }),
        });
      else if (isTableNode(node) || node.computed !== undefined || node.rollup !== undefined)
        problems.push(
          problem('DOC_FLOW', placeOf(id), {
            detail: `返回值不能存入“${field}”：它是${isTableNode(node) ? '子表' : '自动计算的字段'}`,
            element: id,
          }),
        );
    }
  for (const node of userTasks(flow)) {
    const missing = (kind: string, name: string): void => {
      problems.push(warning('DOC_REFERENCE', placeOf(node.id), { kind: `${kind}（${node.name}）`, name }));
    };
    const table = fields.get(repeatedAround(flow, node.id)?.repeat.over ?? '');
    for (const { type, value } of node.candidates) {
      if (
        type === 'item' &&
        table &&
        isTableNode(table) &&
        !columnNodes(table).some((column) => column.__vModel__ === value)
      )
        missing('当前行的列', value);
    }
    for (const candidate of node.candidates)
      if (candidate.type === 'field' && !fields.has(candidate.value)) missing('办理人字段', candidate.value);
    const { opinionField } = node.rules ?? {};
    if (opinionField !== undefined && !fields.has(opinionField)) missing('办理意见的字段', opinionField);
    for (const key of Object.keys(node.rules?.fields ?? {})) if (!fields.has(key)) missing('字段', key);
    for (const [key, rule] of Object.entries(node.rules?.tables ?? {})) {
      const table = fields.get(key);
      if (!table || !isTableNode(table)) {
        missing('子表', key);
        continue;
      }
      const columns = new Set(columnNodes(table).map((column) => column.__vModel__));
      for (const column of Object.keys(rule.columns ?? {})) if (!columns.has(column)) missing('列', `${key}.${column}`);
    }
  }
  return problems;
}
