import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useRegistry } from '../../runtime/contexts.ts';
import { checkText, type CheckOptions, type TextCheck } from './checkText.ts';
import { createChecker } from './checker.ts';

/** Returns a function that checks texts one after the other, long texts in a worker. The function never rejects. */
export function useChecker(): (text: string, options: CheckOptions) => Promise<TextCheck> {
  const registry = useRegistry();
  const checker = useMemo(() => createChecker(registry), [registry]);
  useEffect(() => () => checker.dispose(), [checker]);
  const lastCheck = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback(
    (text, options) => {
      const next = lastCheck.current
        .then(() => checker.check(text, options))
        .catch(() => checkText(text, registry, options));
      lastCheck.current = next;
      return next;
    },
    [checker, registry],
  );
}
