import { notice } from './notice.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (target: EventTarget | null): target is TextControl =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Characters of a pasted text that a control with `maxLength` does not take; 0 where all of it fits. */
export function cutLength({ value, selectionStart, selectionEnd, maxLength }: TextControl, text: string): number {
  if (maxLength < 0) return 0;
  const selected = (selectionEnd ?? value.length) - (selectionStart ?? value.length);
  const room = Math.max(0, maxLength - (value.length - selected));
  return Math.max(0, text.replace(/\r\n?/g, '\n').length - room);
}

/** Browsers cut what is pasted at a control's length without a word: here they are told how much. Ends with the answer's call. */
export function tellCutPastes(root: Document): () => void {
  const onPaste = (event: ClipboardEvent): void => {
    if (event.defaultPrevented || !isTextControl(event.target)) return;
    const cut = cutLength(event.target, event.clipboardData?.getData('text/plain') ?? '');
    if (cut > 0) notice('warning', `此处最多 ${event.target.maxLength} 字，粘贴内容的最后 ${cut} 字没有填入`);
  };
  root.addEventListener('paste', onPaste);
  return () => root.removeEventListener('paste', onPaste);
}
