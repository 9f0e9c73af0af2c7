import { useCallback, useRef, useState } from 'react';
import { observer } from '@formily/reactive-react';
import { Button, Steps } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import { useForm } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { NodeGrid } from '../../runtime/node/NodeGrid.tsx';
import { useOpenPaneOnFocus } from '../../runtime/node/useOpenPaneOnFocus.ts';
import { PaneLabel } from '../shared/PaneLabel.tsx';
import { fieldKeysIn, useVisiblePanes } from '../shared/panes.ts';
import '../shared/blocks.css';

/**
 * A form in steps. Moving to a step beyond the furthest visited one validates the steps from the current step to it;
 * moving to any other step validates nothing. All steps stay mounted, so that all are submitted and a problem in any
 * step can be focused. In view mode the steps are sections.
 */
export const FormSteps = observer(function FormSteps({ node, path }: BlockProps<NodeByTag['el-steps']>) {
  const form = useForm();
  const [currentIndex, setCurrentIndex] = useState(0);
  const [furthestIndex, setFurthestIndex] = useState(0);
  const containerRef = useRef<HTMLDivElement>(null);
  const steps = useVisiblePanes(node.children);
  useOpenPaneOnFocus(
    node.children,
    useCallback((index: number) => setCurrentIndex(index), []),
  );
  const foundPosition = steps.findIndex(({ index }) => index === currentIndex);
  const currentPosition = foundPosition === -1 ? 0 : foundPosition;
  const pathOf = (index: number) => childrenPath(path, 'children', index, 'children');

  if (form.mode === 'view') {
    return steps.map(({ pane, index }) => (
      <section key={index} className="sf-step-section" aria-label={pane.label}>
        <h3 className="sf-section">{pane.label}</h3>
        <NodeGrid nodes={pane.children} path={pathOf(index)} />
      </section>
    ));
  }
  /**
   * Validates the steps from the current step up to, but not including, the one at `targetPosition`. Stops at the first
   * step with a problem, focuses its first problem and returns the offset of this step from the current step; -1 if
   * there is no problem.
   */
  const findProblemStepOffset = (targetPosition: number): number =>
    steps.slice(currentPosition, targetPosition).findIndex(({ pane }) => {
      const problems = fieldKeysIn(pane.children).flatMap((key) =>
        form.validateField(key).map((problem) => [key, ...problem.path]),
      );
      if (problems[0]) form.focusProblem(problems[0]);
      return problems.length > 0;
    });
  const goToStep = (targetPosition: number): void => {
    const problemStepOffset = steps[targetPosition].index > furthestIndex ? findProblemStepOffset(targetPosition) : -1;
    if (problemStepOffset !== -1) return;
    setCurrentIndex(steps[targetPosition].index);
    setFurthestIndex(Math.max(furthestIndex, steps[targetPosition].index));
    // after a long step, the top of the next step may be above the visible area
    if (containerRef.current && containerRef.current.getBoundingClientRect().top < 0)
      containerRef.current.scrollIntoView({ block: 'start' });
  };
  return (
    <div className="sf-steps" ref={containerRef}>
      <Steps
        size="small"
        current={currentPosition}
        onChange={goToStep}
        items={steps.map(({ pane }) => ({
          title: <PaneLabel text={pane.label} nodes={pane.children} />,
          description: pane.description,
        }))}
      />
      {steps.map(({ pane, index }, position) => (
        <section key={index} hidden={position !== currentPosition} aria-label={pane.label} data-step={index}>
          <NodeGrid nodes={pane.children} path={pathOf(index)} />
        </section>
      ))}
      <div className="sf-steps-buttons">
        {currentPosition > 0 && (
          <Button data-action="step-back" onClick={() => goToStep(currentPosition - 1)}>
            上一步
          </Button>
        )}
        <span
          className="sf-steps-count"
          aria-live="polite"
        >{`第 ${currentPosition + 1} 步，共 ${steps.length} 步`}</span>
        {currentPosition < steps.length - 1 && (
          <Button type="primary" ghost data-action="step-next" onClick={() => goToStep(currentPosition + 1)}>
            下一步
          </Button>
        )}
      </div>
    </div>
  );
});
