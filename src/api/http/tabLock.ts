/**
 * Runs `work` while holding the named lock of this browser, so that only one tab at a time runs it. Where the lock API
 * is missing (plain http) or forbidden, runs it at once without a lock. `isHeld`: true if the lock is held.
 */
export async function withTabLock<T>(name: string, work: (isHeld: boolean) => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  let hasStarted = false;
  const runWork = (isHeld: boolean): Promise<T> => {
    hasStarted = true;
    return work(isHeld);
  };
  if (!locks) return runWork(false);
  return locks
    .request(name, () => runWork(true))
    .catch((error: unknown) => {
      if (hasStarted) throw error;
      return runWork(false);
    }) as Promise<T>;
}
