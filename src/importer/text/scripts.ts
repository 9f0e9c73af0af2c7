/**
 * Matches the text of a function (`function …`, `… =>`) or a `javascript:` address. Scripts of other systems are never
 * executed; they are removed.
 */
const FUNCTION_TEXT =
  /^\s*(?:async\s+)?function\b[\s\S]*\{|^\s*(?:async\s+)?(?:\([^()]*\)|[A-Za-z_$][\w$]*)\s*=>|^\s*javascript:/i;
/** Matches a text that consists of `{{ … }}`. */
const TEMPLATE_TEXT = /^\s*\{\{[\s\S]*\}\}\s*$/;

/** Keys of texts that are shown to people; in such a text `A=>B` is not a function. */
const SHOWN_TEXT_KEYS: ReadonlySet<string> = new Set([
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
/**
 * Keys that identify the kind of element. Their texts are never removed as scripts: without the key the element would
 * be read as an element of another kind.
 */
const KIND_KEYS: ReadonlySet<string> = new Set(['tag', 'type', 'layout']);

/** Returns true if the value is a script. `key`: the key of the value, if it has one. */
export function isScript(value: unknown, key = ''): boolean {
  if (typeof value === 'function') return true;
  if (typeof value === 'string') return !KIND_KEYS.has(key) && isScriptText(value, key);
  return typeof value === 'object' && value !== null && Object.hasOwn(value, '$js');
}

const isScriptText = (value: string, key: string): boolean =>
  (!SHOWN_TEXT_KEYS.has(key) && FUNCTION_TEXT.test(value)) || isTemplate(value);

/** Returns true if the value is a `{{ }}` text, which Formily and other systems evaluate. */
export const isTemplate = (value: unknown): boolean => typeof value === 'string' && TEMPLATE_TEXT.test(value);

/** Returns true if the value contains a script at any depth. `isMatch` decides which values count as scripts. */
export function containsScript(
  value: unknown,
  key = '',
  isMatch: (value: unknown, key: string) => boolean = isScript,
): boolean {
  if (isMatch(value, key)) return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([inner, item]) => containsScript(item, inner, isMatch))
  );
}

/** Returns true if an assignment under this key could change the prototype of an object instead of its data. */
export const isUnsafeKey = (key: string): boolean =>
  key === '__proto__' || key === 'constructor' || key === 'prototype';

/**
 * Copies a value without scripts and unsafe keys; undefined if the value itself is a script. `onScript` is called for
 * each script; the path is relative to the value. `key`: the key of the value. The copy shares nothing with the input,
 * which is not modified.
 */
export function withoutScripts(
  value: unknown,
  onScript: (path: (string | number)[], script: unknown) => void,
  key = '',
  path: (string | number)[] = [],
): unknown {
  if (isScript(value, key)) {
    onScript(path, value);
    return undefined;
  }
  if (Array.isArray(value)) {
    return value
      .map((item, index) => withoutScripts(item, onScript, '', [...path, index]))
      .filter((item) => item !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    if (isUnsafeKey(name)) continue;
    const copiedItem = withoutScripts(item, onScript, name, [...path, name]);
    if (copiedItem !== undefined) copy[name] = copiedItem;
  }
  return copy;
}
