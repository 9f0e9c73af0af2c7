import { nodes as validators } from '../../../grammar/validators.js';
import type { AnyNode } from '../../../grammar/nodes.ts';
import type { Vocabulary } from '../../../kernel/index.ts';
import { parseFormDefinition, parseScreenDefinition } from '../../../importer/index.ts';
import { schemaOfTag } from '../../editor/grammarDocs.ts';
import { isField, isObject, listsOf, panesKey, type RawNode } from '../model/nodes.ts';

/** The results of `toDrawableNode`, by vocabulary and by node of the document. */
const drawableNodesByVocabulary = new WeakMap<Vocabulary, WeakMap<RawNode, AnyNode>>();

/**
 * Converts a node to its canonical form. Invalid parts are left out; a node that cannot be converted is returned
 * unchanged.
 */
function parseNode(node: RawNode, vocabulary: Vocabulary): AnyNode {
  const validator = Object.hasOwn(validators, node.tag) ? validators[node.tag] : undefined;
  if (validator?.(node)) return node as AnyNode;
  if (!isField(node) && schemaOfTag(node.tag)?.['x-in-form'] !== true) {
    const block = parseScreenDefinition({ screenKey: 'shown', title: 'shown', root: node }, vocabulary);
    return (block.ok ? block.value.root : node) as AnyNode;
  }
  const parsed = parseFormDefinition({ formKey: 'shown', formName: 'shown', fields: [node] }, vocabulary);
  return (parsed.ok ? parsed.value.fields[0] : undefined) ?? (node as AnyNode);
}

/**
 * Returns the node that the canvas draws for a node of the document, cached. Child nodes are not converted; each is
 * converted when it is drawn.
 */
export function toDrawableNode(node: RawNode, vocabulary: Vocabulary): AnyNode {
  let nodesOfVocabulary = drawableNodesByVocabulary.get(vocabulary);
  if (!nodesOfVocabulary) drawableNodesByVocabulary.set(vocabulary, (nodesOfVocabulary = new WeakMap()));
  const cached = nodesOfVocabulary.get(node);
  if (cached) return cached;
  const paneListKey = panesKey(node.tag);
  const childList = node[paneListKey ?? 'children'];
  const isContainer = Array.isArray(childList) && (listsOf(node, []).length > 0 || paneListKey !== null);
  let drawableNode: AnyNode;
  if (!isContainer) drawableNode = parseNode(node, vocabulary);
  else {
    const children = childList as unknown[];
    const key = paneListKey ?? 'children';
    const emptyPanes = paneListKey ? children.map((pane) => (isObject(pane) ? { ...pane, children: [] } : pane)) : [];
    const parsedContainer = parseNode({ ...node, [key]: emptyPanes }, vocabulary) as unknown as Record<string, unknown>;
    const parsedPanes = parsedContainer[key];
    drawableNode = {
      ...parsedContainer,
      [key]: paneListKey
        ? children.map((pane, index) => {
            const nodes = isObject(pane) && Array.isArray(pane.children) ? pane.children : [];
            const parsedPane: unknown = Array.isArray(parsedPanes) ? parsedPanes[index] : undefined;
            return { ...(isObject(parsedPane) ? parsedPane : {}), children: nodes };
          })
        : children,
    } as unknown as AnyNode;
  }
  nodesOfVocabulary.set(node, drawableNode);
  return drawableNode;
}
