import type { FieldNode } from '../../grammar/nodes.ts';
import type { LookupRequest } from '../../rules/lookupAnswers.ts';
import type { AnyOf, ListCondition, ListQuery, Paged } from './paging.ts';

/** Location of a relation field, and the values of its form and row that its condition reads. */
export interface RelationContext {
  formKey: string;
  version?: number;
  field: string;
  table?: string;
  values: Readonly<Record<string, unknown>>;
  row?: Readonly<Record<string, unknown>>;
}

export interface CandidateColumn {
  name: string;
  label: string;
  isNumber: boolean;
  isSortable: boolean;
}

/** A record that can be selected. `texts`: display texts by column name. */
export interface CandidateRow {
  id: string;
  title: string;
  texts: Readonly<Record<string, string>>;
}

export interface CandidatePage extends Paged<CandidateRow> {
  formName: string;
  columns: readonly CandidateColumn[];
  filters: readonly FieldNode[];
  /** A record of the other form may be created from here, provided that the user may create one at all. */
  mayCreate: boolean;
}

/** A record of another form whose title the user may see. */
export interface RelatedRecord {
  id: string;
  title: string;
  flwState: string;
  /** False for a record that the user may select but not open. */
  mayOpen: boolean;
}

/** Queries of relation fields to the records of the other form. */
export interface RelationService {
  candidates(to: string, from: RelationContext | null, query: ListQuery): Promise<CandidatePage>;
  /** Values that formulas of a form look up: one answer per request in `asks`, in the same order. */
  lookUp(formKey: string, version: number | undefined, asks: readonly LookupRequest[]): Promise<{ value: unknown }[]>;
  /** Returns the ids among these whose records the user may open. */
  readable(to: string, ids: readonly string[]): Promise<RelatedRecord[]>;
  /** Number of the records in effect that match the conditions, and the sums of number fields, as decimal texts. */
  sums(
    formKey: string,
    conditions: readonly (ListCondition | AnyOf)[],
    fields: readonly string[],
    /** Only records that the user's own list shows, instead of all records of the unit. */
    isOwn?: boolean,
  ): Promise<{ sums: Record<string, string>; count: number }>;
  /** Finds the records with these typed titles or numbers; at most two per text. */
  resolve(
    to: string,
    from: RelationContext | null,
    texts: readonly string[],
  ): Promise<{ text: string; found: { id: string; title: string }[] }[]>;
}
