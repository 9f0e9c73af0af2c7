import { useState } from 'react';
import type { Impact } from '../../runtime/services/documents.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { useKind } from '../document/documentKind.ts';

const NO_IMPACT: Impact = {
  removed: [],
  changed: [],
  breaks: [],
  touches: [],
  running: [],
  shows: [],
  process: null,
  authority: [],
  seen: '',
};

export interface ImpactState {
  /** Null while it is loading, or if it could not be loaded. */
  impact: Impact | null;
  /** The error of a failed load. Publishing is still allowed, because the server checks the impact again. */
  error: unknown;
  /** Loads the impact again. */
  reload(): void;
  isAcknowledged: boolean;
  setAcknowledged(isAcknowledged: boolean): void;
  /**
   * True if nothing breaks and the user has acknowledged the other consequences, if there are any; also true if the
   * impact could not be loaded.
   */
  canPublish: boolean;
  /** Token of the acknowledged impact, sent with the publication. */
  acknowledgedToken: string | undefined;
}

/** Loads the impact of publishing the text that `readText` returns, and keeps the user's acknowledgement. */
export function useImpact(documentKey: string, readText: () => string | Promise<string>): ImpactState {
  const { calls } = useKind();
  const { load, reload } = useLoad(async () => {
    try {
      return (await calls.impact?.(documentKey, await readText())) ?? NO_IMPACT;
    } catch (error) {
      // the server does not support the impact analysis
      if (error instanceof ServiceError && error.code === '404') return NO_IMPACT;
      throw error;
    }
  }, [calls, documentKey]);
  const [seenToken, setSeenToken] = useState<string | null>(null);
  const impact = load.state === 'ready' ? load.value : null;
  const isAcknowledged = impact !== null && seenToken === impact.seen;
  return {
    impact,
    error: load.state === 'error' ? load.error : null,
    reload,
    isAcknowledged,
    setAcknowledged: (next) => setSeenToken(next ? (impact?.seen ?? null) : null),
    canPublish:
      load.state === 'error' ||
      (impact !== null && impact.breaks.length === 0 && (impact.seen === '' || isAcknowledged)),
    acknowledgedToken: isAcknowledged && impact ? impact.seen : undefined,
  };
}
