import { isTable, type CompiledForm, hasStoredType } from '../../../kernel/index.ts';
import type { RecordValues } from '../../records/index.ts';
import { nodeOf, type FlowDefinition, type FlowNode } from '../../flow/index.ts';
import type { Instance } from '../process/stepTypes.ts';

/**
 * An obstacle to moving a running approval to another version of its flow or form. An error prevents the move. For a
 * warning the administrator decides.
 */
export interface VersionProblem {
  level: 'error' | 'warning';
  detail: string;
}

const error = (detail: string): VersionProblem => ({ level: 'error', detail });
const warning = (detail: string): VersionProblem => ({ level: 'warning', detail });

/** What a running approval stores about nodes of its flow. Another version of the flow may lack these nodes. */
export interface NodeUsage {
  /** Number of open and waiting tasks, by token id. */
  taskCounts: readonly { token: number; count: number }[];
  /** The rows of `flw_timer` for waiting nodes, service calls, boundary events, and awaited signals and messages. */
  timers: readonly { kind: string; node_id: string }[];
  /**
   * The ids of nodes whose field permissions apply to readers of the record. Readers are people who have or had a task
   * at the node, who received a copy from the node, or who may report the message that the node waits for.
   */
  readerNodeIds: readonly string[];
}

const hasSameSignRule = (a: FlowNode, b: FlowNode): boolean =>
  a.settings?.sign.mode === b.settings?.sign.mode && a.settings?.sign.ratio === b.settings?.sign.ratio;

/** Returns the problems that a running approval would have with another version (`targetFlow`) of its flow. */
export function flowVersionProblems(
  { tokens }: Pick<Instance, 'tokens'>,
  currentFlow: FlowDefinition,
  targetFlow: FlowDefinition,
  { taskCounts, timers, readerNodeIds }: NodeUsage,
): VersionProblem[] {
  const problems: VersionProblem[] = [];
  for (const token of [...tokens.tokens, ...(tokens.paused ?? [])]) {
    const currentNode = nodeOf(currentFlow, token.node);
    const targetNode = targetFlow.nodes[token.node];
    if (!targetNode) {
      problems.push(error(`当前节点“${currentNode.name}”在目标版本中不存在`));
      continue;
    }
    if (targetNode.kind !== currentNode.kind)
      problems.push(error(`当前节点“${currentNode.name}”在目标版本中是另一种元素`));
    if (targetNode.parent !== currentNode.parent)
      problems.push(error(`当前节点“${currentNode.name}”在目标版本中位于另一个子流程`));
    if (
      targetNode.kind !== 'userTask' &&
      targetNode.kind !== 'scope' &&
      token.edge !== null &&
      !targetNode.incoming.includes(token.edge)
    )
      problems.push(error(`“${currentNode.name}”等待汇聚的连线在目标版本中不存在`));
    if (
      (token.item !== undefined && !targetNode.repeat) ||
      (token.items && targetNode.repeat?.isSequential !== currentNode.repeat?.isSequential) ||
      !currentNode.repeat !== !targetNode.repeat
    )
      problems.push(error(`“${currentNode.name}”在目标版本中的重复方式不同`));
    const taskCount = taskCounts.find((entry) => entry.token === token.id)?.count ?? 0;
    if (taskCount > 1 && !hasSameSignRule(currentNode, targetNode))
      problems.push(error(`节点“${currentNode.name}”有 ${taskCount} 人正在会签，而目标版本的会签方式不同`));
    if (taskCount > 0 && targetNode.name !== currentNode.name)
      problems.push(warning(`节点“${currentNode.name}”在目标版本中名为“${targetNode.name}”`));
    if (JSON.stringify(targetNode.candidates) !== JSON.stringify(currentNode.candidates))
      problems.push(warning(`节点“${currentNode.name}”的办理人设置不同：已到达的任务仍由现在的人办理`));
  }
  for (const { kind, node_id: id } of timers)
    if (!targetFlow.nodes[id])
      problems.push(
        kind === 'boundary' || currentFlow.nodes[id]?.attached
          ? warning(`事件“${nodeOf(currentFlow, id).name}”在目标版本中不存在，不再触发`)
          : error(`等待或服务节点“${currentFlow.nodes[id]?.name ?? id}”在目标版本中不存在`),
      );
  const currentNodes = new Set([...tokens.tokens, ...(tokens.paused ?? [])].map(({ node }) => node));
  for (const id of readerNodeIds)
    if (!currentNodes.has(id) && !targetFlow.nodes[id]?.rules)
      problems.push(
        error(
          `节点“${currentFlow.nodes[id]?.name ?? id}”在目标版本中不存在或不再设有字段权限，而已有人在此办理或由此查看`,
        ),
      );
  return problems;
}

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Returns the problems that a record's values would have with another version (`targetForm`) of its form. */
export function formVersionProblems(
  { fieldsMap, childTables }: RecordValues,
  currentForm: CompiledForm,
  targetForm: CompiledForm,
): VersionProblem[] {
  const problems: VersionProblem[] = [];
  for (const field of currentForm.fields.values()) {
    const label = field.node.label || field.key;
    const targetField = targetForm.fields.get(field.key);
    if (isTable(field)) {
      const rows = childTables[field.key] ?? [];
      if (rows.length === 0) continue;
      const table = targetField && isTable(targetField) ? targetField : null;
      if (!table) {
        problems.push(
          targetField
            ? error(`子表“${label}”在目标版本中是另一种字段，已有 ${rows.length} 行`)
            : warning(`子表“${label}”在目标版本中已删除，其 ${rows.length} 行保留但不再显示`),
        );
        continue;
      }
      for (const column of field.columns) {
        const name = `${label}.${column.node.label || column.key}`;
        const values = rows.map((row) => row.fieldsMap[column.key]).filter(isFilled);
        const targetColumn = table.columns.find(({ key }) => key === column.key);
        if (values.length === 0) continue;
        if (!targetColumn) problems.push(warning(`列“${name}”在目标版本中已删除，其值保留但不再显示`));
        else if (values.some((value) => !hasStoredType(targetColumn.node, value)))
          problems.push(error(`列“${name}”的类型在目标版本中不同，已有的值不合用`));
      }
      continue;
    }
    if (!isFilled(fieldsMap[field.key])) continue;
    if (!targetField) problems.push(warning(`字段“${label}”在目标版本中已删除，其值保留但不再显示`));
    else if (isTable(targetField) || !hasStoredType(targetField.node, fieldsMap[field.key]))
      problems.push(error(`字段“${label}”的类型在目标版本中不同，已有的值不合用`));
  }
  for (const field of targetForm.fields.values()) {
    if (!currentForm.fields.has(field.key) && field.node.required === true)
      problems.push(warning(`目标版本新增了必填字段“${field.node.label || field.key}”，办理时须补填`));
  }
  return problems;
}
