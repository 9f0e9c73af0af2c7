import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** How many connections of the pool there are, wait idle, and how many queries wait for one. */
export interface PoolUse {
  total: number;
  idle: number;
  waiting: number;
}

export interface Metrics {
  requests: Histogram<'method' | 'route' | 'status'>;
  underWay: Gauge;
  refusals: Counter<'code'>;
  replays: Counter;
  queries: Histogram<'outcome'>;
  slowQueries: Counter;
  openPages: Gauge;
  timers: Counter<'outcome'>;
  jobs: Counter<'kind' | 'outcome'>;
  /** Everything in the text format of Prometheus. */
  text(): Promise<string>;
  /** Where pool use is read from, once there is a pool. */
  watchPool(read: () => PoolUse): void;
}

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const QUERY_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

let ofProcess: Registry | undefined;

/** Memory, processor, event loop and garbage collection belong to the process, however many servers a test starts in it. */
function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** What one server counts. Labels hold route templates and codes only, so that their number stays bounded. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  let pool: () => PoolUse = () => ({ total: 0, idle: 0, waiting: 0 });
  void new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of the pool by state; waiting counts queries without one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });
  return {
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'From a request to the end of its answer',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: SECONDS,
      registers,
    }),
    underWay: new Gauge({
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
      buckets: QUERY_SECONDS,
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
      pool = read;
    },
  };
}
