import type { Path } from '../../../domain/problem/index.ts';
import type { FormDefinition } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { registrationList, registrationPoint } from '../../registration.ts';
import type { Db } from '../../store/database.ts';
import type { DocumentKind } from '../tables.ts';

/** A reference in a published document that the next version of a form would break. */
export interface BrokenReference {
  kind: DocumentKind;
  key: string;
  name: string;
  path: Path;
  /** The error that would occur at `path`. */
  detail: string;
}

/**
 * Checks the published documents of one kind against the next version of a form, with the same checks as when these
 * documents are published.
 */
export type FormImpactCheck = (context: ServerContext, db: Db, next: FormDefinition) => Promise<BrokenReference[]>;
export const formImpactChecks = registrationList<FormImpactCheck>();

/** Number of records with a value in a field. `isMore`: there may be more records. Null: unknown. */
export type ValueCount = { count: number; isMore: boolean } | null;

/** Counts records of a form, including deleted ones that can be restored. */
export interface RecordCounts {
  count(db: Db, formKey: string, fieldKey: string): Promise<ValueCount>;
  hasAny(db: Db, formKey: string): Promise<boolean>;
  /** Numbers of records by `flwState`. */
  byState(db: Db, formKey: string): Promise<ReadonlyMap<string, number>>;
}
export const recordCounts = registrationPoint<RecordCounts>('records that hold a field');
