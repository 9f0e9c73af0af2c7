/** Opens a place of this product: in the page around the frame, by the message that opens pages there (WM-005); alone, here. */
export function openOutside(to: string, go: (to: string) => void): void {
  if (window.parent === window) {
    go(to);
    return;
  }
  const [route = '', search = ''] = to.split('?');
  window.parent.postMessage(
    JSON.stringify({ message: 'pmsRoute', route, query: Object.fromEntries(new URLSearchParams(search)) }),
    window.location.origin,
  );
}
