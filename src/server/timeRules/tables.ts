import type { ColumnType, Generated } from 'kysely';

type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;

export interface TimeRuleTables {
  /** A record for which a rule has sent its notices of that day. */
  frm_time_notice: {
    record_id: string;
    rule_key: string;
    day: string;
    form_key: string;
    told_at: GeneratedTime;
  };
  /**
   * The outcome of a timed effect for a record and a date. A refused effect (`detail`: the reason) is tried again when
   * the job runs again for the same date, at most `MAX_TRIES` times.
   */
  frm_time_effect: {
    record_id: string;
    effect_key: string;
    due: ColumnType<Date, Date | string, never>;
    form_key: string;
    outcome: 'done' | 'refused';
    detail: Generated<string>;
    tries: Generated<number>;
    done_at: GeneratedTime;
  };
}

declare module '../store/database.ts' {
  interface Database extends TimeRuleTables {}
}
