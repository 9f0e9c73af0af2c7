import {
  type FormDefinition,
  type Vocabulary,
  columnNodes,
  flowTypesOf,
  type FlowTypes,
  isTableNode,
} from '../../../kernel/index.ts';
import { checkExpression, type ExpressionTypes } from '../../../expressions/index.ts';
import { type Problem, problem, underPath, warning } from '../../../domain/problem/index.ts';
import type { FieldNode } from '../../../grammar/nodes.ts';
import { fieldsOf } from '../../../relations/index.ts';
import { isDeptFieldHolder, userTasks, type FlowDefinition, type FlowNode } from '../definition.ts';
import { innermostRepeat } from '../engine/repeat.ts';
import { withSwitchValues } from '../language/withSwitchValues.ts';
import { checkDeptLeaders } from './checkDeptLeaders.ts';
import { holdersOf, problemPath } from './shared.ts';

/**
 * Returns the field that stores a value from the answer of a call; undefined if the form has no such field. A name
 * `item.<key>` means the column `<key>` of the sub-table `tableKey`, over whose rows the surrounding sub-process
 * repeats.
 */
function answerTarget(
  fields: ReadonlyMap<string, FieldNode>,
  field: string,
  tableKey: string | undefined,
): FieldNode | undefined {
  if (!field.startsWith('item.')) return fields.get(field);
  const table = fields.get(tableKey ?? '');
  return table && isTableNode(table)
    ? columnNodes(table).find((column) => column.__vModel__ === field.slice('item.'.length))
    : undefined;
}

/** Checks a repeated sub-process: the expressions `over` and `until`, and the column for row labels. */
function repeatProblems(
  { id, name, repeat }: FlowNode,
  fields: ReadonlyMap<string, FieldNode>,
  types: FlowTypes,
): Problem[] {
  if (!repeat || repeat.over === '') return [];
  const table = fields.get(repeat.over);
  const isTitleValid =
    repeat.title === '' ||
    (table && isTableNode(table) && columnNodes(table).some((column) => column.__vModel__ === repeat.title));
  return [
    ...underPath(problemPath(id), checkExpression(repeat.over, types.form)),
    ...(repeat.until === null
      ? []
      : underPath(problemPath(id), checkExpression(repeat.until, types.inside(repeat.over), 'bool'))),
    ...(isTitleValid
      ? []
      : [warning('DOC_REFERENCE', problemPath(id), { kind: `行名称列（${name}）`, name: repeat.title })]),
  ];
}

/** Checks those holders of a node (of its task or of copies) that are expressions. */
const holderProblems = (node: FlowNode, types: ExpressionTypes): Problem[] =>
  holdersOf(node)
    .filter(({ type }) => type === 'expression')
    .flatMap(({ kind, value }) =>
      checkExpression(value, types).map(({ message }) =>
        problem('DOC_FLOW', problemPath(node.id), {
          detail: `节点“${node.name || node.id}”的${kind}表达式“${value}”不能求值：${message}`,
          element: node.id,
        }),
      ),
    );

/** Reports form effects that name a task node which the flow does not have. Their paths lead into the form. */
const effectProblems = (flow: FlowDefinition, { effects = [] }: FormDefinition): Problem[] => {
  const names = new Set(userTasks(flow).map(({ name }) => name));
  return effects.flatMap(({ on, node }, index): Problem[] =>
    (on === 'passed' || on === 'returned') && node !== undefined && !names.has(node)
      ? [problem('DOC_REFERENCE', ['effects', index, 'node'], { kind: `流程“${flow.name}”的任务节点`, name: node })]
      : [],
  );
};

/**
 * Checks a flow against the form that uses it: `checkFlowReferences` and `checkDeptLeaders`. Errors forbid publishing.
 */
export const checkFlowAgainstForm = (flow: FlowDefinition, form: FormDefinition, vocabulary: Vocabulary): Problem[] => [
  ...checkFlowReferences(flow, form, vocabulary),
  ...checkDeptLeaders(flow, form, vocabulary),
];

/**
 * Checks the references of a flow to the fields of the form that uses it, and the references of the form's effects to
 * the flow. Errors: a condition or another expression that does not match the form's fields, a value of a service call
 * or message that cannot be stored in its field, a form effect that names a missing task node. Warnings: a rule,
 * assignee, timer, row label or opinion field that names a missing field or column.
 */
