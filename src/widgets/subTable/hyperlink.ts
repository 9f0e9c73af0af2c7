type Values = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** `#name`, `#name#` or `#{name}` names a field; `#` alone means the one named like the parameter. */
function resolve(parameter: string, value: string, row: Values): string {
  if (!value.includes('#')) return decode(value);
  const name = /#\{?([\w$\u4e00-\u9fa5-]+)/.exec(decode(value))?.[1] ?? parameter;
  return textOf(row[name]);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * HL-001…003: the address a hyperlink cell opens: product base, `#`, route, and the query with every value that
 * contains a hash marker replaced by the named field of the row. `row` carries `id` beside its values. The marker
 * may be written `#field`, `#field#` or `#` (then the parameter's own name). Null when the result is no route of
 * this product: a document cannot send people elsewhere or run script.
 */
export function hyperlinkOf(url: string, row: Values, base: string): string | null {
  // the query begins at the first `?`: `#` marks both routes and fields, so URL itself cannot split it
  const [path, ...rest] = url.trim().split('?');
  const route = `/${path.replace(/^\/?#/, '').replace(/^\/(?!\/)/, '')}`;
  if (route.startsWith('//') || /^\/[a-z][\w+.-]*:/i.test(route) || route === '/') return null;
  const query = rest.join('?').split('&').filter(Boolean).map((pair) => {
    const [name, ...value] = pair.split('=');
    return `${name}=${encodeURIComponent(resolve(name, value.join('='), row))}`;
  });
  return `${base}#${route}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** Opens a hyperlink in a new window; it gets no handle on this one. */
export function openHyperlink(url: string, row: Values): boolean {
  const target = hyperlinkOf(url, row, `${window.location.origin}${window.location.pathname}`);
  if (target !== null) window.open(target, '_blank', 'noopener');
  return target !== null;
}
