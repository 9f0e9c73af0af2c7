import { useCallback, useRef, useState } from 'react';

export interface FlowText {
  text: string;
  /** The text once everything that was done is in it. */
  latest(): Promise<string>;
  /** Takes what a change leads to, when it is known. Changes come one after the other. */
  change(next: (before: string) => Promise<string>): void;
  replace(text: string): void;
}

/** The text of a process that is made by drawing: each change is a promise of the next text. */
export function useFlowText(initial: string, onFault: (error: unknown) => void): FlowText {
  const [text, setText] = useState(initial);
  const last = useRef<Promise<string>>(Promise.resolve(initial));
  const change = useCallback(
    (next: (before: string) => Promise<string>) => {
      const before = last.current;
      const made = before.then((known) =>
        next(known).catch((error: unknown) => {
          onFault(error);
          return known;
        }),
      );
      last.current = made;
      void made.then((known) => {
        if (last.current === made) setText(known);
      });
    },
    [onFault],
  );
  const replace = useCallback((next: string) => {
    last.current = Promise.resolve(next);
    setText(next);
  }, []);
  const latest = useCallback(() => last.current, []);
  return { text, latest, change, replace };
}
