import type { ColumnType, Generated } from 'kysely';
import type { SubscriptionSchedule } from './schedule.ts';

type Time = ColumnType<Date, Date | string, Date | string>;
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T> = ColumnType<T, string, string>;

/** `table`: its rows as a sheet; `figure`: its totals as text; `watch`: a word when a figure passes a bound. */
export type SubscriptionKind = 'table' | 'figure' | 'watch';

/** What is asked: values of parameters beside the dataset's own defaults, and groups and figures. */
export interface SubscribedQuestion {
  params?: Record<string, unknown>;
  by?: string[];
  figures?: string[];
}

export interface Watch {
  figure: string;
  op: 'above' | 'below';
  /** A decimal number. */
  value: number;
}

declare module '../store/database.ts' {
  interface Database {
    sys_subscription: {
      id: string;
      user_id: string;
      dataset_key: string;
      title: string;
      kind: SubscriptionKind;
      question: Json<SubscribedQuestion>;
      schedule: Json<SubscriptionSchedule>;
      watch: ColumnType<Watch | null, string | null, string | null>;
      /** Others who are told when the bound is passed, each within their own rights. */
      people: Json<string[]>;
      met: ColumnType<string[], string | undefined, string>;
      is_paused: Generated<boolean>;
      next_at: Time;
      last_at: MaybeTime;
      last_result: Generated<string>;
      created_at: ColumnType<Date, Date | string | undefined, never>;
    };
  }
}
