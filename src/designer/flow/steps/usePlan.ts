import { useCallback, useEffect, useRef, useState } from 'react';
import type { FlowText } from '../useFlowText.ts';
import type { Plan } from './plan.ts';
import { planOf, textWithPlan } from './planText.ts';
import type { PlanRead } from './readPlan.ts';

const DEEPEST = 100;

export interface Planning {
  /** Null while the text is being read. */
  read: PlanRead | null;
  change(plan: Plan): void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

/** The text as a list of steps, read again when something else than the list changes it. */
export function usePlan({ text, change }: FlowText): Planning {
  const [read, setRead] = useState<PlanRead | null>(null);
  const [past, setPast] = useState<readonly Plan[]>([]);
  const [future, setFuture] = useState<readonly Plan[]>([]);
  /** Texts that the list itself wrote. */
  const own = useRef<string | null>(null);
  useEffect(() => {
    if (own.current === text) return undefined;
    let isWanted = true;
    void planOf(text).then((found) => {
      if (isWanted) {
        setRead(found);
        setPast([]);
        setFuture([]);
      }
    });
    return () => {
      isWanted = false;
    };
  }, [text]);
  const put = useCallback(
    (plan: Plan) => {
      setRead({ ok: true, plan });
      change(async (before) => {
        const next = await textWithPlan(before, plan);
        own.current = next;
        return next;
      });
    },
    [change],
  );
  const now = read?.ok ? read.plan : null;
  const [back, forth] = [past.at(-1), future.at(-1)];
  return {
    read,
    change(plan) {
      if (now) setPast([...past.slice(-DEEPEST), now]);
      setFuture([]);
      put(plan);
    },
    undo:
      back && now
        ? () => {
            setPast(past.slice(0, -1));
            setFuture([...future, now]);
            put(back);
          }
        : null,
    redo:
      forth && now
        ? () => {
            setFuture(future.slice(0, -1));
            setPast([...past, now]);
            put(forth);
          }
        : null,
  };
}