export function checkFlowReferences(flow: FlowDefinition, form: FormDefinition, vocabulary: Vocabulary): Problem[] {
  const types = flowTypesOf(form.fields, vocabulary);
  const typesFor = (nodeId: string): ExpressionTypes => {
    const repeatedNode = innermostRepeat(flow, nodeId);
    return repeatedNode ? types.inside(repeatedNode.repeat.over) : types.form;
  };
  const fields = fieldsOf(form);
  const switchKeys = new Set(
    [...fields.values()]
      .filter(({ tag }) => vocabulary.definition(tag)?.isFlag === true)
      .map(({ __vModel__: key }) => key),
  );
  const problems: Problem[] = effectProblems(flow, form);
  for (const edge of Object.values(flow.edges)) {
    if (edge.condition === null) continue;
    const correctedCondition = withSwitchValues(edge.condition, switchKeys);
    problems.push(
      ...(correctedCondition === edge.condition
        ? underPath(problemPath(edge.id), checkExpression(edge.condition, typesFor(edge.source), 'bool'))
        : [
            problem('DOC_FLOW', problemPath(edge.id), {
              detail: `条件“${edge.condition}”不会成立：开关的值是 '1' 和 '0'，请写成 ${correctedCondition}`,
              element: edge.id,
            }),
          ]),
    );
  }
  for (const { id, catches } of Object.values(flow.nodes))
    if (catches?.type === 'condition')
      problems.push(...underPath(problemPath(id), checkExpression(catches.text, typesFor(id), 'bool')));
  for (const node of Object.values(flow.nodes)) problems.push(...holderProblems(node, typesFor(node.id)));
  for (const node of Object.values(flow.nodes)) if (node.repeat) problems.push(...repeatProblems(node, fields, types));
  // `until` of a node is the time for which a timer event waits, not the end condition of a repetition
  for (const { id, name, until } of Object.values(flow.nodes)) {
    if (until && 'field' in until && !fields.has(until.field))
      problems.push(warning('DOC_REFERENCE', problemPath(id), { kind: `定时字段（${name}）`, name: until.field }));
  }
  for (const { id, name, call } of Object.values(flow.nodes))
    for (const { field } of call?.answers ?? []) {
      const node = answerTarget(fields, field, innermostRepeat(flow, id)?.repeat.over);
      if (!node)
        problems.push({
          ...problem('DOC_REFERENCE', problemPath(id), { kind: `存入返回值的字段（${name}）`, name: field }),
        });
      else if (isTableNode(node) || node.computed !== undefined || node.rollup !== undefined)
        problems.push(
          problem('DOC_FLOW', problemPath(id), {
            detail: `返回值不能存入“${field}”：它是${isTableNode(node) ? '子表' : '自动计算的字段'}`,
            element: id,
          }),
        );
    }
  for (const node of userTasks(flow)) {
    const warnOfMissing = (kind: string, name: string): void => {
      problems.push(warning('DOC_REFERENCE', problemPath(node.id), { kind: `${kind}（${node.name}）`, name }));
    };
    const repeatedTable = fields.get(innermostRepeat(flow, node.id)?.repeat.over ?? '');
    for (const { type, value } of node.candidates) {
      if (
        type === 'item' &&
        repeatedTable &&
        isTableNode(repeatedTable) &&
        !columnNodes(repeatedTable).some((column) => column.__vModel__ === value)
      )
        warnOfMissing('当前行的列', value);
    }
    for (const holder of node.candidates)
      if ((holder.type === 'field' || isDeptFieldHolder(holder.type, holder.value)) && !fields.has(holder.value))
        warnOfMissing('办理人字段', holder.value);
    const { opinionField } = node.rules ?? {};
    if (opinionField !== undefined && !fields.has(opinionField)) warnOfMissing('办理意见的字段', opinionField);
    for (const key of Object.keys(node.rules?.fields ?? {})) if (!fields.has(key)) warnOfMissing('字段', key);
    for (const [key, rule] of Object.entries(node.rules?.tables ?? {})) {
      const table = fields.get(key);
      if (!table || !isTableNode(table)) {
        warnOfMissing('子表', key);
        continue;
      }
      const columns = new Set(columnNodes(table).map((column) => column.__vModel__));
      for (const column of Object.keys(rule.columns ?? {}))
        if (!columns.has(column)) warnOfMissing('列', `${key}.${column}`);
    }
  }
  return problems;
}
