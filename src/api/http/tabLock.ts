/**
 * Runs `work` while holding the named lock of this browser, so that only one tab at a time runs it. Runs it without a
 * lock where the lock API is missing (plain http) or forbidden.
 */
export async function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  let hasStarted = false;
  const runWork = (): Promise<T> => {
    hasStarted = true;
    return work();
  };
  if (!locks) return runWork();
  return locks.request(name, runWork).catch((error: unknown) => {
    if (hasStarted) throw error;
    return runWork();
  }) as Promise<T>;
}
