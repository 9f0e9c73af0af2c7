import type { ComponentType } from 'react';
import type { AnyNode } from '../../grammar/nodes.ts';
import type { Path } from '../../domain/problem/index.ts';

/**
 * Props of the edit face. The field frame shows label, error text and required mark, and handles visibility and the
 * read-only state; the face only edits one value. `onChange(value, label)`: `label` is the companion text, for widgets
 * that store one.
 */
export interface EditProps<N = AnyNode> {
  /** Id of the control, to which the frame's label points. */
  id: string;
  node: N;
  value: unknown;
  /** Stored display text of the value (companion), if any. */
  label?: string;
  onChange(value: unknown, label?: string): void;
  onBlur?(): void;
  disabled: boolean;
  invalid: boolean;
  /** For aria-required; the frame shows the visible mark. */
  isRequired?: boolean;
  /** For aria-describedby: id of the error text or, for a valid value, of the help text. */
  describedBy?: string;
  /** True inside a sub-table cell: the face takes the focus when it is mounted, has no margin and fills the cell. */
  isCell?: boolean;
  /** In a cell: the typed text that started the editing, used as the first input. */
  typed?: string;
  /** The edited cell, for work that continues after the face is unmounted. */
  cell?: EditedCell | undefined;
}

/** A cell of a sub-table. */
export interface EditedCell {
  /** Identifies the cell within its form; the same for every face of the cell. */
  id: string;
  /** Returns the current value of the cell, also after the face was unmounted; undefined if its row was removed. */
  value(): unknown;
}

/** Props of the read-only face: plain text or links, no control, no Formily. */
export interface ViewProps<N = AnyNode> {
  node: N;
  value: unknown;
  /** Stored display text of the value (companion), if any. */
  label?: string;
  /** True in a cell of a list or table, where space is scarce. */
  isCell?: boolean;
}

/** Props of the block face, which renders a block or container. */
export interface BlockProps<N = AnyNode> {
  node: N;
  /** Path of the node in its document. */
  path: Path;
}

/** Faces of a widget. A face made by `lazyFace` is downloaded at its first render. */
export interface Faces {
  edit?: ComponentType<EditProps<never>>;
  view?: ComponentType<ViewProps<never>>;
  block?: ComponentType<BlockProps<never>>;
  /**
   * Returns the height in px of the edit face, reserved while the face is not mounted, so that the page does not jump.
   * Default: the height of a single-line input.
   */
  reserve?(node: never): number;
  /**
   * True: the edit face is mounted at once, at any distance from the viewport, because its logic must run (e.g. row
   * formulas).
   */
  isEager?: boolean;
  /**
   * Returns true when the edit face keeps the typed text in its own state, so that its parent need not render it again
   * after `onChange`.
   */
  keepsText?(node: never): boolean;
  /**
   * True for an edit face that is not a single labelled input (group, table): aria-labelledby `${id}-label` refers to
   * the label.
   */
  isGroup?: boolean;
}
