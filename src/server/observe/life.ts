/** Where a server stands between its start and its end. */
export interface Life {
  isEnding(): boolean;
  /** From now on the server is not ready: a balancer sends no more to it. */
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
