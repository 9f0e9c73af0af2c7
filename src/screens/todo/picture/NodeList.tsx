import type { FlowProgress } from '../../../runtime/services/tasks.ts';
import { StatusTag } from '../../shared/StatusTag.tsx';
import { PendingStep, Step } from './NodeSteps.tsx';
import { STATE_NAMES, STATE_TONES } from './states.ts';

/** Returns the item of a task in a repeated sub-process, from the task name `节点（item）`; '' for other tasks. */
const parseItem = (name: string, node: string): string =>
  name.startsWith(`${node}（`) && name.endsWith('）') ? name.slice(node.length + 1, -1) : '';

/** The nodes of the diagram as a list; the selected node shows its steps and pending tasks. */
export function NodeList({
  nodes,
  selectedNodeId,
  onChoose,
}: {
  nodes: FlowProgress['nodes'];
  selectedNodeId: string | null;
  onChoose(nodeId: string | null): void;
}) {
  return (
    <ol className="fp-nodes" aria-label="各节点办理情况">
      {nodes.map(({ nodeId, taskNode, state, steps, pending, waitsFor }) => {
        const isOpen = nodeId === selectedNodeId;
        return (
          <li key={nodeId}>
            <button
              type="button"
              className="fp-node"
              aria-expanded={isOpen}
              onClick={() => onChoose(isOpen ? null : nodeId)}
              data-node-entry={nodeId}
            >
              <span>{taskNode || '开始'}</span>
              <StatusTag tone={STATE_TONES[state]}>{STATE_NAMES[state]}</StatusTag>
            </button>
            {isOpen ? (
              <div className="fp-steps">
                {steps.map((entry) => (
                  <Step key={entry.id} entry={entry} item={parseItem(entry.taskNode, taskNode)} />
                ))}
                {pending.map((task) => (
                  <PendingStep
                    key={`${task.taskNode} ${task.names.join()}`}
                    task={task}
                    item={parseItem(task.taskNode, taskNode)}
                  />
                ))}
                {waitsFor ? <p className="sc-note">{waitsFor}</p> : null}
                {state === 'next' && steps.length === 0 && pending.length === 0 ? (
                  <p className="sc-note">按当前填写的内容，下一步将到这里</p>
                ) : null}
              </div>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
