import { TAGS } from '../grammar/tags.ts';
import type { Path } from '../domain/problem/index.ts';
import { adaptSource } from './adapt/adapt.ts';
import { reportNote, reportScript, reportWarning, shortText, type Context } from './context.ts';
import { canonicalKey, isRuleKey, isScriptKey, unknownKeyLevel } from './keys.ts';
import { refineProperty } from './refine.ts';
import { containsScript, withoutScripts } from './text/scripts.ts';
import { elementsByKey } from './innerElements.ts';
import { isBlank, isElementNameKey, textOf, type Source } from './source.ts';
import { isElementName } from './tags.ts';
import { convert } from './values.ts';

/** Canonical properties of one node, and the path of each in the source document. */
export interface Properties {
  values: Record<string, unknown>;
  sourcePathByKey: Map<string, Path>;
}

/** Keys that other parts of the importer set. */
const STRUCTURAL_KEYS: ReadonlySet<string> = new Set(['tag', 'children', '__vModel__']);

/** Returns true if a value is false or empty, so that leaving it out changes nothing. */
const isOffOrBlank = (value: unknown): boolean => value === false || isBlank(value);

/**
 * Reports a key that the grammar does not define. A script is always reported. Not reported are values that are off or
 * blank, rules without content, keys that begin with `__` or only concern the designer, and the name of an element kind
 * under a key that may hold it besides `tag` (`componentName`, `jnpfKey`; see `isElementNameKey`).
 */
function reportUnknown(source: Source, key: string, value: unknown, path: Path, tag: string, context: Context): void {
  const params = { tag: textOf(source, 'tag') || tag, key };
  if ((isScriptKey(key) && !isBlank(value)) || containsScript(value, key)) {
    reportScript(context, source.isForeign, path, key, value);
    return;
  }
  const level = unknownKeyLevel(key, TAGS[tag]?.kind === 'field');
  if (
    level === 'designer' ||
    isOffOrBlank(value) ||
    key.startsWith('__') ||
    (isElementNameKey(key) && typeof value === 'string' && isElementName(value))
  )
    return;
  // in a node that `readDialect` has translated from another dialect (`isTranslated`), an unknown key is only a note
  if (isRuleKey(key)) {
    if (hasContent(value)) reportWarning(context, 'DOC_UNUSED', path, params);
  } else if (level === 'minor' || source.isTranslated) reportNote(context, 'DOC_UNUSED', path, params);
  else reportWarning(context, 'DOC_UNKNOWN_KEY', path, params);
}

/** Returns true if a rule contains anything. An object or list with only blank values contains nothing. */
const hasContent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((part) => !isBlank(part))
    : !isOffOrBlank(value);

/**
 * Reads every key that the tag's grammar defines, also in another known spelling (`canonicalKey`); the result has the
 * grammar's spelling. Reports the other keys. `impliedProperties`: properties that the original tag implies; values in
 * the document take precedence.
 */
export function readProperties(
  tag: string,
  source: Source,
  impliedProperties: Readonly<Record<string, unknown>>,
  context: Context,
): Properties {
  const grammarKeys = TAGS[tag]?.keys ?? {};
  const values: Record<string, unknown> = { tag };
  const sourcePathByKey = new Map<string, Path>([['tag', source.entries.get('tag')?.path ?? source.path]]);
  const put = (key: string, value: unknown, path: Path): void => {
    // JSON texts are parsed before the search for scripts
    const scriptFree = withoutScripts(
      convert(value, grammarKeys[key] ?? 'other'),
      (inner, script) => reportScript(context, source.isForeign, [...path, ...inner], key, script),
      key,
    );
    const refinedValue = scriptFree === undefined ? undefined : refineProperty(key, scriptFree, tag);
    if (refinedValue === undefined) {
      if (!isOffOrBlank(scriptFree) && key !== 'labelWidth')
        reportNote(context, 'DOC_VALUE_UNUSED', path, {
          tag: textOf(source, 'tag') || tag,
          key,
          value: shortText(scriptFree),
        });
      return;
    }
    values[key] = refinedValue;
    sourcePathByKey.set(key, path);
  };
  for (const [key, value] of Object.entries(impliedProperties)) put(key, value, source.path);
  const adaptedProperties = adaptSource(tag, source, impliedProperties, context);
  const adaptedKeys = new Set(adaptedProperties.map(({ key }) => key));
  const adaptedSourceKeys = new Set(adaptedProperties.map(({ origin }) => origin));
  for (const [key, { value, path }] of source.entries) {
    const name = canonicalKey(key, grammarKeys);
    if (name === undefined) {
      // elements under this key are converted elsewhere, except inside a field of a sub-table, where the key is
      // reported
      if (
        (context.container === 'form' || (context.container === 'column' && TAGS[tag]?.kind !== 'field')) &&
        elementsByKey(source).has(key)
      )
        continue;
      if (!adaptedSourceKeys.has(key) || containsScript(value, key))
        reportUnknown(source, key, value, path, tag, context);
    } else if (!STRUCTURAL_KEYS.has(name) && !adaptedKeys.has(name) && (key === name || !source.entries.has(name)))
      put(name, value, path);
  }
  for (const { key, value, origin } of adaptedProperties) {
    if (Object.hasOwn(grammarKeys, key) && value !== undefined)
      put(key, value, source.entries.get(origin)?.path ?? source.path);
  }
  return { values, sourcePathByKey };
}
