/**
 * Copies a text to the clipboard. Without https the browser has no clipboard API: the text is then passed in the event
 * of a copy command. Rejects if the browser does not allow copying.
 */
export async function copyText(text: string): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) {
    await clipboard.writeText(text);
    return;
  }
  let isCopied = false;
  const provideText = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    isCopied = event.clipboardData !== null;
  };
  // the capture phase precedes the page's own copy listeners, which would copy the selection
  window.addEventListener('copy', provideText, { capture: true });
  try {
    document.execCommand('copy');
  } finally {
    window.removeEventListener('copy', provideText, { capture: true });
  }
  if (!isCopied) throw new Error('the browser does not allow copying');
}
