import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { InputRef } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * Sets the value like typed input. Uses the native setter, because React ignores an input event after a value that was
 * set in the usual way.
 */
export function writeInto(control: Control, text: string): void {
  const controlClass = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(controlClass.prototype, 'value')?.set?.call(control, text);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** A native control, or antd's ref object for it. */
type ControlRef = Control & { input?: InputRef['input']; resizableTextArea?: TextAreaRef['resizableTextArea'] };

interface UncontrolledText {
  ref: RefObject<ControlRef | null>;
  defaultValue: string;
  /** Call with each text that the control reports. Returns true if the user typed it. */
  trackText(text: string): boolean;
}

/**
 * Returns the state of an uncontrolled text control, so that typing causes no render. `text`: the current value; a
 * value that differs from the shown text was changed elsewhere and is written into the control. `initialText`: shown
 * initially in place of `text`.
 */
export function useUncontrolledText(text: string, initialText: string | undefined): UncontrolledText {
  const ref = useRef<ControlRef | null>(null);
  const shownText = useRef(initialText ?? text);
  const isWriting = useRef(false);
  useEffect(() => {
    if (text === shownText.current) return;
    const handle = ref.current;
    const control: Control | null | undefined = handle?.input ?? handle?.resizableTextArea?.textArea ?? handle;
    if (!control) return;
    isWriting.current = true;
    writeInto(control, text);
    isWriting.current = false;
    shownText.current = text;
  });
  const recordText = useCallback((next: string): boolean => {
    shownText.current = next;
    return !isWriting.current;
  }, []);
  return { ref, defaultValue: initialText ?? text, trackText: recordText };
}
