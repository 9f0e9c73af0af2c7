import { TAGS } from '../../../grammar/tags.ts';
import type { Path } from '../../../domain/problem/index.ts';
import { parseScreenDefinition } from '../../../importer/index.ts';
import type { Vocabulary } from '../../../kernel/index.ts';
import { propertySchemas } from '../../editor/grammarDocs.ts';
import { areasOf, hasPanes, isNode, isObject, ROOT, type FormDoc, type RawNode } from './nodes.ts';
import type { Notation } from './notation.ts';
import { textOfDoc } from './working.ts';

/** A page on the canvas: its blocks are `fields`; `root` is the container around them, null where one block is the page. */
export interface ScreenDoc extends FormDoc {
  root: RawNode | null;
}

/** What goes around the blocks of a page that began as one block. */
const AROUND: RawNode = { tag: 'row', gutter: 16, children: [] };

/** A container whose children are the blocks of a page. */
function isAround(root: RawNode): boolean {
  const data = TAGS[root.tag];
  return (
    data?.kind === 'container' &&
    propertySchemas(root.tag).children !== undefined &&
    !hasPanes(root.tag) &&
    !areasOf(root.tag)
  );
}

/** The container that is written around these blocks; null where the one block is the page itself. */
export const aroundOf = (doc: FormDoc): RawNode | null => {
  const { root } = doc as ScreenDoc;
  return root ?? (doc.fields.length === 1 ? null : AROUND);
};

const BLOCKS: Path = ['root', 'children'];

/**
 * Pages: the canvas edits the blocks in the page's outermost container. A page that is one block gets a container around it
 * as soon as a second one is added, and loses it with that one again.
 */
export const screenNotation = (vocabulary: Vocabulary, kept: { screenKey: string; title: string }): Notation => ({
  read(text) {
    let raw: unknown;
    try {
      raw = JSON.parse(text);
    } catch {
      return null;
    }
    if (!isObject(raw) || !isNode(raw.root) || !parseScreenDefinition(raw, vocabulary).ok) return null;
    const { root } = raw;
    const children: unknown = root.children;
    const hasBlocks = isAround(root) && Array.isArray(children) && children.every(isNode);
    const doc: ScreenDoc = hasBlocks
      ? { ...raw, root: { ...root, children: [] }, fields: children }
      : { ...raw, root: null, fields: [root] };
    return { doc, isConverted: false };
  },
  write(doc) {
    const { fields, ...rest } = doc;
    const around = aroundOf(doc);
    return textOfDoc({ ...rest, root: around ? { ...around, children: fields } : fields[0] } as unknown as FormDoc);
  },
  empty: { screenKey: kept.screenKey, title: kept.title, root: AROUND, fields: [] },
  textPath(doc, path) {
    if (path[0] !== ROOT[0]) return path;
    return aroundOf(doc) ? [...BLOCKS, ...path.slice(1)] : ['root', ...path.slice(2)];
  },
  canvasPath(doc, path) {
    if (path[0] !== 'root') return path;
    if (aroundOf(doc) === null) return [...ROOT, 0, ...path.slice(1)];
    return path[1] === 'children' ? [...ROOT, ...path.slice(2)] : path;
  },
});
