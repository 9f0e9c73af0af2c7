import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Applies the typed text that started the editing of a cell to its edit face: once on mount, before the first paint.
 */
export function useCellStart(typed: string | undefined, apply: (text: string) => void): void {
  const pending = useRef({ typed, apply });
  useLayoutEffect(() => {
    const { typed: text, apply: applyText } = pending.current;
    pending.current.typed = undefined;
    if (text !== undefined) applyText(text);
  }, []);
}

/** Like `useCellStart`, for controls with internal text state (the pickers): writes the text into their input. */
export function useTypedText(id: string, typed: string | undefined): void {
  const pendingText = useRef(typed);
  // runs after the control's own effects, which write the old value into the input
  useEffect(() => {
    const input = document.getElementById(id);
    const text = pendingText.current;
    pendingText.current = undefined;
    if (text === undefined) return;
    // the input of a list without a search does not accept text
    const isText = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement;
    if (!isText || input.readOnly) return;
    // native setter, because React ignores input events without a change that it noticed
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, [id]);
}
