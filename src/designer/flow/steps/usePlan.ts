import { useCallback, useEffect, useRef, useState } from 'react';
import type { FlowText } from '../useFlowText.ts';
import type { Plan } from './plan.ts';
import { planOf, textWithPlan } from './planText.ts';
import type { PlanRead } from './readPlan.ts';

const MAX_UNDO_STEPS = 100;

export interface Planning {
  /** Null while the text is being read. */
  read: PlanRead | null;
  change(plan: Plan): void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

/**
 * Returns the process as a list of steps with undo and redo. The text is read again after changes that do not come from
 * the list.
 */
export function usePlan({ text, change }: FlowText): Planning {
  const [read, setRead] = useState<PlanRead | null>(null);
  const [past, setPast] = useState<readonly Plan[]>([]);
  const [future, setFuture] = useState<readonly Plan[]>([]);
  /** The last text written by the list, which need not be read again. */
  const writtenText = useRef<string | null>(null);
  useEffect(() => {
    if (writtenText.current === text) return undefined;
    // the list now shows another text, so even `writtenText` must be read again if it comes back
    writtenText.current = null;
    let isCurrent = true;
    void planOf(text).then((result) => {
      if (isCurrent) {
        setRead(result);
        setPast([]);
        setFuture([]);
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [text]);
  const write = useCallback(
    (plan: Plan) => {
      setRead({ ok: true, plan });
      change(async (before) => {
        const next = await textWithPlan(before, plan);
        writtenText.current = next;
        return next;
      });
    },
    [change],
  );
  const current = read?.ok ? read.plan : null;
  const [previous, next] = [past.at(-1), future.at(-1)];
  return {
    read,
    change(plan) {
      if (current) setPast([...past.slice(-MAX_UNDO_STEPS), current]);
      setFuture([]);
      write(plan);
    },
    undo:
      previous && current
        ? () => {
            setPast(past.slice(0, -1));
            setFuture([...future, current]);
            write(previous);
          }
        : null,
    redo:
      next && current
        ? () => {
            setFuture(future.slice(0, -1));
            setPast([...past, current]);
            write(next);
          }
        : null,
  };
}
