import type { FieldContent } from '../kernel/index.ts';
import type { Path } from '../domain/problem/index.ts';

/**
 * Kinds of names that a document can refer to. `measure`: a group, measure, column or parameter of a dataset; `node`: a
 * step of a process; `action`: an action of lists; `button`: a button that a form defines.
 */
export const REFERENCE_KINDS = [
  'form',
  'field',
  'dictionary',
  'dataset',
  'measure',
  'screen',
  'flow',
  'node',
  'role',
  'action',
  'button',
] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/**
 * How the name is used. `shown`: displayed or offered; `asked`: queried (filter, sorting, count); `read`: read by an
 * expression; `printed`; `filled`: receives a value; `named`: anything else.
 */
export type ReferenceUse = 'shown' | 'asked' | 'read' | 'printed' | 'filled' | 'named';

/**
 * A reference as written, with its location. The name of a field may be a path that `resolveReferences` still has to
 * follow.
 */
export interface UnresolvedReference {
  kind: ReferenceKind;
  /** For a field, the parts of its path; otherwise the single name. */
  names: readonly string[];
  /**
   * For a field, button, measure or node: the key of the form or dataset to which the (first) name belongs. '' for the
   * other kinds, and in a process for every form that uses the process.
   */
  owner: string;
  /** For a field, the sub-table in whose row the path begins; '' outside of a sub-table. */
  table: string;
  use: ReferenceUse;
  /** The kind of values that the named field must contain, e.g. numbers. Without it every kind is allowed. */
  content?: FieldContent;
  path: Path;
  /** Readable position, for messages: “字段“金额” · 计算公式”. */
  positionText: string;
}

/** A resolved name: the document and name that are referred to, and the location of the reference (`path`). */
export interface Reference {
  kind: ReferenceKind;
  /** The key of the form or dataset to which `name` belongs; '' as in `UnresolvedReference`. */
  owner: string;
  /** A column of a sub-table is `table.column`. */
  name: string;
  use: ReferenceUse;
  path: Path;
  positionText: string;
  /**
   * True if this field is not the last one of a written path: in `customer.name`, true for `customer`. The definition
   * of `owner` then determines to which form the next name of the path belongs.
   */
  isIntermediate: boolean;
}
