/** Whether the server is stopping. */
export interface Readiness {
  isEnding(): boolean;
  /** Marks the server as stopping: it reports itself as not ready, so that a load balancer sends no more requests. */
  markNotReady(): void;
}

export function createReadiness(): Readiness {
  let isEnding = false;
  return {
    isEnding: () => isEnding,
    markNotReady() {
      isEnding = true;
    },
  };
}
