/**
 * Copies a text to the clipboard. On a site without https the browser has no clipboard interface; there the text is
 * handed over in the event of a copy command. Rejects if the browser does not allow copying.
 */
export async function copyText(text: string): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) {
    await clipboard.writeText(text);
    return;
  }
  let isCopied = false;
  const handOver = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    isCopied = event.clipboardData !== null;
  };
  // before the listeners of the page, which would copy the selection
  window.addEventListener('copy', handOver, { capture: true });
  try {
    document.execCommand('copy');
  } finally {
    window.removeEventListener('copy', handOver, { capture: true });
  }
  if (!isCopied) throw new Error('the browser does not allow copying');
}
