import { isTableNode } from './nodes.ts';
import type { FormDefinition as GrammarFormDefinition } from '../grammar/documents.ts';
import type { AnyNode, FieldNode, NodeByTag } from '../grammar/nodes.ts';
import type { Situation } from '../rules/situation.ts';
import type { Condition } from './compile/conditions.ts';
import type { Path, Problem } from '../domain/problem/index.ts';
import type { Option, ValueType, WidgetDefinition } from './widget.ts';

/** Canonical form definition: the outcome of parse + normalise. Nodes are validated against the grammar of their tag. */
export type FormDefinition = Omit<GrammarFormDefinition, 'fields'> & { fields: AnyNode[] };

/** One sub-table row as stored and edited (SC-030, SC-031). */
export interface Row {
  id: string;
  fieldsMap: Readonly<Record<string, unknown>>;
}

/** What expressions and rules read. `values` holds every field by key; a sub-table's value is Row[]. */
export interface Scope {
  values: Readonly<Record<string, unknown>>;
  situation: Situation;
  /** Inside a sub-table: the row's values. */
  row?: Readonly<Record<string, unknown>>;
  /** Its id; absent for a row that is only being thought of. */
  rowId?: string | undefined;
  /** A row that this person is adding now: who may add it may fill it, whatever editNodeCtr says. */
  isNewRow?: boolean;
}

export interface Access {
  visible: boolean;
  editable: boolean;
  required: boolean;
}

export interface CompiledField<N extends FieldNode = FieldNode> {
  key: string;
  node: N;
  /** Path of the node in the canonical definition. */
  path: Path;
  definition: WidgetDefinition;
  /** Field keys its expressions read. */
  dependencies: readonly string[];
  /** Rules (ED, RO, node rules) and linkage together. Reads scope lazily: reactive callers track only what is read. */
  access(scope: Scope): Access;
  /** Permission alone, without linkage and layout: may the value reach this person at all? False: it does not leave the server. */
  mayRead(situation: Situation): boolean;
  /** Permission alone, without linkage: may this person change the value? Of a sub-table: anything in it. */
  permits(scope: Scope): boolean;
  /** Conditions on the control: of containers and panes around, `visibleWhen`, `editableWhen`. All must hold for a person to change the value. */
  linkage: readonly Condition[];
  /** Permission with `editableWhen`, without `visibleWhen`: may this person change the value? */
  mayWrite(scope: Scope): boolean;
  /** The widget's word, else: undefined, null, '' and [] are empty. */
  isEmpty(value: unknown): boolean;
  /** True when the display text is stored too, under `<key>Label` (LB-001…003). */
  hasCompanion: boolean;
  /** Type of the value in expressions. */
  valueType: ValueType;
  /** Options that the document itself holds; null when they come from a dictionary or a call. */
  options: readonly Option[] | null;
  /** Present when `computed` is set: the value the system gives this field. Never throws; a failed evaluation gives null. */
  compute: ((scope: Scope) => unknown) | null;
  /** Type, required, format, range, options and widget validation of one value. Paths are relative to the value. */
  validate(value: unknown, scope: Scope): Problem[];
  /** Default value for a new record or row (defaultValue, isToday, placeholders). */
  initial(scope: Scope): unknown;
}

export type CompiledColumn = CompiledField;

export interface CompiledTable extends CompiledField<NodeByTag['subTable']> {
  columns: readonly CompiledColumn[];
  operations: NodeByTag['opColumn'] | null;
}

/** One computed value: a field outside sub-tables, or a column of every row of one. */
export interface ComputeStep {
  key: string;
  table?: string;
}

/** Compiled once per definition version and cached; the situation is read inside `access`, so no recompile on a switch. */
export interface CompiledForm {
  definition: FormDefinition;
  /** Fields outside sub-tables, in document order, sub-tables included. */
  fields: ReadonlyMap<string, CompiledField>;
  tables: ReadonlyMap<string, CompiledTable>;
  /** Computed fields in an order in which each comes after those it reads. */
  computeOrder: readonly string[];
  /** The same with computed columns among them, in the one order that serves both. */
  computeSteps: readonly ComputeStep[];
  /** `visibleWhen` of a block, a container or a pane of one, by identity; true when it has none. */
  isNodeVisible(part: object, scope: Scope): boolean;
}

export const isTable = (field: CompiledField): field is CompiledTable => isTableNode(field.node);
