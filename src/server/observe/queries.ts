import type { LogEvent } from 'kysely';
import type { Metrics } from './metrics.ts';
import { currentRequest } from './requests.ts';

/** Longer statements are cut in the log. */
const MAX_TEXT = 2_000;

/** A query over the threshold. Values of people stand in parameters, and those are not told. */
export interface SlowQuery {
  ms: number;
  sql: string;
  request: string | undefined;
}

/** Measures every query and tells the slow ones; `slowMs` 0 tells none. */
export function watchQueries(
  metrics: Metrics,
  slowMs: number,
  tell: (query: SlowQuery) => void,
): (event: LogEvent) => void {
  return ({ level, query, queryDurationMillis: ms }) => {
    metrics.queries.observe({ outcome: level === 'error' ? 'failed' : 'done' }, ms / 1000);
    if (slowMs === 0 || ms < slowMs) return;
    metrics.slowQueries.inc();
    tell({ ms: Math.round(ms), sql: query.sql.slice(0, MAX_TEXT), request: currentRequest() });
  };
}
