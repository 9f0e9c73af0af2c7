import { TAGS } from '../../grammar/tags.ts';
import type { Path } from '../problem.ts';
import { adaptSource } from './adapt.ts';
import { reportWarning, type Context } from './context.ts';
import { canonicalKey, isNoise, isScriptKey } from './keys.ts';
import { refine } from './refine.ts';
import { holdsScript, isScript, withoutScripts } from './scripts.ts';
import type { Source } from './source.ts';
import { convert } from './values.ts';

/** Canonical properties of one node and the place in the document each came from. */
export interface Properties {
  values: Record<string, unknown>;
  origins: Map<string, Path>;
}

/** Keys that other parts of normalise place themselves. */
const STRUCTURAL: ReadonlySet<string> = new Set(['tag', 'children', '__vModel__']);

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''
  || (typeof value === 'object' && Object.keys(value).length === 0);

function reportUnknown(source: Source, key: string, value: unknown, path: Path, tag: string, context: Context): void {
  if (isScript(value) || (isScriptKey(key) && !isBlank(value)) || holdsScript(value)) {
    reportWarning(context, 'DOC_FUNCTION', path, { key });
  } else if (!isNoise(key) && !isBlank(value) && !key.startsWith('__')) {
    reportWarning(context, 'DOC_UNKNOWN_KEY', path, { tag: String(source.raw.tag ?? tag), key });
  }
}

/**
 * Reads every key that the tag's grammar has, in the spelling of that grammar; reports the others. `set` are
 * properties that an alias of the tag brings along; what the document says itself wins over them.
 */
export function readProperties(tag: string, source: Source, set: Readonly<Record<string, unknown>>, context: Context): Properties {
  const known = TAGS[tag]?.keys ?? {};
  const values: Record<string, unknown> = { tag };
  const origins = new Map<string, Path>([['tag', source.entries.get('tag')?.path ?? source.path]]);
  const put = (key: string, value: unknown, path: Path): void => {
    // what stands in JSON text is looked into, too
    const clean = withoutScripts(convert(value, known[key] ?? 'other'), (inner) => reportWarning(context, 'DOC_FUNCTION', [...path, ...inner], { key }));
    const refined = clean === undefined ? undefined : refine(key, clean, tag);
    if (refined === undefined) return;
    values[key] = refined;
    origins.set(key, path);
  };
  for (const [key, value] of Object.entries(set)) put(key, value, source.path);
  for (const [key, { value, path }] of source.entries) {
    const name = canonicalKey(key, known);
    if (name === undefined) reportUnknown(source, key, value, path, tag, context);
    else if (!STRUCTURAL.has(name) && (key === name || !source.entries.has(name))) put(name, value, path);
  }
  for (const { key, value, origin } of adaptSource(tag, source, context)) {
    if (Object.hasOwn(known, key)) put(key, value, source.entries.get(origin)?.path ?? source.path);
  }
  return { values, origins };
}

