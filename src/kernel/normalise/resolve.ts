import { TAGS } from '../../grammar/tags.ts';
import type { Context } from './context.ts';
import { childrenOf, isObject, readSource, textOf, valueOf, type Source } from './source.ts';
import { meaningOf } from './tags.ts';
import { convert } from './values.ts';

export interface Resolved { tag: string; set: Readonly<Record<string, unknown>>; isApproximate: boolean }

const plain = (tag: string): Resolved => ({ tag, set: {}, isApproximate: false });

function hasFieldChildren(source: Source, context: Context): boolean {
  return childrenOf(source).some(({ value, path }) => {
    if (!isObject(value)) return false;
    const meaning = meaningOf(textOf(readSource(value, path), 'tag'), context.vocabulary);
    return meaning !== undefined && TAGS[meaning.tag]?.kind === 'field';
  });
}

/** Containers of other designers that hold rows of fields, whatever their tag says. */
function isRowsContainer(source: Source, context: Context): boolean {
  const tag = textOf(source, 'tag');
  if (textOf(source, 'layout') === 'tsSubform' || textOf(source, 'tableType') === 'detailTable') return Array.isArray(valueOf(source, 'children'));
  if (textOf(source, 'subForm') !== '') return true;
  return (tag === 'el-table' || tag === 'a-table') && hasFieldChildren(source, context);
}

/** What a node of any dialect is in this language; undefined when nothing here knows it. */
export function resolveTag(source: Source, context: Context): Resolved | undefined {
  const tag = textOf(source, 'tag');
  if (context.place === 'column' && convert(valueOf(source, 'isOp'), 'flag') === '1') return plain('opColumn');
  if (isRowsContainer(source, context)) return plain('subTable');
  if (tag === '') return textOf(source, 'layout') === 'rowFormItem' ? plain('row') : undefined;
  const isRange = tag.includes('slider') && valueOf(source, 'range') === true;
  const meaning = isRange ? undefined : meaningOf(tag, context.vocabulary) ?? meaningOf(textOf(source, 'orgTag'), context.vocabulary);
  return meaning && { tag: meaning.tag, set: meaning.set ?? {}, isApproximate: meaning.isApproximate ?? false };
}
