import type { FieldNode } from '../../grammar/nodes.ts';
import type { LookupRequest } from '../../rules/lookupAnswers.ts';
import type { ListQuery, Paged, DrillDownNumber } from './paging.ts';

/** A relation field (of a sub-table if `table` is set), and the values of the form and row that its condition reads. */
export interface RelationContext {
  formKey: string;
  version?: number;
  field: string;
  table?: string;
  values: Readonly<Record<string, unknown>>;
  row?: Readonly<Record<string, unknown>>;
}

/** A column of the list of selectable records. */
export interface SelectableColumn {
  name: string;
  label: string;
  isNumber: boolean;
  isSortable: boolean;
}

/** A selectable record. `texts`: display texts by column name. */
export interface SelectableRow {
  id: string;
  title: string;
  texts: Readonly<Record<string, string>>;
}

/**
 * A filter of the list of selectable records. `node`: the field; null for a system column. `hasFlow`: the form of these
 * records has a process.
 */
export interface SelectableFilter {
  name: string;
  node: FieldNode | null;
  hasFlow?: boolean;
}

/** A page of selectable records. `formName`: name of the target form. */
export interface SelectablePage extends Paged<SelectableRow> {
  formName: string;
  columns: readonly SelectableColumn[];
  filters: readonly SelectableFilter[];
  /** True when the relation field and the user's rights allow creating records of the target form. */
  mayCreate: boolean;
  /**
   * Key of the text field that is filled with the search text in a new record, because it forms the record's title;
   * null: none.
   */
  titleField?: string | null;
}

/**
 * A page of records of a form as display texts. `mayExport`: the user may export records of the form. `maySee`: the
 * user's rights on the form allow seeing its records; false if the user sees only the records about the user.
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
  /** Returns the selectable records. `from` null: without the condition of a relation field. */
  candidates(to: string, from: RelationContext | null, query: ListQuery): Promise<SelectablePage>;
  /** Returns the values that formulas of a form look up: one answer per request, in the same order. */
  lookUp(
    formKey: string,
    version: number | undefined,
    requests: readonly LookupRequest[],
  ): Promise<{ value: unknown }[]>;
  /** Returns the records with these ids whose title the user may see. `mayOpen`: the user may also open the record. */
  titles(to: string, ids: readonly string[]): Promise<RelatedRecord[]>;
  /**
   * Returns the number of the records in force that match the conditions, and the sums of number fields as decimal
   * texts. A record is in force when it is finished (form with a process) or not voided (form without a process).
   */
  sums(
    formKey: string,
    conditions: Readonly<ListQuery['conditions']>,
    fields: readonly string[],
    /** True: only records of the user's own list. Default: all records of the unit. */
    isOwnListOnly?: boolean,
    /** Only the records that this number counts or adds up. */
    behind?: DrillDownNumber,
  ): Promise<{ sums: Record<string, string>; count: number }>;
  /**
   * Finds for each text the records whose title or identifying value (e.g. a serial) equals the text; at most two
   * records per text, which is enough to see that a text is ambiguous.
   */
  resolve(
    to: string,
    from: RelationContext | null,
    texts: readonly string[],
  ): Promise<{ text: string; found: { id: string; title: string }[] }[]>;
}
