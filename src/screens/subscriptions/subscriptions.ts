import type { MessageWay } from '../../domain/messageKinds.ts';
import type { FigureQuestion } from '../../runtime/services/datasets.ts';
import type { Services } from '../../runtime/services/services.ts';

/** `table`: the rows; `figure`: the totals as text; `watch`: a word when a figure passes a bound. */
export type SubscriptionKind = 'table' | 'figure' | 'watch';

export interface Schedule {
  every: 'hour' | 'day' | 'week' | 'month';
  /** `HH:MM`. */
  at: string;
  /** 1 Monday to 7 Sunday. */
  weekday?: number;
  monthDay?: number;
}

export interface Watch {
  figure: string;
  op: 'above' | 'below';
  value: number;
  /** The bound in words; the server writes it. */
  text?: string;
}

export type SubscribedQuestion = Pick<FigureQuestion, 'params' | 'shared' | 'by' | 'figures'>;

/** A subscription as it is saved. */
export interface NewSubscription {
  id?: string;
  datasetKey: string;
  title: string;
  kind: SubscriptionKind;
  question: SubscribedQuestion;
  schedule: Schedule;
  watch?: Watch;
  people: readonly string[];
  ways: readonly MessageWay[];
  hasSheet: boolean;
  page: string;
}

/** A line of 我的订阅. */
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

/** The calls on one's own subscriptions. Each throws what the server refuses. */
export function subscriptionCalls({ request }: Pick<Services, 'request'>) {
  const post = (call: string, params: object): Promise<unknown> =>
    request({ url: `${BASE}/${call}`, method: 'POST', params: { ...params } });
  return {
    list: () => request({ url: `${BASE}/list`, method: 'GET', params: {} }) as Promise<Subscription[]>,
    /** Answers the id. */
    save: (subscription: NewSubscription) => post('save', subscription) as Promise<string>,
    pause: (id: string, isPaused: boolean) => post('pause', { id, isPaused }),
    remove: (id: string) => post('remove', { id }),
    /** What became of it: whether somebody was reached, and the words for it. */
    send: (id: string) => post('send', { id }) as Promise<{ isSent: boolean; text: string }>,
  };
}
