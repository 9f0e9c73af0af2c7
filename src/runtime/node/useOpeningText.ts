import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Applies `typed`, the text that the user typed on a selected cell and that opened the cell for editing. It is applied
 * once, on mount, before the first paint.
 */
export function useOpeningText(typed: string | undefined, apply: (text: string) => void): void {
  const pending = useRef({ typed, apply });
  useLayoutEffect(() => {
    const { typed: text, apply: applyText } = pending.current;
    pending.current.typed = undefined;
    if (text !== undefined) applyText(text);
  }, []);
}

/** Like `useOpeningText`, for controls with internal text state (the pickers): writes the text into their input. */
export function useOpeningTextInInput(id: string, typed: string | undefined): void {
  const pendingText = useRef(typed);
  // runs after the control's own effects, which write the old value into the input
  useEffect(() => {
    const input = document.getElementById(id);
    const text = pendingText.current;
    pendingText.current = undefined;
    if (text === undefined) return;
    // the input of a select without search is read-only
    const isTextControl = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement;
    if (!isTextControl || input.readOnly) return;
    // uses the setter of the prototype: React overrides it on the element, and a text that is set by React's setter
    // counts as unchanged, so that React ignores the event
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, [id]);
}
