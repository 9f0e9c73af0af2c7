import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Numbers of all and of idle connections in the pool, and of queries waiting for one. */
export interface PoolUse {
  total: number;
  idle: number;
  waiting: number;
}

export interface Metrics {
  requests: Histogram<'method' | 'route' | 'status'>;
  requestsUnderWay: Gauge;
  refusals: Counter<'code'>;
  /** Repeated requests that got the stored answer. */
  replays: Counter;
  queries: Histogram<'outcome'>;
  slowQueries: Counter;
  /** Open event streams of pages. */
  openPages: Gauge;
  /** Timers of processes that fired or failed. */
  timers: Counter<'outcome'>;
  jobs: Counter<'kind' | 'outcome'>;
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>;
  /** Sets the function that reads the pool use, once there is a pool. */
  watchPool(read: () => PoolUse): void;
}

const REQUEST_BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const QUERY_BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

let processMetrics: Registry | undefined;

/**
 * Returns the registry of the metrics of the process (memory, processor, event loop, garbage collection). Servers that
 * a test starts in one process share this registry.
 */
function processRegistry(): Registry {
  if (!processMetrics) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
}

/**
 * Creates the metrics of one server. Labels have only values from limited sets, such as route templates and codes, so
 * that the number of time series is limited.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  let readPool: () => PoolUse = () => ({ total: 0, idle: 0, waiting: 0 });
  void new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of the pool by state; waiting counts queries without one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, count] of Object.entries(readPool())) this.set({ state }, count);
    },
  });
  return {
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'From a request to the end of its answer',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: REQUEST_BUCKETS_SECONDS,
      registers,
    }),
    requestsUnderWay: new Gauge({
      name: 'http_requests_under_way',
      help: 'Requests not yet answered, event streams left out',
      registers,
    }),
    refusals: new Counter({
      name: 'http_refusals_total',
      help: 'Refused requests by code of the closed table',
      labelNames: ['code'] as const,
      registers,
    }),
    replays: new Counter({
      name: 'http_replays_total',
      help: 'Repeated requests that got the stored answer',
      registers,
    }),
    queries: new Histogram({
      name: 'db_query_duration_seconds',
      help: 'Queries, waiting for a connection left out',
      labelNames: ['outcome'] as const,
      buckets: QUERY_BUCKETS_SECONDS,
      registers,
    }),
    slowQueries: new Counter({ name: 'db_slow_queries_total', help: 'Queries over SLOW_QUERY_MS', registers }),
    openPages: new Gauge({ name: 'events_open_pages', help: 'Event streams that this process holds', registers }),
    timers: new Counter({
      name: 'flow_timers_total',
      help: 'Timers of processes: fired here, or failed and put off',
      labelNames: ['outcome'] as const,
      registers,
    }),
    jobs: new Counter({
      name: 'jobs_total',
      help: 'Scheduled jobs that ended here',
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
    text: async () => `${await processRegistry().metrics()}\n${await registry.metrics()}`,
    watchPool(read) {
      readPool = read;
    },
  };
}
