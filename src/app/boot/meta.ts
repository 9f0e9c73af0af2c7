/** Content of a `<meta name>` of the page; null when absent or when the server has not filled it in. */
export function meta(name: string): string | null {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  return content === '' || /^__\w+__$/.test(content) ? null : content;
}
