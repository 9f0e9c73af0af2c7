import type { FieldNode } from '../../grammar/nodes.ts';
import type { LookupAsk } from '../../rules/lookupAnswers.ts';
import type { AnyOf, ListCondition, ListQuery, Paged } from './paging.ts';

/** Where a relation stands, and the values around it that its condition reads. */
export interface RelationPlace {
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

/** A record that may be chosen; `texts` by column. */
export interface CandidateRow {
  id: string;
  title: string;
  texts: Readonly<Record<string, string>>;
}

export interface CandidatePage extends Paged<CandidateRow> {
  formName: string;
  columns: readonly CandidateColumn[];
  filters: readonly FieldNode[];
  /** A record of the other form may be made on the spot, if this person may make one at all. */
  mayCreate: boolean;
}

/** A record of another form that this person may know. */
export interface RelatedRecord {
  id: string;
  title: string;
  flwState: string;
  /** False for a record that is only offered in lists of its unit. */
  mayOpen: boolean;
}

/** What relations ask of the other form's records. */
export interface RelationService {
  candidates(to: string, from: RelationPlace | null, query: ListQuery): Promise<CandidatePage>;
  /** What formulas of a form look up, one answer for each ask. */
  lookUp(formKey: string, version: number | undefined, asks: readonly LookupAsk[]): Promise<{ value: unknown }[]>;
  /** Which of these records this person may open. */
  readable(to: string, ids: readonly string[]): Promise<RelatedRecord[]>;
  /** How many records of a form are in force under these conditions, and the sums of number fields, as decimal texts. */
  sums(
    formKey: string,
    conditions: readonly (ListCondition | AnyOf)[],
    fields: readonly string[],
    /** Over the records that the person's own list shows, not over those of the whole unit. */
    isOwn?: boolean,
  ): Promise<{ sums: Record<string, string>; count: number }>;
  /** Records that written names or numbers stand for; at most two of each. */
  resolve(
    to: string,
    from: RelationPlace | null,
    texts: readonly string[],
  ): Promise<{ text: string; found: { id: string; title: string }[] }[]>;
}
