import type { Path } from '../../../domain/problem/index.ts';
import type { FormDefinition } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { registrationList, registrationPoint } from '../../registration.ts';
import type { Db } from '../../store/database.ts';
import type { DocumentKind } from '../tables.ts';

/** A document in force that would have an error with the next version of a form. */
export interface Judged {
  kind: DocumentKind;
  key: string;
  name: string;
  path: Path;
  detail: string;
}

/** Judges documents of one kind by the next version of a form: the same checks by which they are published. */
export type FormJudge = (context: ServerContext, db: Db, next: FormDefinition) => Promise<Judged[]>;
export const formJudges = registrationList<FormJudge>();

/** How many records of a form hold a value under a key; `isMore`: at least so many. Null: it is not known. */
export type Holders = { count: number; isMore: boolean } | null;

/** What the records of a form say: how many hold a value, whether there are any, deleted ones that can be restored included. */
export interface FormHolders {
  count(db: Db, formKey: string, key: string): Promise<Holders>;
  hasAny(db: Db, formKey: string): Promise<boolean>;
}
export const formHolders = registrationPoint<FormHolders>('records that hold a field');
