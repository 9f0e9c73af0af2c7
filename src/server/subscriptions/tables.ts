import type { ColumnType, Generated } from 'kysely';
import type { MessageWay } from '../../domain/messageKinds.ts';
import type { SubscriptionSchedule } from './schedule.ts';

type Time = ColumnType<Date, Date | string, Date | string>;
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T> = ColumnType<T, string, string>;

/** `table`: its rows as a sheet; `figure`: its totals as text; `watch`: a word when a figure passes a bound. */
export type SubscriptionKind = 'table' | 'figure' | 'watch';

/** What is asked: values of parameters (`shared`: those of the page, as far as the dataset takes them), groups and figures. */
export interface SubscribedQuestion {
  params?: Record<string, unknown>;
  shared?: Record<string, unknown>;
  by?: string[];
  figures?: string[];
}

export interface Watch {
  figure: string;
  op: 'above' | 'below';
  /** A decimal number. */
  value: number;
  /** The bound in words, with the names that the dataset had when it was saved. */
  text?: string;
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
      /** Others who are told too, each within their own rights. */
      people: Json<string[]>;
      /** Ways that its person chose for it. */
      ways: Json<MessageWay[]>;
      /** Of a table: whether its rows go along as a sheet with mails. */
      has_sheet: boolean;
      /** Where the figure is shown, an address of the product; '' unknown. */
      page: string;
      met: ColumnType<string[], string | undefined, string>;
      is_paused: Generated<boolean>;
      next_at: Time;
      last_at: MaybeTime;
      last_result: Generated<string>;
      /** When its person last had it sent. */
      by_hand_at: MaybeTime;
      created_at: ColumnType<Date, Date | string | undefined, never>;
    };
  }
}
