import { nodes as validators } from '../../../grammar/validators.js';
import type { AnyNode } from '../../../grammar/nodes.ts';
import type { Vocabulary } from '../../../kernel/index.ts';
import { parseFormDefinition } from '../../../importer/index.ts';
import { hasPanes, isObject, listsOf, type RawNode } from '../model/nodes.ts';

const known = new WeakMap<Vocabulary, WeakMap<RawNode, AnyNode>>();

/** A node by itself as the renderer takes it; one that is wrong without what is wrong in it. */
function read(node: RawNode, vocabulary: Vocabulary): AnyNode {
  const validator = Object.hasOwn(validators, node.tag) ? validators[node.tag] : undefined;
  if (validator?.(node)) return node as AnyNode;
  const parsed = parseFormDefinition({ formKey: 'shown', formName: 'shown', fields: [node] }, vocabulary);
  return (parsed.ok ? parsed.value.fields[0] : undefined) ?? (node as AnyNode);
}

/** What the canvas draws for a node: read once for each state of it. What stands inside is drawn by itself and stays as it is written. */
export function shownNode(node: RawNode, vocabulary: Vocabulary): AnyNode {
  let own = known.get(vocabulary);
  if (!own) known.set(vocabulary, (own = new WeakMap()));
  const before = own.get(node);
  if (before) return before;
  const isContainer = Array.isArray(node.children) && (listsOf(node, []).length > 0 || hasPanes(node.tag));
  let shown: AnyNode;
  if (!isContainer) shown = read(node, vocabulary);
  else {
    const children = node.children as unknown[];
    const bare = hasPanes(node.tag) ? children.map((pane) => (isObject(pane) ? { ...pane, children: [] } : pane)) : [];
    const around = read({ ...node, children: bare }, vocabulary);
    shown = {
      ...around,
      children: hasPanes(node.tag)
        ? children.map((pane, index) => {
            const inner = isObject(pane) && Array.isArray(pane.children) ? pane.children : [];
            const given = (around as { children?: unknown[] }).children?.[index];
            return { ...(isObject(given) ? given : {}), children: inner };
          })
        : children,
    } as unknown as AnyNode;
  }
  own.set(node, shown);
  return shown;
}
