import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { InputRef } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Writes as a person would type: past React's note of the value, or the event would count as no change. */
export function writeInto(control: Control, text: string): void {
  const kind = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(control, text);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The control itself, or the library's handle of it. */
type Handle = Control & { input?: InputRef['input']; resizableTextArea?: TextAreaRef['resizableTextArea'] };

interface OwnText {
  ref: RefObject<Handle | null>;
  defaultValue: string;
  /** To be called with each text that the control reports; answers whether a person typed it. */
  take(text: string): boolean;
}

/**
 * A text control that keeps what is typed to itself, so that a key pressed renders nothing around it. `text` is the
 * value as it is now: another one than the control shows came from elsewhere and is written into it. `first` is shown
 * at the beginning in its place.
 */
export function useOwnText(text: string, first: string | undefined): OwnText {
  const ref = useRef<Handle | null>(null);
  const shown = useRef(first ?? text);
  const isWriting = useRef(false);
  useEffect(() => {
    if (text === shown.current) return;
    const handle = ref.current;
    const control: Control | null | undefined = handle?.input ?? handle?.resizableTextArea?.textArea ?? handle;
    if (!control) return;
    isWriting.current = true;
    writeInto(control, text);
    isWriting.current = false;
    shown.current = text;
  });
  const take = useCallback((next: string): boolean => {
    shown.current = next;
    return !isWriting.current;
  }, []);
  return { ref, defaultValue: first ?? text, take };
}
