import type { FlowProgress } from '../../../runtime/services/tasks.ts';
import { ToneTag } from '../../shared/ToneTag.tsx';
import { Pending, Step } from './NodeSteps.tsx';
import { STATE_NAMES, STATE_TONES } from './states.ts';

/** What a task of a repeated sub-process is for, as its name says it behind the node's; '' for any other. */
const itemIn = (name: string, node: string): string =>
  name.startsWith(`${node}（`) && name.endsWith('）') ? name.slice(node.length + 1, -1) : '';

/** The nodes of the picture as a list: the chosen one tells what happened there. */
export function NodeList({
  nodes,
  chosen,
  onChoose,
}: {
  nodes: FlowProgress['nodes'];
  chosen: string | null;
  onChoose(nodeId: string | null): void;
}) {
  return (
    <ol className="fp-nodes" aria-label="各节点办理情况">
      {nodes.map(({ nodeId, taskNode, state, steps, pending, waitsFor }) => {
        const isOpen = nodeId === chosen;
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
              <ToneTag tone={STATE_TONES[state]}>{STATE_NAMES[state]}</ToneTag>
            </button>
            {isOpen ? (
              <div className="fp-steps">
                {steps.map((entry) => (
                  <Step key={entry.id} entry={entry} item={itemIn(entry.taskNode, taskNode)} />
                ))}
                {pending.map((task) => (
                  <Pending
                    key={`${task.taskNode} ${task.names.join()}`}
                    task={task}
                    item={itemIn(task.taskNode, taskNode)}
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
