import type { ColumnType } from 'kysely';
import type { Path } from '../../domain/problem/index.ts';
import type { ReferenceKind, ReferenceUse } from '../../kernel/index.ts';

export interface ReferenceTables {
  /** What a document names, in the version in force and in the newest draft. Written with the document. */
  doc_reference: {
    kind: 'form' | 'screen' | 'flow' | 'dataset';
    doc_key: string;
    state: 'published' | 'draft';
    position: number;
    path: ColumnType<Path, string, string>;
    place: string;
    use: ReferenceUse;
    /** A path goes on behind it: it is followed anew when `to_owner` is published. */
    is_step: boolean;
    to_kind: ReferenceKind;
    /** Of a field its form ('': the form whose approval is this process), of a measure its dataset, of a step of a process the form. */
    to_owner: string;
    to_name: string;
  };
  /** By which collector the index was made; another one makes it anew at the next start. */
  doc_reference_state: { id: number; collector: string };
}

declare module '../store/database.ts' {
  interface Database extends ReferenceTables {}
}
