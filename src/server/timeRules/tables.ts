import type { ColumnType, Generated } from 'kysely';

type Written = ColumnType<Date, Date | string | undefined, Date | string>;

export interface TimeRuleTables {
  /** A record of which a rule has told its people on that day. */
  frm_time_notice: {
    record_id: string;
    rule_key: string;
    day: string;
    form_key: string;
    told_at: Written;
  };
  /** An effect of time that was done to a record, or refused (`detail`: why; tried again a few times). */
  frm_time_effect: {
    record_id: string;
    effect_key: string;
    due: ColumnType<Date, Date | string, never>;
    form_key: string;
    outcome: 'done' | 'refused';
    detail: Generated<string>;
    tries: Generated<number>;
    done_at: Written;
  };
}

declare module '../store/database.ts' {
  interface Database extends TimeRuleTables {}
}
