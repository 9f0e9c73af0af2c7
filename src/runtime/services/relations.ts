import type { FieldNode } from '../../grammar/nodes.ts';
import type { LookupRequest } from '../../rules/lookupAnswers.ts';
import type { ListQuery, Paged, RecordsBehind } from './paging.ts';

/**
 * A relation field (in a sub-table if `table` is set), and the values of the form and of the row that the condition of
 * the relation reads.
 */
export interface RelationContext {
  formKey: string;
  version?: number;
  field: string;
  table?: string;
  values: Readonly<Record<string, unknown>>;
  row?: Readonly<Record<string, unknown>>;
}

/** A column of the list of records that can be selected. */
export interface SelectableColumn {
  name: string;
  label: string;
  isNumber: boolean;
  isSortable: boolean;
}

/** A record that can be selected. `texts`: display texts by column name. */
export interface SelectableRow {
  id: string;
  title: string;
  texts: Readonly<Record<string, string>>;
}

/** A filter of the list of records that can be selected. `node`: the field; null for a system column. */
export interface SelectableFilter {
  name: string;
  node: FieldNode | null;
}

/** A page of the records that can be selected. `formName`: name of the target form. */
export interface SelectablePage extends Paged<SelectableRow> {
  formName: string;
  columns: readonly SelectableColumn[];
  filters: readonly SelectableFilter[];
  /** True when the relation field allows creating records of the target form and the user has the right to. */
  mayCreate: boolean;
  /** Text field of the target form that makes its titles, for the searched text; null: none. */
  titleField?: string | null;
}

/**
 * A page of records of a form as display texts. `mayExport`: the user has the right to export records of the form.
 * `maySee`: the user may see records of the form at all, and not only those about them.
 */
export interface RecordTexts extends Paged<SelectableRow> {
  formKey: string;
  formName: string;
  columns: readonly SelectableColumn[];
  mayExport: boolean;
  maySee: boolean;
}

/** A record of another form whose title the user may see. */
export interface RelatedRecord {
  id: string;
  title: string;
  flwState: string;
  /** False for a record that the user may select but not open. */
  mayOpen: boolean;
}

/** Queries of relation fields for records of the target form (`to`). */
export interface RelationService {
  /** Returns the records that can be selected. `from` null: without the condition of a relation field. */
  candidates(to: string, from: RelationContext | null, query: ListQuery): Promise<SelectablePage>;
  /** Returns the values that formulas of a form look up: one answer per request, in the same order. */
  lookUp(
    formKey: string,
    version: number | undefined,
    requests: readonly LookupRequest[],
  ): Promise<{ value: unknown }[]>;
  /** Returns the records with these ids whose title the user may see; `mayOpen` tells which may also be opened. */
  readable(to: string, ids: readonly string[]): Promise<RelatedRecord[]>;
  /**
   * Returns the number of the records in force that match the conditions, and the sums of number fields as decimal
   * texts. A record is in force when it is finished (form with a process) or not voided (form without a process).
   */
  sums(
    formKey: string,
    conditions: Readonly<ListQuery['conditions']>,
    fields: readonly string[],
    /** Only records that the user's own list shows, instead of all records of the unit. */
    isOwn?: boolean,
    behind?: RecordsBehind,
  ): Promise<{ sums: Record<string, string>; count: number }>;
  /**
   * Finds for each typed text the records with this title or identifying value (e.g. a serial); at most two per text.
   */
  resolve(
    to: string,
    from: RelationContext | null,
    texts: readonly string[],
  ): Promise<{ text: string; found: { id: string; title: string }[] }[]>;
}
