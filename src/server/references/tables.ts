import type { ColumnType } from 'kysely';
import type { Path } from '../../domain/problem/index.ts';
import type { ReferenceKind, ReferenceUse } from '../../references/index.ts';

/** The tables of the index of references. */
export interface ReferenceTables {
  /**
   * The references of documents, for the published version and the draft. Written in the transaction that stores the
   * document.
   */
  doc_reference: {
    kind: 'form' | 'screen' | 'flow' | 'dataset';
    doc_key: string;
    state: 'published' | 'draft';
    /** The number of the reference within the document. */
    position: number;
    path: ColumnType<Path, string, string>;
    /** The readable position of the reference in the document, in Chinese. */
    place: string;
    use: ReferenceUse;
    /**
     * True if this field is not the last part of a path such as `relation.field`. Such a path is resolved again when
     * the form `to_owner` is published.
     */
    is_step: boolean;
    to_kind: ReferenceKind;
    /**
     * The document to which `to_name` belongs. For a field or a process step: key of the form, or '' for every form
     * that the process `doc_key` approves. For a measure: key of the dataset.
     */
    to_owner: string;
    to_name: string;
  };
  /** Version of the code that built the index; with another version the index is rebuilt at the next start. */
  doc_reference_state: { id: number; collector: string };
}

declare module '../store/database.ts' {
  interface Database extends ReferenceTables {}
}
