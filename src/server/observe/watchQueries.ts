import type { LogEvent } from 'kysely';
import type { Metrics } from './metrics.ts';
import { currentRequestId } from './requestLog.ts';

/** Longer statements are truncated in the log. */
const MAX_SQL_CHARS = 2_000;

/** A query over the threshold, without its parameters, which contain user data. */
export interface SlowQuery {
  ms: number;
  sql: string;
  request: string | undefined;
}

/** Returns a listener that measures every query and reports those of at least `slowMs`; with 0, it reports none. */
export function watchQueries(
  metrics: Metrics,
  slowMs: number,
  report: (query: SlowQuery) => void,
): (event: LogEvent) => void {
  return ({ level, query, queryDurationMillis: ms }) => {
    metrics.queries.observe({ outcome: level === 'error' ? 'failed' : 'done' }, ms / 1000);
    if (slowMs === 0 || ms < slowMs) return;
    metrics.slowQueries.inc();
    report({ ms: Math.round(ms), sql: query.sql.slice(0, MAX_SQL_CHARS), request: currentRequestId() });
  };
}
