import { notice } from './notice.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (target: EventTarget | null): target is TextControl =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Returns the number of characters of a pasted text beyond the control's `maxLength`; 0 when the whole text fits. */
export function truncatedLength({ value, selectionStart, selectionEnd, maxLength }: TextControl, text: string): number {
  if (maxLength < 0) return 0;
  const selectedLength = (selectionEnd ?? value.length) - (selectionStart ?? value.length);
  const freeLength = Math.max(0, maxLength - (value.length - selectedLength));
  return Math.max(0, text.replace(/\r\n?/g, '\n').length - freeLength);
}

/** Warns the user when the browser truncates a pasted text at a control's `maxLength`. Returns the stop function. */
export function warnOfTruncatedPastes(root: Document): () => void {
  const onPaste = (event: ClipboardEvent): void => {
    if (event.defaultPrevented || !isTextControl(event.target)) return;
    const truncatedCount = truncatedLength(event.target, event.clipboardData?.getData('text/plain') ?? '');
    if (truncatedCount > 0)
      notice('warning', `此处最多 ${event.target.maxLength} 字，粘贴内容的最后 ${truncatedCount} 字没有填入`);
  };
  root.addEventListener('paste', onPaste);
  return () => root.removeEventListener('paste', onPaste);
}
