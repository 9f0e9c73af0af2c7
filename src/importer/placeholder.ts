import type { NodeByTag } from '../grammar/nodes.ts';
import { reportFlaw, reportWarning, type Context } from './context.ts';
import { isScript, withoutScripts } from './text/scripts.ts';
import { textOf, valueOf, type Source } from './source.ts';
import { isDecoration } from './tags.ts';

/** Creates a placeholder for an element that could not be converted; it contains the source without scripts. */
export function placeholderFor(source: Source, sourceTag: string, context: Context): NodeByTag['placeholder'] {
  const textWithoutScript = (name: string): string => {
    const text = textOf(source, name);
    return isScript(text, name) ? '' : text;
  };
  const key = textWithoutScript('__vModel__') || textWithoutScript('vModel');
  const label = textWithoutScript('label') || textWithoutScript('title');
  const span = valueOf(source, 'span');
  return {
    tag: 'placeholder',
    sourceTag,
    ...(key === '' ? {} : { __vModel__: key }),
    ...(label === '' ? {} : { label }),
    ...(Number.isInteger(span) ? { span: span as number } : {}),
    source: withoutScripts(source.raw, (path) =>
      reportWarning(context, 'DOC_FUNCTION', [...source.path, ...path], { key: String(path.at(-1) ?? '') }),
    ) as Record<string, unknown>,
  };
}

/**
 * Creates a placeholder for an unknown tag and reports it: as a warning if the element is of another designer or is
 * decoration, otherwise as an error. A field without a tag (`isUntaggedField`) is always an error.
 */
export function placeholderForUnknownTag(
  source: Source,
  sourceTag: string,
  context: Context,
  isUntaggedField = false,
): NodeByTag['placeholder'] {
  const path = source.entries.get('tag')?.path ?? source.path;
  reportFlaw(context, !isUntaggedField && (source.isForeign || isDecoration(sourceTag)), 'DOC_UNKNOWN_TAG', path, {
    tag: sourceTag,
  });
  return placeholderFor(source, sourceTag, context);
}
