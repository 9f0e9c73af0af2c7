import type { ComponentType } from 'react';
import type { AnyNode } from '../../grammar/nodes.ts';
import type { Path } from '../../domain/problem/index.ts';

/**
 * Props of the editing face. The frame gives label, error text, required mark, visibility and read-only; a face
 * only edits one value. `onChange(value, label)`: `label` is the companion text where the widget stores one.
 */
export interface EditProps<N = AnyNode> {
  /** Id for the control, so that the frame's label points to it. */
  id: string;
  node: N;
  /** As it is now, at every rendering. */
  value: unknown;
  /** Stored companion label, if any. */
  label?: string;
  onChange(value: unknown, label?: string): void;
  onBlur?(): void;
  disabled: boolean;
  invalid: boolean;
  /** For aria-required; the mark itself is the frame's. */
  isRequired?: boolean;
  /** Id of the error text, for aria-describedby. */
  describedBy?: string;
  /** True inside a sub-table cell: take focus at mount, no outer margin, fill the cell. */
  isCell?: boolean;
  /** In a cell: text typed to start editing, to be used as the first input. */
  typed?: string;
}

/** Props of the read-only face: plain text or links, no control, no Formily. */
export interface ViewProps<N = AnyNode> {
  node: N;
  value: unknown;
  label?: string;
}

/** Props of a block or container. */
export interface BlockProps<N = AnyNode> {
  node: N;
  /** Path of the node in its document. */
  path: Path;
}

/** Faces of a widget. `lazy` ones come from a loader and are downloaded when first shown. */
export interface Faces {
  edit?: ComponentType<EditProps<never>>;
  view?: ComponentType<ViewProps<never>>;
  block?: ComponentType<BlockProps<never>>;
  /** Height in px that the edit face will take: kept free while it is not mounted, so that nothing jumps. Default: one control. */
  reserve?(node: never): number;
  /** True mounts the edit face at once, however far from the viewport (its data must live, e.g. row formulas). */
  isEager?: boolean;
  /** True where the edit face shows what it emitted by itself: its owner need not render it again for that. */
  keepsText?(node: never): boolean;
  /** True for an edit face whose control is no single labelled input (groups, tables): the frame's label names it by aria-labelledby `${id}-label`. */
  isGroup?: boolean;
}
