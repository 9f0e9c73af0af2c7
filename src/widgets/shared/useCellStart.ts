import { useLayoutEffect, useRef } from 'react';

/** At the mount of an edit face in a cell: hands over the text that was typed to start editing, once, before the first paint. */
export function useCellStart(typed: string | undefined, apply: (text: string) => void): void {
  const start = useRef({ typed, apply });
  useLayoutEffect(() => {
    const { typed: text, apply: use } = start.current;
    start.current.typed = undefined;
    if (text !== undefined) use(text);
  }, []);
}
