import { useCallback, useEffect, useRef, useState } from 'react';
import type { FlowText } from '../useFlowText.ts';
import type { Plan } from './plan.ts';
import { readPlanText, textWithPlan } from './planText.ts';
import type { ReadPlanResult } from './readPlan.ts';

const MAX_UNDO_STEPS = 100;

export interface EditablePlan {
  /** The steps that were read from the text; null while the text is being read. */
  readResult: ReadPlanResult | null;
  change(plan: Plan): void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

/**
 * Provides the process as a list of steps that can be changed, with undo and redo. The steps are read from the text
 * again when something other than this hook has changed the text; undo and redo then start anew.
 */
export function usePlan({ text, change }: FlowText): EditablePlan {
  const [readResult, setReadResult] = useState<ReadPlanResult | null>(null);
  const [past, setPast] = useState<readonly Plan[]>([]);
  const [future, setFuture] = useState<readonly Plan[]>([]);
  /** The text that this hook wrote after the last change of the steps. It need not be read again. */
  const writtenText = useRef<string | null>(null);
  useEffect(() => {
    if (writtenText.current === text) return undefined;
    // if the text becomes `writtenText` again later, it must be read, because the steps have changed in the meantime
    writtenText.current = null;
    let isCurrent = true;
    void readPlanText(text).then((result) => {
      if (isCurrent) {
        setReadResult(result);
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
      setReadResult({ ok: true, plan });
      change(async (before) => {
        const next = await textWithPlan(before, plan);
        writtenText.current = next;
        return next;
      });
    },
    [change],
  );
  const currentPlan = readResult?.ok ? readResult.plan : null;
  const [previous, next] = [past.at(-1), future.at(-1)];
  return {
    readResult,
    change(plan) {
      if (currentPlan) setPast([...past.slice(1 - MAX_UNDO_STEPS), currentPlan]);
      setFuture([]);
      write(plan);
    },
    undo:
      previous && currentPlan
        ? () => {
            setPast(past.slice(0, -1));
            setFuture([...future, currentPlan]);
            write(previous);
          }
        : null,
    redo:
      next && currentPlan
        ? () => {
            setFuture(future.slice(0, -1));
            setPast([...past, currentPlan]);
            write(next);
          }
        : null,
  };
}
