export interface RetryPolicy {
  /** How many times a failed request is sent again (RQ-008). */
  times: number;
  /** Milliseconds between two attempts (RQ-008). */
  delay: number;
}

export const RETRY: RetryPolicy = { times: 4, delay: 1000 };

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Repeats `attempt` while it fails in a passing way. The caller decides whether a repeat is safe at all: a POST
 * without an idempotency key could be done twice, so it is sent once.
 */
export async function withRetry<T>(
  attempt: () => Promise<T>,
  isPassing: (error: unknown) => boolean,
  policy: RetryPolicy,
): Promise<T> {
  for (let left = policy.times; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left <= 0 || !isPassing(error)) throw error;
      await wait(policy.delay);
    }
  }
}
