import type { FlowProgress } from '../../../runtime/services/tasks.ts';
import { ToneTag } from '../../shared/ToneTag.tsx';
import { Pending, Step } from './NodeSteps.tsx';
import { STATE_NAMES, STATE_TONES } from './states.ts';

/** The nodes of the picture as a list: the chosen one tells what happened there. */
export function NodeList({ nodes, chosen, onChoose }: { nodes: FlowProgress['nodes']; chosen: string | null; onChoose(nodeId: string | null): void }) {
  return (
    <ol className="fp-nodes" aria-label="各节点办理情况">
      {nodes.map(({ nodeId, taskNode, state, steps, pending }) => {
        const isOpen = nodeId === chosen;
        return (
          <li key={nodeId}>
            <button type="button" className="fp-node" aria-expanded={isOpen} onClick={() => onChoose(isOpen ? null : nodeId)} data-node-entry={nodeId}>
              <span>{taskNode || '开始'}</span><ToneTag tone={STATE_TONES[state]}>{STATE_NAMES[state]}</ToneTag>
            </button>
            {isOpen ? (
              <div className="fp-steps">
                {steps.map((entry) => <Step key={entry.id} entry={entry} />)}
                {pending.map((task) => <Pending key={`${task.nodeId} ${task.names.join()}`} task={task} />)}
                {steps.length === 0 && pending.length === 0 ? <p className="sc-note">按当前填写的内容，下一步将到这里</p> : null}
              </div>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
