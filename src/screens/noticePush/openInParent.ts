/**
 * Opens a page of this product: inside an iframe by a message to the parent window (WM-005), otherwise in this window.
 */
export function openInParent(address: string, go: (to: string) => void): void {
  if (window.parent === window) {
    go(address);
    return;
  }
  const [route = '', search = ''] = address.split('?');
  window.parent.postMessage(
    JSON.stringify({ message: 'pmsRoute', route, query: Object.fromEntries(new URLSearchParams(search)) }),
    window.location.origin,
  );
}
