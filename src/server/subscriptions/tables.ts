import type { ColumnType, Generated } from 'kysely';
import type { DeliveryMethod } from '../../domain/messageKinds.ts';
import type { SubscriptionSchedule } from './subscriptionSchedule.ts';

type Time = ColumnType<Date, Date | string, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T> = ColumnType<T, string, string>;

/**
 * `table`: rows of the dataset as text, and as an attached spreadsheet if `has_sheet`; `figure`: its totals as text;
 * `watch`: a message when a figure is above or below a limit.
 */
export type SubscriptionKind = 'table' | 'figure' | 'watch';

/** The query of a subscription. */
export interface SubscribedQuestion {
  /** Parameter values. */
  params?: Record<string, unknown>;
  /** Parameter values from the filter bar of the page. */
  shared?: Record<string, unknown>;
  /** Keys of the groups. */
  by?: string[];
  /** Keys of the figures. */
  figures?: string[];
}

/** The condition of a watch: a figure is above or below a limit. */
export interface Watch {
  figure: string;
  op: 'above' | 'below';
  /** The limit. */
  value: number;
  /** Text of the condition, with the names in the dataset at the time when the subscription was saved. */
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
      /** Further receivers; each gets the data with their own rights. */
      people: Json<string[]>;
      /** Delivery ways chosen by the subscriber. */
      ways: Json<DeliveryMethod[]>;
      /** For `table`: true if mails have an attached spreadsheet with the rows. */
      has_sheet: boolean;
      /** Path of the page in the product that shows the data; '' if unknown. */
      page: string;
      /** For `watch`: ids of the receivers whose figure met the condition at the last run. */
      met: ColumnType<string[], string | undefined, string>;
      is_paused: Generated<boolean>;
      next_at: Time;
      last_at: NullableTime;
      last_result: Generated<string>;
      /** Time at which the subscriber last sent the subscription manually. */
      by_hand_at: NullableTime;
      created_at: ColumnType<Date, Date | string | undefined, never>;
    };
  }
}
