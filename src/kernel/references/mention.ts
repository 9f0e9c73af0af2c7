import type { Path } from '../../domain/problem/index.ts';

/** What a document can name outside of a value. `measure`: a group, measure, column or parameter of a dataset; `node`: a step of a process. */
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
] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** What becomes of the name: shown or offered, put into a question, read by an expression, printed, given a value, or only named. */
export type ReferenceUse = 'shown' | 'asked' | 'read' | 'printed' | 'filled' | 'named';

/** A name as it is written, and where. Fields may be paths that still have to be followed (`resolveMentions`). */
export interface Mention {
  kind: ReferenceKind;
  /** Of a field: the names of its path; of anything else: its one name. */
  names: readonly string[];
  /** Of a field or measure: the form (dataset) in which its path begins; '' the form of whoever uses the document. */
  owner: string;
  /** Of a field: the sub-table in whose row the path begins; '' outside of one. */
  table: string;
  use: ReferenceUse;
  path: Path;
  /** The place in words: “字段“金额” · 计算公式”. */
  place: string;
}

/** A name that was followed to its end: which document names what, at which path. */
export interface Reference {
  kind: ReferenceKind;
  owner: string;
  /** Of a column of a sub-table: `table.column`. */
  name: string;
  use: ReferenceUse;
  path: Path;
  place: string;
  /** The path goes on behind it: where to follows from the definition of `owner`. */
  isStep: boolean;
}
