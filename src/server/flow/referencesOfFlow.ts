import { namesReadByExpression, formNameContext, type UnresolvedReference } from '../../references/index.ts';
import type { Path } from '../../domain/problem/index.ts';
import { isDeptFieldHolder, type Holder, type FlowDefinition, type FlowEdge, type FlowNode } from './definition.ts';
import { innermostRepeat } from './engine/repeat.ts';

/**
 * Name context of the expressions of a process. Their names are fields of the form that uses the process, which is
 * unknown here; therefore the form key is ''.
 */
const UNKNOWN_FORM_CONTEXT = formNameContext('');

const nameOfNode = ({ name, id }: FlowNode): string => `节点“${name || id}”`;

const nameOfEdge = (flow: FlowDefinition, { name, source, target }: FlowEdge): string => {
  const endNames = [source, target].map((id) => flow.nodes[id]?.name || id);
  return name ? `分支“${name}”` : `“${endNames[0]}”到“${endNames[1]}”的连线`;
};

/**
 * Returns every name that a process refers to: fields and columns (in conditions, assignees, node rules, timers and
 * stored values of service calls or messages), roles, and the processes that it calls. Each path starts with the
 * element's id, followed by the property that contains the name. Pure.
 */
export function referencesOfFlow(flow: FlowDefinition): UnresolvedReference[] {
  // in a sub-process that is repeated over a sub-table, the name `item` in an expression means the current row
  const rowScopeOf = (nodeId: string) => {
    const table = innermostRepeat(flow, nodeId)?.repeat.over;
    return { item: table ? { owner: '', table } : null };
  };
  const fieldReference = (
    name: string,
    path: Path,
    positionText: string,
    overrides: Partial<UnresolvedReference> = {},
  ): UnresolvedReference => ({
    kind: 'field',
    names: [name],
    owner: '',
    table: '',
    use: 'read',
    path,
    positionText,
    ...overrides,
  });
  const expressionReferences = (
    nodeId: string,
    expression: string,
    path: Path,
    positionText: string,
  ): UnresolvedReference[] =>
    namesReadByExpression(expression, UNKNOWN_FORM_CONTEXT, { path, positionText }, rowScopeOf(nodeId));
  const holderReferences = (node: FlowNode, { type, value }: Holder, property: string): UnresolvedReference[] => {
    const path = [node.id, property];
    const positionText = `${nameOfNode(node)} · ${property === 'cc' ? '抄送' : '办理人'}`;
    if (type === 'role') return [{ ...fieldReference(value, path, positionText), kind: 'role', use: 'named' }];
    if (type === 'field' || isDeptFieldHolder(type, value)) return [fieldReference(value, path, positionText)];
    if (type === 'item' && value !== '') {
      const table = innermostRepeat(flow, node.id)?.repeat.over;
      return table ? [fieldReference(value, path, positionText, { table })] : [];
    }
    return type === 'expression' ? expressionReferences(node.id, value, path, positionText) : [];
  };
  const nodeReferences = (node: FlowNode): UnresolvedReference[] => {
    const { id, rules, repeat, until, call, catches, calledFlowKey } = node;
    const name = nameOfNode(node);
    return [
      ...(calledFlowKey === null
        ? []
        : [
            {
              ...fieldReference(calledFlowKey, [id, 'calls'], `${name} · 调用的流程`),
              kind: 'flow' as const,
              use: 'named' as const,
            },
          ]),
      ...node.candidates.flatMap((holder) => holderReferences(node, holder, 'candidates')),
      ...(node.settings?.cc ?? []).flatMap((holder) => holderReferences(node, holder, 'cc')),
      ...(catches?.type === 'condition'
        ? expressionReferences(id, catches.text, [id, 'condition'], `${name} · 等待的条件`)
        : []),
      ...(repeat
        ? [
            ...expressionReferences(id, repeat.over, [id, 'repeat'], `${name} · 逐项办理`),
            ...(repeat.until === null
              ? []
              : namesReadByExpression(
                  repeat.until,
                  UNKNOWN_FORM_CONTEXT,
                  { path: [id, 'repeat'], positionText: `${name} · 提前结束的条件` },
                  { item: { owner: '', table: repeat.over } },
                )),
            ...(repeat.title === ''
              ? []
              : [fieldReference(repeat.title, [id, 'repeat'], `${name} · 行名称`, { table: repeat.over })]),
          ]
        : []),
      ...(until && 'field' in until ? [fieldReference(until.field, [id, 'until'], `${name} · 定时`)] : []),
      ...(call?.answers ?? []).map(({ field: key }) => {
        const table = innermostRepeat(flow, id)?.repeat.over;
        const positionText = `${name} · 存入返回值`;
        return key.startsWith('item.') && table
          ? fieldReference(key.slice('item.'.length), [id, 'answer'], positionText, { table, use: 'filled' })
          : fieldReference(key, [id, 'answer'], positionText, { use: 'filled' });
      }),
      ...(rules?.opinionField === undefined
        ? []
        : [fieldReference(rules.opinionField, [id, 'opinion'], `${name} · 办理意见的字段`)]),
      ...Object.keys(rules?.fields ?? {}).map((key) =>
        fieldReference(key, [id, 'rules', key], `${name} · 字段权限`, { use: 'shown' }),
      ),
      ...Object.entries(rules?.tables ?? {}).flatMap(([key, { columns }]) => [
        fieldReference(key, [id, 'rules', key], `${name} · 子表权限`, { use: 'shown' }),
        ...Object.keys(columns ?? {}).map((column) =>
          fieldReference(column, [id, 'rules', key, column], `${name} · 列权限`, { table: key, use: 'shown' }),
        ),
      ]),
    ];
  };
  return [
    ...Object.values(flow.edges).flatMap((edge) =>
      edge.condition === null
        ? []
        : expressionReferences(edge.source, edge.condition, [edge.id, 'condition'], `${nameOfEdge(flow, edge)}的条件`),
    ),
    ...Object.values(flow.nodes).flatMap(nodeReferences),
  ];
}
