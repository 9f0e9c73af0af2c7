import { encodePart } from '../../domain/encodePart.ts';

type Values = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** The field that a hash marker names; null for a value without one. */
function fieldIn(parameter: string, value: string): string | null {
  if (!value.includes('#')) return null;
  return /#\{?([\w$\u4e00-\u9fa5-]+)/.exec(decode(value))?.[1] ?? parameter;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * HL-001…003: the address a hyperlink opens: product base, `#`, route, and the query with every value that contains a
 * hash marker replaced by the named field. `values` carries `id` beside its fields. The marker may be written `#field`,
 * `#field#`, `#{field}` or `#` (then the parameter's own name). Null when the result is no route of this product (a
 * document cannot send people elsewhere or run script), and when no field that it names has a value: there is nothing
 * to open yet.
 */
export function hyperlinkOf(url: string, values: Values, base: string): string | null {
  // the query begins at the first `?`: `#` marks both routes and fields, so URL itself cannot split it
  const [path, ...rest] = url.trim().split('?');
  const route = `/${path.replace(/^\/?#/, '').replace(/^\/(?!\/)/, '')}`;
  if (route.startsWith('//') || route.includes('\\') || /^\/[a-z][\w+.-]*:/i.test(route) || route === '/') return null;
  const pairs = rest
    .join('?')
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name, ...parts] = pair.split('=');
      const field = fieldIn(name, parts.join('='));
      return { name, isField: field !== null, value: field === null ? decode(parts.join('=')) : textOf(values[field]) };
    });
  const named = pairs.filter(({ isField }) => isField);
  if (named.length > 0 && named.every(({ value }) => value === '')) return null;
  const query = pairs.map(({ name, value }) => `${name}=${encodePart(value)}`);
  return `${base}#${route}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

const hereBase = (): string => `${window.location.origin}${window.location.pathname}`;

/** The same from this page's own base. */
export const hyperlinkHere = (url: string, values: Values): string | null => hyperlinkOf(url, values, hereBase());

/** Opens a hyperlink in a new window; it gets no handle on this one. */
export function openHyperlink(url: string, values: Values): boolean {
  const target = hyperlinkHere(url, values);
  if (target !== null) window.open(target, '_blank', 'noopener');
  return target !== null;
}
