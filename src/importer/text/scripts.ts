/** Function texts, `{ "$js": … }` and `{{ … }}` of other systems: never run, taken out wherever they stand. */
const FUNCTION_TEXT =
  /^\s*(?:async\s+)?function\b[\s\S]*\{|^\s*(?:async\s+)?(?:\([^()]*\)|[A-Za-z_$][\w$]*)\s*=>|^\s*javascript:/i;
const TEMPLATE_TEXT = /^\s*\{\{[\s\S]*\}\}\s*$/;

/** Keys whose texts people read: `A=>B` is a label there. */
const READ_KEYS: ReadonlySet<string> = new Set([
  'label',
  'title',
  'placeholder',
  'help',
  'tooltip',
  'formName',
  'description',
  'startPlaceholder',
  'endPlaceholder',
]);
/** Keys whose texts say what an element is, whatever they hold: without one it would be read as another. */
const NAME_KEYS: ReadonlySet<string> = new Set(['tag', 'type', 'layout']);

/** `key`: under which the value stands, where it stands under one. */
export function isScript(value: unknown, key = ''): boolean {
  if (typeof value === 'function') return true;
  if (typeof value === 'string') return !NAME_KEYS.has(key) && isScriptText(value, key);
  return typeof value === 'object' && value !== null && Object.hasOwn(value, '$js');
}

const isScriptText = (value: string, key: string): boolean =>
  (!READ_KEYS.has(key) && FUNCTION_TEXT.test(value)) || isTemplate(value);

/** A text in `{{ }}`: a program to Formily and to other systems. */
export const isTemplate = (value: unknown): boolean => typeof value === 'string' && TEMPLATE_TEXT.test(value);

/** True when a script stands anywhere in the value. `is`: which scripts. */
export function holdsScript(
  value: unknown,
  key = '',
  is: (value: unknown, key: string) => boolean = isScript,
): boolean {
  if (is(value, key)) return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([inner, item]) => holdsScript(item, inner, is))
  );
}

/** Keys that would reach into objects instead of data. */
export const isUnsafeKey = (key: string): boolean =>
  key === '__proto__' || key === 'constructor' || key === 'prototype';

/**
 * A copy without scripts; `report` gets the path of each (relative to the value) and the script. A script itself gives
 * undefined.
 * `key`: under which the value stands.
 * The copy shares nothing with the input, which stays as it was.
 */
export function withoutScripts(
  value: unknown,
  report: (path: (string | number)[], script: unknown) => void,
  key = '',
  path: (string | number)[] = [],
): unknown {
  if (isScript(value, key)) {
    report(path, value);
    return undefined;
  }
  if (Array.isArray(value)) {
    return value
      .map((item, index) => withoutScripts(item, report, '', [...path, index]))
      .filter((item) => item !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    if (isUnsafeKey(name)) continue;
    const clean = withoutScripts(item, report, name, [...path, name]);
    if (clean !== undefined) copy[name] = clean;
  }
  return copy;
}
