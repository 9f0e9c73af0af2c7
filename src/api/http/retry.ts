export interface RetryPolicy {
  /** Maximum number of retries (RQ-008). */
  times: number;
  /** Milliseconds between two attempts (RQ-008). */
  delay: number;
}

export const DEFAULT_RETRY: RetryPolicy = { times: 4, delay: 1000 };

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Repeats `attempt` while it fails with a transient error. The caller decides whether a retry is safe: a POST without
 * an idempotency key could be processed twice.
 */
export async function withRetry<T>(
  attempt: () => Promise<T>,
  isTransient: (error: unknown) => boolean,
  policy: RetryPolicy,
): Promise<T> {
  for (let retriesLeft = policy.times; ; retriesLeft -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (retriesLeft <= 0 || !isTransient(error)) throw error;
      await wait(policy.delay);
    }
  }
}
