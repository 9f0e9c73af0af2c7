import { useEffect, useLayoutEffect, useRef } from 'react';

/** At the mount of an edit face in a cell: hands over the text that was typed to start editing, once, before the first paint. */
export function useCellStart(typed: string | undefined, apply: (text: string) => void): void {
  const start = useRef({ typed, apply });
  useLayoutEffect(() => {
    const { typed: text, apply: use } = start.current;
    start.current.typed = undefined;
    if (text !== undefined) use(text);
  }, []);
}

/** The same for a control that keeps its text to itself (the pickers): the text goes into its input as if typed there. */
export function useTypedText(id: string, typed: string | undefined): void {
  const start = useRef(typed);
  // after the control's own effects, which write the old value into the input
  useEffect(() => {
    const input = document.getElementById(id);
    const text = start.current;
    start.current = undefined;
    if (text === undefined || !(input instanceof HTMLInputElement)) return;
    // past React's note of the value, or the event would count as no change
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, [id]);
}
