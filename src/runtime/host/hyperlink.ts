import { encodeUrlPart } from '../../domain/encodeUrlPart.ts';

type Values = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** Returns the field name in the hash marker of a query value; null for a value without a marker. */
function markedField(parameter: string, value: string): string | null {
  if (!value.includes('#')) return null;
  return /#\{?([\w$\u4e00-\u9fa5-]+)/.exec(decodeSafely(value))?.[1] ?? parameter;
}

/** Decodes a URL part; a text that is not validly encoded is returned unchanged. */
function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * HL-001…003: returns the address that a hyperlink opens, `<base>#<route>?<query>`. A query value that contains a hash
 * marker is replaced by the named field. `values`: the fields of the record and its `id`. The marker may be written
 * `#field`, `#field#`, `#{field}` or `#` (the field with the parameter's name). Returns null when the result is not a
 * route of this product, so that a document cannot lead to other sites or run scripts. Also returns null when the query
 * names fields and all of them are empty.
 */
export function hyperlinkOf(url: string, values: Values, base: string): string | null {
  // The query begins at the first `?`. `#` marks both routes and fields, so the class URL cannot split the address.
  const [path, ...rest] = url.trim().split('?');
  // `#/route`, `/#/route` and `route` become `/route`; a leading `//` stays and is refused below
  const route = `/${path.replace(/^\/?#/, '').replace(/^\/(?!\/)/, '')}`;
  // other sites (`//site`, `\\site`), a scheme (`/javascript:`) and an empty route are refused
  if (route.startsWith('//') || route.includes('\\') || /^\/[a-z][\w+.-]*:/i.test(route) || route === '/') return null;
  const pairs = rest
    .join('?')
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name, ...parts] = pair.split('=');
      const field = markedField(name, parts.join('='));
      return {
        name,
        isField: field !== null,
        value: field === null ? decodeSafely(parts.join('=')) : textOf(values[field]),
      };
    });
  const fieldPairs = pairs.filter(({ isField }) => isField);
  if (fieldPairs.length > 0 && fieldPairs.every(({ value }) => value === '')) return null;
  const query = pairs.map(({ name, value }) => `${name}=${encodeUrlPart(value)}`);
  return `${base}#${route}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

const pageBase = (): string => `${window.location.origin}${window.location.pathname}`;

/** Calls `hyperlinkOf` with the base of this page. */
export const hyperlinkFromPage = (url: string, values: Values): string | null => hyperlinkOf(url, values, pageBase());

/** Opens a hyperlink in a new window that cannot access this one. Returns false when there is no address to open. */
export function openHyperlink(url: string, values: Values): boolean {
  const target = hyperlinkFromPage(url, values);
  if (target !== null) window.open(target, '_blank', 'noopener');
  return target !== null;
}
