/** Whether the server is stopping. */
export interface Readiness {
  isStopping(): boolean;
  /** Marks the server as stopping: it reports itself as not ready, so that a load balancer sends no more requests. */
  markStopping(): void;
}

export function createReadiness(): Readiness {
  let isStopping = false;
  return {
    isStopping: () => isStopping,
    markStopping() {
      isStopping = true;
    },
  };
}
