import { TAGS } from '../../../grammar/tags.ts';
import type { Path } from '../../../domain/problem/index.ts';
import { parseScreenDefinition } from '../../../importer/index.ts';
import type { Vocabulary } from '../../../kernel/index.ts';
import { propertySchemas } from '../../editor/grammarDocs.ts';
import { areaKeysOf, hasPanes, isNode, isObject, ROOT, type CanvasDoc, type RawNode } from './nodes.ts';
import type { Notation } from './notation.ts';
import { textOfDoc } from './workingDoc.ts';

/**
 * A page on the canvas. `fields`: its blocks. `root`: the container around the blocks; null if the page is a single
 * block.
 */
export interface ScreenDoc extends CanvasDoc {
  root: RawNode | null;
}

/** The container for the blocks of an empty page, or of a page that was a single block. */
const DEFAULT_ROOT: RawNode = { tag: 'row', gutter: 16, children: [] };

/** Returns true if the children of a root node are the blocks of a page. */
function isBlockContainer(root: RawNode): boolean {
  const data = TAGS[root.tag];
  return (
    data?.kind === 'container' &&
    propertySchemas(root.tag).children !== undefined &&
    !hasPanes(root.tag) &&
    !areaKeysOf(root.tag)
  );
}

/** Returns the container to write around the blocks; null if the page is a single block. */
export const rootContainerOf = (doc: CanvasDoc): RawNode | null => {
  const { root } = doc as ScreenDoc;
  return root ?? (doc.fields.length === 1 ? null : DEFAULT_ROOT);
};

const BLOCKS_PATH: Path = ['root', 'children'];

/**
 * Creates the notation of pages: the canvas edits the blocks in the page's root container. A page of a single block
 * gets a container when a second block is added; the container is removed together with the second block.
 */
export const screenNotation = (vocabulary: Vocabulary, stored: { screenKey: string; title: string }): Notation => ({
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
    const hasBlocks = isBlockContainer(root) && Array.isArray(children) && children.every(isNode);
    const doc: ScreenDoc = hasBlocks
      ? { ...raw, root: { ...root, children: [] }, fields: children }
      : { ...raw, root: null, fields: [root] };
    return { doc, isOtherDialect: false };
  },
  write(doc) {
    const { fields, ...rest } = doc;
    const root = rootContainerOf(doc);
    return textOfDoc({ ...rest, root: root ? { ...root, children: fields } : fields[0] } as unknown as CanvasDoc);
  },
  empty: { screenKey: stored.screenKey, title: stored.title, root: DEFAULT_ROOT, fields: [] },
  textPath(doc, path) {
    if (path[0] !== ROOT[0]) return path;
    return rootContainerOf(doc) ? [...BLOCKS_PATH, ...path.slice(1)] : ['root', ...path.slice(2)];
  },
  canvasPath(doc, path) {
    if (path[0] !== 'root') return path;
    if (rootContainerOf(doc) === null) return [...ROOT, 0, ...path.slice(1)];
    return path[1] === 'children' ? [...ROOT, ...path.slice(2)] : path;
  },
});
