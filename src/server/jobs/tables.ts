import type { ColumnType, Generated } from 'kysely';

type Time = ColumnType<Date, Date | string, Date | string>;
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export type JobOutcome = 'running' | 'done' | 'failed' | 'lost';

export interface JobTables {
  /**
   * A kind of job. `run_id` and `lease_until`: the run that is under way, and until when its server has it; `tries`:
   * attempts since the last success; `asked_by`: name of the person who asked for a run, also of a paused job.
   */
  sys_job: {
    kind: string;
    next_at: Time;
    is_paused: Generated<boolean>;
    tries: Generated<number>;
    asked_by: string | null;
    run_id: string | null;
    lease_until: MaybeTime;
  };
  /** One run. `lost`: its server ended before the run did. `result`: what was done, or why it failed, for administrators. */
  sys_job_run: {
    id: string;
    kind: string;
    started_at: ColumnType<Date, Date | string | undefined, never>;
    ended_at: MaybeTime;
    outcome: Generated<JobOutcome>;
    result: Generated<string>;
    asked_by: Generated<string>;
    server: string;
  };
}

declare module '../store/database.ts' {
  interface Database extends JobTables {}
}
