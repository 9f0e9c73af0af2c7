/** Returns the content of a `<meta name>` of the page; null if it is absent or not filled in by the server. */
export function readMeta(name: string): string | null {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  return content === '' || /^__\w+__$/.test(content) ? null : content;
}
