import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { InputRef } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * Sets the value like typed input. Uses the native setter, because React ignores input events without a change it
 * noticed.
 */
export function writeInto(control: Control, text: string): void {
  const kind = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(control, text);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** A native control, or antd's ref object for it. */
type ControlRef = Control & { input?: InputRef['input']; resizableTextArea?: TextAreaRef['resizableTextArea'] };

interface UncontrolledText {
  ref: RefObject<ControlRef | null>;
  defaultValue: string;
  /** Must be called with each text that the control reports; returns whether the user typed it. */
  recordText(text: string): boolean;
}

/**
 * State of an uncontrolled text control, so that typing causes no render. `text` is the current value; if it differs
 * from the shown text, it was changed elsewhere and is written into the control. `initialText` is shown initially
 * instead.
 */
export function useUncontrolledText(text: string, initialText: string | undefined): UncontrolledText {
  const ref = useRef<ControlRef | null>(null);
  const shown = useRef(initialText ?? text);
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
  const recordText = useCallback((next: string): boolean => {
    shown.current = next;
    return !isWriting.current;
  }, []);
  return { ref, defaultValue: initialText ?? text, recordText };
}
