import { useCallback, useRef, useState } from 'react';
import { observer } from '@formily/reactive-react';
import { Button, Steps } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import { useForm } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { NodeGrid } from '../../runtime/node/NodeGrid.tsx';
import { useFocusedChild } from '../../runtime/node/useFocusedChild.ts';
import { PaneLabel } from '../shared/PaneLabel.tsx';
import { keysIn, useVisiblePanes } from '../shared/panes.ts';
import '../shared/blocks.css';

/**
 * Filled in step by step: going on checks the step that is left, going back and to where one has been is free. All
 * steps are in the page, so all are submitted, counted and reached by a jump to a problem. To a reader they are
 * sections.
 */
export const FormSteps = observer(function FormSteps({ node, path }: BlockProps<NodeByTag['el-steps']>) {
  const form = useForm();
  const [current, setCurrent] = useState(0);
  const [furthest, setFurthest] = useState(0);
  const top = useRef<HTMLDivElement>(null);
  const steps = useVisiblePanes(node.children);
  useFocusedChild(
    node.children,
    useCallback((index: number) => setCurrent(index), []),
  );
  const found = steps.findIndex(({ index }) => index === current);
  const here = found === -1 ? 0 : found;
  const pathOf = (index: number) => childrenPath(path, 'children', index, 'children');

  if (form.mode === 'view') {
    return steps.map(({ pane, index }) => (
      <section key={index} className="sf-step-section" aria-label={pane.label}>
        <h3 className="sf-section">{pane.label}</h3>
        <NodeGrid nodes={pane.children} path={pathOf(index)} />
      </section>
    ));
  }
  /** The first step between here and there that is not right yet; its first problem takes the focus. */
  const blocked = (to: number): number =>
    steps.slice(here, to).findIndex(({ pane }) => {
      const problems = keysIn(pane.children).flatMap((key) => form.check(key).map((problem) => [key, ...problem.path]));
      if (problems[0]) form.focusProblem(problems[0]);
      return problems.length > 0;
    });
  const go = (to: number): void => {
    const wrong = steps[to].index > furthest ? blocked(to) : -1;
    if (wrong !== -1) return;
    setCurrent(steps[to].index);
    setFurthest(Math.max(furthest, steps[to].index));
    // a long step leaves the page far below the head of the next one
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView({ block: 'start' });
  };
  return (
    <div className="sf-steps" ref={top}>
      <Steps
        size="small"
        current={here}
        onChange={go}
        items={steps.map(({ pane }) => ({
          title: <PaneLabel text={pane.label} nodes={pane.children} />,
          description: pane.description,
        }))}
      />
      {steps.map(({ pane, index }, place) => (
        <section key={index} hidden={place !== here} aria-label={pane.label} data-step={index}>
          <NodeGrid nodes={pane.children} path={pathOf(index)} />
        </section>
      ))}
      <div className="sf-steps-buttons">
        {here > 0 && (
          <Button data-action="step-back" onClick={() => go(here - 1)}>
            上一步
          </Button>
        )}
        <span className="sf-steps-count" aria-live="polite">{`第 ${here + 1} 步，共 ${steps.length} 步`}</span>
        {here < steps.length - 1 && (
          <Button type="primary" ghost data-action="step-next" onClick={() => go(here + 1)}>
            下一步
          </Button>
        )}
      </div>
    </div>
  );
});
