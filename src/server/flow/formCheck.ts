import type { FormDefinition } from '../../kernel/form.ts';
import { checkExpression } from '../../kernel/expressions/expressions.ts';
import { isFieldNode, walkNodes } from '../../kernel/nodes.ts';
import type { Problem } from '../../kernel/problem.ts';
import { underPath, warning } from '../../kernel/problems.ts';
import type { Vocabulary } from '../../kernel/registry.ts';
import { columnNodes, formTypesOf } from '../../kernel/types.ts';
import { userTasks, type FlowDefinition } from './definition.ts';

/** Path of a problem that a flow has with a form: `flowKey`, then the element of the flow. */
const placeOf = (element: string): string[] => ['flowKey', element];

/**
 * Whether a flow fits a form: conditions are checked against its fields (an error forbids publishing), rules and
 * candidates that name a field it does not have are reported.
 */
export function checkFlowAgainstForm(flow: FlowDefinition, form: FormDefinition, vocabulary: Vocabulary): Problem[] {
  const types = formTypesOf(form.fields, vocabulary).form;
  const problems: Problem[] = [];
  for (const edge of Object.values(flow.edges)) {
    if (edge.condition !== null) problems.push(...underPath(placeOf(edge.id), checkExpression(edge.condition, types, 'bool')));
  }
  const fields = new Map([...walkNodes(form.fields)].map(({ node }) => node).filter(isFieldNode).map((node) => [node.__vModel__, node]));
  for (const { id, name, until } of Object.values(flow.nodes)) {
    if (until && 'field' in until && !fields.has(until.field)) problems.push(warning('DOC_REFERENCE', placeOf(id), { kind: `定时字段（${name}）`, name: until.field }));
  }
  for (const node of userTasks(flow)) {
    const missing = (kind: string, name: string): void => { problems.push(warning('DOC_REFERENCE', placeOf(node.id), { kind: `${kind}（${node.name}）`, name })); };
    for (const candidate of node.candidates) if (candidate.type === 'field' && !fields.has(candidate.value)) missing('办理人字段', candidate.value);
    for (const key of Object.keys(node.rules?.fields ?? {})) if (!fields.has(key)) missing('字段', key);
    for (const [key, rule] of Object.entries(node.rules?.tables ?? {})) {
      const table = fields.get(key);
      if (table?.tag !== 'subTable') { missing('子表', key); continue; }
      const columns = new Set(columnNodes(table).map((column) => column.__vModel__));
      for (const column of Object.keys(rule.columns ?? {})) if (!columns.has(column)) missing('列', `${key}.${column}`);
    }
  }
  return problems;
}
