import type { AnyNode } from '../../grammar/nodes.ts';
import { isFieldNode, panesOf, type Vocabulary } from '../../kernel/index.ts';
import type { Path } from '../../domain/problem/index.ts';
import { childrenPath } from '../node/childrenPath.ts';

/** A part of a form with a title: a section title with the nodes after it, or a card with the nodes in it. */
export interface Section {
  label: string;
  /** Path of the title or card. Its element has `sectionName(path)` as the attribute `data-section`. */
  path: Path;
  /** The title or card and its ancestors: all of these nodes must be visible to show the section. */
  headingAndAncestors: readonly AnyNode[];
  /**
   * Keys of the fields. Of a card: all fields in it. Of a section title: the fields after it, up to the next section
   * title, without the fields in cards that are sections themselves. Both include fields in panes.
   */
  keys: string[];
}

/** Returns the name that identifies a section in the page, from the path of its title or card. */
export const sectionName = (path: Path): string => path.join('.');

/**
 * Returns the sections of a form in document order. Titles inside panes (of tabs, steps and collapses) are not listed,
 * because these containers have their own navigation.
 */
export function sectionsOf(nodes: readonly AnyNode[], root: Path, vocabulary: Vocabulary): Section[] {
  const sections: Section[] = [];
  let current: Section | undefined;
  const visit = (list: readonly AnyNode[], path: Path, ancestors: readonly AnyNode[], isListed: boolean): void => {
    list.forEach((node, index) => {
      if (isFieldNode(node)) {
        current?.keys.push(node.__vModel__);
        return;
      }
      const nodePath = [...path, index];
      const { kind, title } = vocabulary.definition(node.tag) ?? {};
      const label = title?.(node as never);
      const isTitledContainer = kind === 'container' && title !== undefined;
      const outerSection = current;
      if (isListed && label) {
        current = { label, path: nodePath, headingAndAncestors: [...ancestors, node], keys: [] };
        sections.push(current);
      }
      const panes = panesOf(node);
      panes.forEach((pane, paneIndex) =>
        visit(
          (pane.children ?? []) as AnyNode[],
          childrenPath(nodePath, 'children', paneIndex, 'children'),
          ancestors,
          false,
        ),
      );
      // titles inside a container with a title are too detailed for the list
      if (panes.length === 0)
        visit(
          (node as { children?: AnyNode[] }).children ?? [],
          childrenPath(nodePath),
          [...ancestors, node],
          isListed && !(isTitledContainer && label),
        );
      // nodes after a card are not part of its section
      if (isTitledContainer) current = outerSection;
    });
  };
  visit(nodes, root, [], true);
  return sections;
}
