import type { NodeByTag } from '../grammar/nodes.ts';
import { reportFlaw, reportWarning, type Context } from './context.ts';
import { isScript, withoutScripts } from './text/scripts.ts';
import { textOf, valueOf, type Source } from './source.ts';
import { isDecoration } from './tags.ts';

/** A block that shows what could not be understood and keeps its source (without scripts). */
export function placeholderFor(source: Source, sourceTag: string, context: Context): NodeByTag['placeholder'] {
  const plain = (name: string): string => {
    const text = textOf(source, name);
    return isScript(text, name) ? '' : text;
  };
  const key = plain('__vModel__') || plain('vModel');
  const label = plain('label') || plain('title');
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
 * The same for an unknown tag, reported: what another designer exported and decoration as a warning, any other, and a
 * field without any tag (`isField`), as an error.
 */
export function unknownTag(
  source: Source,
  sourceTag: string,
  context: Context,
  isField = false,
): NodeByTag['placeholder'] {
  const path = source.entries.get('tag')?.path ?? source.path;
  reportFlaw(context, !isField && (source.isForeign || isDecoration(sourceTag)), 'DOC_UNKNOWN_TAG', path, {
    tag: sourceTag,
  });
  return placeholderFor(source, sourceTag, context);
}
