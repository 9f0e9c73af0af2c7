import { nodes as validators } from '../../../grammar/validators.js';
import type { AnyNode } from '../../../grammar/nodes.ts';
import type { Vocabulary } from '../../../kernel/index.ts';
import { parseFormDefinition, parseScreenDefinition } from '../../../importer/index.ts';
import { schemaOfTag } from '../../editor/grammarDocs.ts';
import { isField, isObject, listsOf, panesKey, type RawNode } from '../model/nodes.ts';

const known = new WeakMap<Vocabulary, WeakMap<RawNode, AnyNode>>();

/** A node by itself as the renderer takes it; one that is wrong without what is wrong in it. */
function read(node: RawNode, vocabulary: Vocabulary): AnyNode {
  const validator = Object.hasOwn(validators, node.tag) ? validators[node.tag] : undefined;
  if (validator?.(node)) return node as AnyNode;
  if (!isField(node) && schemaOfTag(node.tag)?.['x-in-form'] !== true) {
    const block = parseScreenDefinition({ screenKey: 'shown', title: 'shown', root: node }, vocabulary);
    return (block.ok ? block.value.root : node) as AnyNode;
  }
  const parsed = parseFormDefinition({ formKey: 'shown', formName: 'shown', fields: [node] }, vocabulary);
  return (parsed.ok ? parsed.value.fields[0] : undefined) ?? (node as AnyNode);
}

/** What the canvas draws for a node: read once for each state of it. What stands inside is drawn by itself and stays as it is written. */
export function shownNode(node: RawNode, vocabulary: Vocabulary): AnyNode {
  let own = known.get(vocabulary);
  if (!own) known.set(vocabulary, (own = new WeakMap()));
  const before = own.get(node);
  if (before) return before;
  const panes = panesKey(node.tag);
  const inner = node[panes ?? 'children'];
  const isContainer = Array.isArray(inner) && (listsOf(node, []).length > 0 || panes !== null);
  let shown: AnyNode;
  if (!isContainer) shown = read(node, vocabulary);
  else {
    const children = inner as unknown[];
    const key = panes ?? 'children';
    const bare = panes ? children.map((pane) => (isObject(pane) ? { ...pane, children: [] } : pane)) : [];
    const around = read({ ...node, [key]: bare }, vocabulary) as unknown as Record<string, unknown>;
    const given = around[key];
    shown = {
      ...around,
      [key]: panes
        ? children.map((pane, index) => {
            const nodes = isObject(pane) && Array.isArray(pane.children) ? pane.children : [];
            const one: unknown = Array.isArray(given) ? given[index] : undefined;
            return { ...(isObject(one) ? one : {}), children: nodes };
          })
        : children,
    } as unknown as AnyNode;
  }
  own.set(node, shown);
  return shown;
}
