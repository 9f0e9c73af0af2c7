import type { DeliveryMethod } from '../../domain/messageKinds.ts';
import type { FigureQuestion } from '../../runtime/services/datasets.ts';
import type { Services } from '../../runtime/services/services.ts';

/**
 * Content of a subscription. `table`: rows; `figure`: totals as text; `watch`: a notification when a figure passes a
 * bound.
 */
export type SubscriptionKind = 'table' | 'figure' | 'watch';

export interface Schedule {
  every: 'hour' | 'day' | 'week' | 'month';
  /** Time of day as `HH:MM`; if `every` is `hour`, only the minute applies. */
  at: string;
  /** 1 Monday to 7 Sunday. */
  weekday?: number;
  /** Day of the month; in shorter months, the last day. */
  monthDay?: number;
}

/** The condition of a subscription of kind `watch`: the figure is above or below the value. */
export interface Watch {
  figure: string;
  op: 'above' | 'below';
  value: number;
  /** Description of the condition, written by the server. */
  text?: string;
}

export type SubscribedQuestion = Pick<FigureQuestion, 'params' | 'shared' | 'by' | 'figures'>;

/** Request body that creates a subscription or, with `id`, changes it. */
export interface NewSubscription {
  id?: string;
  datasetKey: string;
  title: string;
  kind: SubscriptionKind;
  question: SubscribedQuestion;
  schedule: Schedule;
  watch?: Watch;
  /** Ids of further recipients. */
  people: readonly string[];
  ways: readonly DeliveryMethod[];
  /** For `table`: true if mails have an Excel file with the rows attached. */
  hasSheet: boolean;
  /** Path and query of the page that shows the data; the message links to it. */
  page: string;
}

/** A subscription as listed by the server. */
export interface Subscription extends Omit<NewSubscription, 'people' | 'watch' | 'id'> {
  id: string;
  watch: Watch | null;
  people: readonly { id: string; name: string }[];
  scheduleText: string;
  isPaused: boolean;
  nextTime: string;
  lastTime: string;
  lastResult: string;
}

const BASE = '/system/subscription';

/** Returns the calls for the user's own subscriptions. Each rejects with the server's error. */
export function subscriptionCalls({ request }: Pick<Services, 'request'>) {
  const post = (call: string, params: object): Promise<unknown> =>
    request({ url: `${BASE}/${call}`, method: 'POST', params: { ...params } });
  return {
    list: () => request({ url: `${BASE}/list`, method: 'GET', params: {} }) as Promise<Subscription[]>,
    /** Saves the subscription and returns its id. */
    save: (subscription: NewSubscription) => post('save', subscription) as Promise<string>,
    /** Pauses the subscription; resumes it if `isPaused` is false. */
    pause: (id: string, isPaused: boolean) => post('pause', { id, isPaused }),
    remove: (id: string) => post('remove', { id }),
    /** Sends the subscription. Returns true as `isSent` if somebody was notified, and a message for the user. */
    send: (id: string) => post('send', { id }) as Promise<{ isSent: boolean; text: string }>,
  };
}
