import type { FormDefinition as GrammarFormDefinition } from '../grammar/documents.ts';
import type { AnyNode, FieldNode, NodeByTag } from '../grammar/nodes.ts';
import type { Situation } from '../rules/situation.ts';
import type { Path, Problem } from '../domain/problem/index.ts';
import type { ValueType } from '../expressions/index.ts';
import { isTableNode } from './nodes.ts';
import type { RowFill } from './relation.ts';
import type { Condition } from './compile/closures.ts';
import type { Option, WidgetDefinition } from './widget.ts';

/** Canonical form definition, as the importer produces it. Its nodes are valid by the grammar of their tags. */
export type FormDefinition = Omit<GrammarFormDefinition, 'fields'> & { fields: AnyNode[] };

/** One sub-table row as stored and edited (SC-030, SC-031). */
export interface Row {
  id: string;
  fieldsMap: Readonly<Record<string, unknown>>;
}

/** The values that expressions and rules read. `values` holds every field by key; a sub-table's value is Row[]. */
export interface Scope {
  values: Readonly<Record<string, unknown>>;
  situation: Situation;
  /** Inside a sub-table: the row's values. */
  row?: Readonly<Record<string, unknown>>;
  /** The row's id; absent if no specific row is meant. */
  rowId?: string | undefined;
  /** True for a row that this person is adding now: they may fill it, regardless of `editNodeCtr`. */
  isNewRow?: boolean;
  /**
   * Returns the stored values: those outside sub-tables, or those of a row of the sub-table with this key. Undefined
   * for a row that is not stored, which counts as added. Absent: nothing is stored.
   */
  storedValues?(table?: string, rowId?: string): Readonly<Record<string, unknown>> | undefined;
}

/** What a person may do with a field, by rules and linkage. */
export interface Access {
  visible: boolean;
  editable: boolean;
  required: boolean;
}

/** A field or column as compiled for one form. */
export interface CompiledField<N extends FieldNode = FieldNode> {
  key: string;
  node: N;
  /** Path of the node in the canonical definition. */
  path: Path;
  definition: WidgetDefinition;
  /** Keys of the fields that the field's expressions read. */
  dependencies: readonly string[];
  /**
   * Evaluates the rules (requirements ED and RO, and node rules) and the linkage together. Reads the scope lazily, so
   * that reactive callers track only what is read.
   */
  access(scope: Scope): Access;
  /**
   * Returns the permission to see the value, without linkage and layout. If false, the value never leaves the server.
   */
  mayRead(situation: Situation): boolean;
  /** Returns the permission to change the value, without linkage; for a sub-table, to change any part of it. */
  hasWritePermission(scope: Scope): boolean;
  /**
   * The conditions `visibleWhen` and `editableWhen` of the field and of the containers and panes around it. A person
   * can change the value only if all of them hold.
   */
  linkage: readonly Condition[];
  /**
   * Returns whether the value may be changed: permitted by the rules, not filled by a relation, and every
   * `editableWhen` of the linkage holds. Does not evaluate `visibleWhen`.
   */
  mayWrite(scope: Scope): boolean;
  /**
   * Returns true while the relation that fills this field has a value: the field is read-only then. Null if no relation
   * fills the field.
   */
  isFilledByRelation: ((scope: Scope) => boolean) | null;
  /** Returns true if the widget considers the value empty; by default undefined, null, '' and [] are empty. */
  isEmpty(value: unknown): boolean;
  /** True when the display text is stored too, under `<key>Label` (LB-001…003). */
  hasCompanion: boolean;
  /** Type of the value in expressions. */
  valueType: ValueType;
  /** Options written in the document itself; null if they come from a dictionary or a call. */
  options: readonly Option[] | null;
  /**
   * Returns the function that computes the field; null for a field that is not computed. It never throws; a failed
   * evaluation gives null.
   */
  compute: ((scope: Scope) => unknown) | null;
  /**
   * Checks type, required, format, range, options and widget validation of one value. Paths are relative to the value.
   */
  validate(value: unknown, scope: Scope): Problem[];
  /** Returns the default value for a new record or row (defaultValue, isToday, placeholders). */
  initial(scope: Scope): unknown;
}

export type CompiledColumn = CompiledField;

/** A compiled sub-table. */
export interface CompiledTable extends CompiledField<NodeByTag['subTable']> {
  columns: readonly CompiledColumn[];
  operations: NodeByTag['opColumn'] | null;
  /** The relation of the form that fills the rows; null: none does. */
  rowFill: RowFill | null;
}

/** One step of the computation: a field outside sub-tables, or a column, computed for every row of its table. */
export interface ComputeStep {
  key: string;
  table?: string;
}

/**
 * A compiled form; cached by definition. The situation is read when a function is called, so a change of the situation
 * needs no new compilation.
 */
export interface CompiledForm {
  definition: FormDefinition;
  /** Fields and sub-tables in document order; without the columns of sub-tables. */
  fields: ReadonlyMap<string, CompiledField>;
  tables: ReadonlyMap<string, CompiledTable>;
  /** Keys of the computed fields outside sub-tables, each after those it reads. */
  computeOrder: readonly string[];
  /** All computed fields and columns, each after those it reads. */
  computeSteps: readonly ComputeStep[];
  /**
   * The nodes of computed values that depend on the current date, directly or through other values that their
   * expressions read.
   */
  dateDependent: ReadonlySet<FieldNode>;
  /**
   * Returns true if the `visibleWhen` of a block, a container or a pane (identified by its object) holds, or if it has
   * none.
   */
  isNodeVisible(part: object, scope: Scope): boolean;
}

export const isTable = (field: CompiledField): field is CompiledTable => isTableNode(field.node);
