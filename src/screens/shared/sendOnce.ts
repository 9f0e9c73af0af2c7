import { isRetryable, ServiceError } from '../../runtime/services/serviceError.ts';
import { newId } from './newId.ts';

const UNKNOWN_OUTCOME: ReadonlySet<string> = new Set(['NETWORK', 'SERVER', 'REQUEST_BUSY']);

/** True when the server may or may not have processed the request. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof ServiceError) || UNKNOWN_OUTCOME.has(error.code);

export interface OnceResult<Answer> {
  answer: Answer;
  /**
   * `new`: the request was sent for the first time. `repeated`: the same request had an unknown outcome before; it was
   * executed once. `earlier`: another request of the same subject had an unknown outcome before and turned out to be
   * done; `answer` belongs to that one, and the new request was not sent.
   */
  kind: 'new' | 'repeated' | 'earlier';
}

export interface OnceSender<Request, Answer> {
  /**
   * Sends a request with an idempotency key. After an unknown outcome (no answer, server error) the next call for the
   * same subject first repeats that request with its key, so that nothing is executed twice, even if the user has
   * changed the content in between. `subject` tells which requests can be the same act, e.g. the button and the records.
   */
  send(request: Request, subject?: string): Promise<OnceResult<Answer>>;
}

export function createOnceSender<Request, Answer>(
  post: (request: Request, key: string) => Promise<Answer>,
): OnceSender<Request, Answer> {
  /** The requests with an unknown outcome, by subject. */
  const pending = new Map<string, { text: string; request: Request; key: string }>();

  const repeat = async (subject: string, { request, key }: { request: Request; key: string }): Promise<Answer> => {
    try {
      const answer = await post(request, key);
      pending.delete(subject);
      return answer;
    } catch (error) {
      // a repeat that the rate limit refused (429) says nothing about the original request
      if (!isOutcomeUnknown(error) && !isRetryable(error)) pending.delete(subject);
      throw error;
    }
  };

  return {
    async send(request, subject = '') {
      const text = JSON.stringify(request);
      const earlier = pending.get(subject);
      if (earlier?.text === text) return { answer: await repeat(subject, earlier), kind: 'repeated' };
      if (earlier) {
        try {
          return { answer: await repeat(subject, earlier), kind: 'earlier' };
        } catch (error) {
          if (pending.has(subject)) throw error;
          // refused, so it was never executed: only the new request is sent
        }
      }
      const attempt = { text, request, key: newId() };
      try {
        return { answer: await post(request, attempt.key), kind: 'new' };
      } catch (error) {
        if (isOutcomeUnknown(error)) pending.set(subject, attempt);
        throw error;
      }
    },
  };
}

/** Text after a success: tells if an act whose answer had been lost turned out to be done. */
export function onceText(kind: OnceResult<unknown>['kind'], done: string, label: string): string {
  if (kind === 'new') return done;
  return kind === 'repeated'
    ? `${done}（上次没有收到结果，已确认只执行了一次）`
    : `上次的“${label}”已经成功，这次修改的内容没有再提交`;
}
