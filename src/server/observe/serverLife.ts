/** Whether a server is running or stopping. */
export interface Life {
  isEnding(): boolean;
  /** Marks the server as stopping: it reports itself as not ready, so that a load balancer sends no more requests. */
  end(): void;
}

export function createLife(): Life {
  let isEnding = false;
  return {
    isEnding: () => isEnding,
    end() {
      isEnding = true;
    },
  };
}
