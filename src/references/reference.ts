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
   * For a field, button or measure, the form or dataset in which the path begins; '' for the form that uses the
   * document.
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

/** A resolved name: the document and name that are referred to, and the location of the reference. */
export interface Reference {
  kind: ReferenceKind;
  owner: string;
  /** A column of a sub-table is `table.column`. */
  name: string;
  use: ReferenceUse;
  path: Path;
  positionText: string;
  /** True if the path continues after this field; the next step follows from the definition of `owner`. */
  isStep: boolean;
}
