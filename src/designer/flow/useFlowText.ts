import { useCallback, useRef, useState } from 'react';

export interface FlowText {
  text: string;
  /** Resolves with the text after all pending changes. */
  latest(): Promise<string>;
  /** Queues a change; changes run one after the other, each with the result of the previous one. */
  change(changeText: (before: string) => Promise<string>): void;
  /** Sets the text at once; the results of pending changes are dropped. */
  replace(text: string): void;
}

/** Provides the text of a process with asynchronous changes: each change returns a promise of the changed text. */
export function useFlowText(initial: string, onError: (error: unknown) => void): FlowText {
  const [text, setText] = useState(initial);
  const latestText = useRef<Promise<string>>(Promise.resolve(initial));
  const change = useCallback(
    (changeText: (before: string) => Promise<string>) => {
      const before = latestText.current;
      const changedText = before.then((previousText) =>
        changeText(previousText).catch((error: unknown) => {
          onError(error);
          return previousText;
        }),
      );
      latestText.current = changedText;
      void changedText.then((settledText) => {
        if (latestText.current === changedText) setText(settledText);
      });
    },
    [onError],
  );
  const replace = useCallback((next: string) => {
    latestText.current = Promise.resolve(next);
    setText(next);
  }, []);
  const latest = useCallback(() => latestText.current, []);
  return { text, latest, change, replace };
}
