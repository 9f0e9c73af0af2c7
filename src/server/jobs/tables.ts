import type { ColumnType, Generated } from 'kysely';

type Time = ColumnType<Date, Date | string, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export type JobOutcome = 'running' | 'done' | 'failed' | 'lost';

export interface JobTables {
  /**
   * A kind of job. `run_id`: the current run. `lease_until`: until then the run belongs to its server, which renews it.
   * `tries`: attempts since the last success. `asked_by`: name of the person who requested a run; a request also starts
   * a paused job.
   */
  sys_job: {
    kind: string;
    next_at: Time;
    is_paused: Generated<boolean>;
    tries: Generated<number>;
    asked_by: string | null;
    run_id: string | null;
    lease_until: NullableTime;
  };
  /** One run. `lost`: its server stopped before the run ended. `result`: result or error text, for administrators. */
  sys_job_run: {
    id: string;
    kind: string;
    started_at: ColumnType<Date, Date | string | undefined, never>;
    ended_at: NullableTime;
    outcome: Generated<JobOutcome>;
    result: Generated<string>;
    asked_by: Generated<string>;
    server: string;
  };
}

declare module '../store/database.ts' {
  interface Database extends JobTables {}
}
