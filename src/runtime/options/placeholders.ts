const PLACEHOLDER = /\$\{\s*([^}]+?)\s*\}/g;

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** PH-001…003. A text that is one placeholder becomes the value itself; inside a longer text values are joined in. */
export function fillPlaceholders(params: Readonly<Record<string, unknown>>, read: (name: string) => unknown): Record<string, unknown> {
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)]));
    if (typeof value !== 'string') return value;
    const whole = /^\$\{\s*([^}]+?)\s*\}$/.exec(value);
    if (whole) return read(whole[1]) ?? '';
    return value.replace(PLACEHOLDER, (_all, name: string) => textOf(read(name)));
  };
  return fill(params) as Record<string, unknown>;
}

/** Names of all placeholders in the parameters, the current user's (`curentUser`) left out: it never changes. */
export function namesInPlaceholders(params: unknown): string[] {
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value === 'string') for (const [, name] of value.matchAll(PLACEHOLDER)) names.add(name);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
  };
  look(params);
  names.delete('curentUser');
  return [...names];
}
