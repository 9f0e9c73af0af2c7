/**
 * Opens a page of this product. If this window is in an iframe, a message asks the parent window to open the page
 * (WM-005); otherwise the page is opened in this window.
 */
export function openInParent(address: string, go: (to: string) => void): void {
  if (window.parent === window) {
    go(address);
    return;
  }
  const [, route, search] = /^([^?#]*)\??([^#]*)/.exec(address) ?? [];
  window.parent.postMessage(
    JSON.stringify({ message: 'pmsRoute', route, query: Object.fromEntries(new URLSearchParams(search)) }),
    window.location.origin,
  );
}
