import { ServiceError } from '../../runtime/services/serviceError.ts';
import { newId } from './newId.ts';

const UNKNOWN_OUTCOME: ReadonlySet<string> = new Set(['NETWORK', 'SERVER', 'REQUEST_BUSY']);

/** Returns true if the server may or may not have processed the request. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof ServiceError) || UNKNOWN_OUTCOME.has(error.code);

export interface OnceResult<Request, Answer> {
  answer: Answer;
  /** The executed request, to which `answer` belongs. */
  executed: Request;
  /**
   * `new`: the content was not sent before. `repeated`: the same content had an unknown outcome before; it was executed
   * once. `earlier`: other content with an unknown outcome turned out to be executed; `answer` belongs to that content,
   * and the content of this call was not executed.
   */
  kind: 'new' | 'repeated' | 'earlier';
}

export interface OnceSender<Request, Answer> {
  /**
   * Sends a request with an idempotency key. If the outcome of a call is unknown (no response, server error), the next
   * call for the same subject reuses the key, so that only one of them is executed. If the server has executed the
   * earlier call, the server repeats the response for equal content and refuses changed content; otherwise the server
   * executes this call. `subject` identifies the operation, e.g. the button and the records. Throws the error of the
   * request.
   */
  send(request: Request, subject?: string): Promise<OnceResult<Request, Answer>>;
}

/** The requests of one subject with an unknown outcome, and their common key. */
interface Pending<Request> {
  key: string;
  requests: readonly Request[];
}

/** Returns true for the refusal of changed content because other content with the same key was executed. */
const isOtherContentExecuted = (error: unknown): boolean =>
  error instanceof ServiceError && (error.data as { isDone?: boolean } | null | undefined)?.isDone === true;

export function createOnceSender<Request, Answer>(
  post: (request: Request, key: string) => Promise<Answer>,
): OnceSender<Request, Answer> {
  const pendingBySubject = new Map<string, Pending<Request>>();

  /**
   * Returns the executed one of these requests with its answer, which the server repeats; null if none was executed.
   */
  const findExecuted = async ({
    key,
    requests,
  }: Pending<Request>): Promise<{ answer: Answer; executed: Request } | null> => {
    for (const executed of requests.toReversed()) {
      try {
        return { answer: await post(executed, key), executed };
      } catch (error) {
        if (!isOtherContentExecuted(error)) throw error;
      }
    }
    return null;
  };

  return {
    async send(request, subject = '') {
      const earlierPending = pendingBySubject.get(subject);
      const text = JSON.stringify(request);
      const otherRequests = (earlierPending?.requests ?? []).filter(
        (otherRequest) => JSON.stringify(otherRequest) !== text,
      );
      const pending = { key: earlierPending?.key ?? newId(), requests: [...otherRequests, request] };
      const isRepeat = earlierPending !== undefined && otherRequests.length < earlierPending.requests.length;
      try {
        const answer = await post(request, pending.key);
        pendingBySubject.delete(subject);
        return { answer, executed: request, kind: isRepeat ? 'repeated' : 'new' };
      } catch (error) {
        if (earlierPending && isOtherContentExecuted(error)) {
          const earlierResult = await findExecuted({ ...earlierPending, requests: otherRequests });
          pendingBySubject.delete(subject);
          if (earlierResult) return { ...earlierResult, kind: 'earlier' };
          throw new ServiceError('REQUEST_DONE', '上次的操作已经成功，这次没有再执行，请刷新页面查看结果');
        }
        if (isOutcomeUnknown(error)) pendingBySubject.set(subject, pending);
        throw error;
      }
    },
  };
}

/**
 * Returns the message to show after `send`. For `repeated` and `earlier` it says that the earlier request, whose
 * outcome was unknown, has been executed. `label`: name of the operation.
 */
export function onceText(kind: OnceResult<unknown, unknown>['kind'], doneText: string, label: string): string {
  if (kind === 'new') return doneText;
  return kind === 'repeated'
    ? `${doneText}（上次的操作已经成功，这次没有重复执行）`
    : `上次的“${label}”已经成功，这次修改的内容没有再提交`;
}
