import { useState } from 'react';
import type { Impact } from '../../runtime/services/documents.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { useKind } from '../document/documentKind.ts';

export const NO_IMPACT: Impact = {
  removed: [],
  changed: [],
  breaks: [],
  touches: [],
  running: [],
  shows: [],
  seen: '',
};

export interface ImpactState {
  /** Null while it is looked up. */
  impact: Impact | null;
  /** It could not be looked up; the server judges all the same. */
  error: unknown;
  isSeen: boolean;
  setSeen(isSeen: boolean): void;
  /** Nothing breaks, and what is touched has been acknowledged. */
  mayPublish: boolean;
  /** Which impact was acknowledged. */
  acknowledged: string | undefined;
}

/** What publishing this text of a document would break and touch, and whether it has been acknowledged. */
export function useImpact(documentKey: string, text: () => string | Promise<string>): ImpactState {
  const { calls } = useKind();
  const { load } = useLoad(async () => {
    try {
      return (await calls.impact?.(documentKey, await text())) ?? NO_IMPACT;
    } catch (error) {
      // a back end that knows no impact judges nothing beforehand
      if (error instanceof ServiceError && error.code === '404') return NO_IMPACT;
      throw error;
    }
  }, [calls, documentKey]);
  const [seen, setSeen] = useState<string | null>(null);
  const impact = load.state === 'ready' ? load.value : null;
  const isSeen = impact !== null && seen === impact.seen;
  return {
    impact,
    error: load.state === 'error' ? load.error : null,
    isSeen,
    setSeen: (next) => setSeen(next ? (impact?.seen ?? null) : null),
    mayPublish:
      load.state === 'error' || (impact !== null && impact.breaks.length === 0 && (impact.seen === '' || isSeen)),
    acknowledged: isSeen && impact ? impact.seen : undefined,
  };
}
