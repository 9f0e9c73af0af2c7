import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { hoverTooltip, type EditorView, type Tooltip } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import {
  FORM_TAGS,
  keyDocsOfForm,
  keyDocsOfScreen,
  keyDocsOfTag,
  SCREEN_TAGS,
  titleOfTag,
  type KeyDoc,
} from './grammarDocs.ts';

/** Maximum time for parsing the whole text. */
const PARSE_TIMEOUT_MS = 100;

const unquote = (text: string): string => text.replace(/^"|"$/g, '');
const textOf = (state: EditorState, node: SyntaxNode): string => state.sliceDoc(node.from, node.to);

function textProperty(state: EditorState, object: SyntaxNode, key: string): string | null {
  for (const property of object.getChildren('Property')) {
    const name = property.getChild('PropertyName');
    if (name && unquote(textOf(state, name)) === key) {
      const value = property.getChild('String');
      return value ? unquote(textOf(state, value)) : null;
    }
  }
  return null;
}

/**
 * Returns the syntax tree of the whole text. If parsing takes longer than PARSE_TIMEOUT_MS, returns the editor's
 * incremental tree, which may lack the end of the text.
 */
const treeOf = (state: EditorState): ReturnType<typeof syntaxTree> =>
  ensureSyntaxTree(state, state.doc.length, PARSE_TIMEOUT_MS) ?? syntaxTree(state);

const usedKeys = (state: EditorState, object: SyntaxNode): Set<string> =>
  new Set(
    object.getChildren('Property').flatMap((property) => {
      const name = property.getChild('PropertyName');
      return name ? [unquote(textOf(state, name))] : [];
    }),
  );

/** Returns true if the text is a screen: its outermost object has the key `root` or `screenKey`. */
function isScreen(state: EditorState): boolean {
  const outermost = treeOf(state).topNode.getChild('Object');
  return outermost !== null && ['root', 'screenKey'].some((key) => usedKeys(state, outermost).has(key));
}

/**
 * Returns the keys for an object: the keys of its tag; for the outermost object the keys of the form or screen; for an
 * object in a list that has no tag yet, only `tag`. Other inner objects (such as `style`) have none.
 */
function docsFor(state: EditorState, object: SyntaxNode): KeyDoc[] {
  const tag = textProperty(state, object, 'tag');
  if (tag !== null) return keyDocsOfTag(tag);
  if (object.parent?.name === 'JsonText') return isScreen(state) ? keyDocsOfScreen() : keyDocsOfForm();
  return object.parent?.name === 'Array' ? [{ key: 'tag', description: '标签', values: [], type: 'string' }] : [];
}

const enclosingObject = (node: SyntaxNode | null): SyntaxNode | null => {
  let ancestor = node;
  while (ancestor && ancestor.name !== 'Object') ancestor = ancestor.parent;
  return ancestor;
};

const initialValue = (doc: KeyDoc): string => {
  if (doc.values.length === 1) return JSON.stringify(doc.values[0]);
  return { array: '[]', object: '{}', boolean: 'true', number: '', integer: '' }[doc.type] ?? '""';
};

const keyOption = (doc: KeyDoc): Completion => ({
  label: `"${doc.key}"`,
  detail: doc.description,
  type: 'property',
  apply: `"${doc.key}": ${initialValue(doc)}`,
});
const valueOption = (value: unknown, detail?: string): Completion => ({
  label: JSON.stringify(value),
  type: 'constant',
  ...(detail ? { detail } : {}),
});

/**
 * Completes the keys of the object at the caret, tags (with their Chinese names) and the values of keys that have an
 * enumeration.
 */
export function completeNode(context: CompletionContext): CompletionResult | null {
  const { state } = context;
  const nodeAtCaret = treeOf(state).resolveInner(context.pos, -1);
  const property =
    nodeAtCaret.name === 'Property' ? nodeAtCaret : nodeAtCaret.parent?.name === 'Property' ? nodeAtCaret.parent : null;
  const from = context.matchBefore(/"[^"\n]*$/)?.from ?? context.pos;
  const object = enclosingObject(nodeAtCaret);
  if (!object) return null;
  const name = property?.getChild('PropertyName');
  const isAtValue = name && context.pos > name.to && /^\s*:/.test(state.sliceDoc(name.to, context.pos));
  const end = state.sliceDoc(context.pos, context.pos + 1) === '"' ? context.pos + 1 : context.pos;
  if (isAtValue) {
    const key = unquote(textOf(state, name));
    const options =
      key === 'tag'
        ? (isScreen(state) ? SCREEN_TAGS : FORM_TAGS).map(({ tag, title }) => valueOption(tag, title))
        : (docsFor(state, object)
            .find((doc) => doc.key === key)
            ?.values.map((value) => valueOption(value)) ?? []);
    return options.length > 0 ? { from, to: end, options } : null;
  }
  if (from === context.pos && !context.explicit) return null;
  const keysInUse = usedKeys(state, object);
  const options = docsFor(state, object)
    .filter((doc) => !keysInUse.has(doc.key))
    .map(keyOption);
  return options.length > 0 ? { from, to: end, options } : null;
}

function tooltipFor(from: number, to: number, text: string): Tooltip {
  return {
    pos: from,
    end: to,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'designer-hover';
      dom.textContent = text;
      return { dom };
    },
  };
}

/** Shows the Chinese description of the key or tag under the pointer. */
export const hoverDocs = hoverTooltip((view: EditorView, position: number) => {
  const { state } = view;
  const node = treeOf(state).resolveInner(position, -1);
  const object = enclosingObject(node);
  if (!object) return null;
  if (node.name === 'PropertyName') {
    const key = unquote(textOf(state, node));
    const doc = docsFor(state, object).find((candidate) => candidate.key === key);
    return doc
      ? tooltipFor(
          node.from,
          node.to,
          `${doc.description}${doc.values.length > 1 ? `（${doc.values.join('、')}）` : ''}`,
        )
      : null;
  }
  const name = node.name === 'String' && node.parent?.name === 'Property' ? node.parent.getChild('PropertyName') : null;
  if (!name || unquote(textOf(state, name)) !== 'tag') return null;
  const title = titleOfTag(unquote(textOf(state, node)));
  return title ? tooltipFor(node.from, node.to, title) : null;
});
