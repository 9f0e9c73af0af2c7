/** Runs `work` while no other tab of this browser runs what has the same name. Without the lock API (plain http), or where the browser forbids it with the storage, it goes on without. */
export async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  let isBegun = false;
  const begin = (): Promise<T> => {
    isBegun = true;
    return work();
  };
  if (!locks) return begin();
  return locks.request(name, begin).catch((error: unknown) => {
    if (isBegun) throw error;
    return begin();
  }) as Promise<T>;
}
