import type { AnyNode } from '../../grammar/nodes.ts';
import { isFieldNode, panesOf, type Vocabulary } from '../../kernel/index.ts';
import type { Path } from '../../domain/problem/index.ts';
import { childrenPath } from '../node/childrenPath.ts';

/** A titled part of a form: a section title with what follows it, or a card. */
export interface Section {
  label: string;
  /** Path of its node; the element that shows it carries it as `data-section`. */
  path: Path;
  /** The node and what is around it: all must be visible for the section to be there. */
  parts: readonly AnyNode[];
  /** Fields in it, those of its panes included. */
  keys: string[];
}

export const sectionName = (path: Path): string => path.join('.');

/** The titles of a form in reading order. Inside tabs, steps and collapses there are none: those have a navigation of their own. */
export function sectionsOf(nodes: readonly AnyNode[], root: Path, vocabulary: Vocabulary): Section[] {
  const sections: Section[] = [];
  const visit = (list: readonly AnyNode[], path: Path, around: readonly AnyNode[], isListed: boolean): void => {
    list.forEach((node, index) => {
      if (isFieldNode(node)) {
        sections.at(-1)?.keys.push(node.__vModel__);
        return;
      }
      const own = [...path, index];
      const { kind, title } = vocabulary.definition(node.tag) ?? {};
      const label = title?.(node as never);
      if (isListed && label) sections.push({ label, path: own, parts: [...around, node], keys: [] });
      const panes = panesOf(node);
      panes.forEach((pane, place) =>
        visit((pane.children ?? []) as AnyNode[], childrenPath(own, 'children', place, 'children'), around, false),
      );
      // titles inside a titled container are too small for a list of the whole form
      if (panes.length === 0)
        visit(
          (node as { children?: AnyNode[] }).children ?? [],
          childrenPath(own),
          [...around, node],
          isListed && !(kind === 'container' && title !== undefined),
        );
    });
  };
  visit(nodes, root, [], true);
  return sections;
}
