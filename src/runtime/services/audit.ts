import type { PageQuery, Paged } from './paging.ts';

/** What the log is about: what the system holds (people, roles, menus, documents, sign-ins), or the records of forms. */
export type AuditSource = 'system' | 'record';

export interface AuditChange {
  name: string;
  before: string;
  after: string;
}

/** One write, in words. `object` is a table or, of records, a form key. */
export interface AuditEntry {
  id: string;
  time: string;
  userId: string;
  userName: string;
  address: string;
  requestId: string;
  object: string;
  objectType: string;
  objectId: string;
  objectName: string;
  action: string;
  actionType: string;
  changes: AuditChange[];
  note?: string;
}

/** Empty texts ask nothing; `from` and `to` are days. */
export interface AuditQuery {
  keyword: string;
  object: string;
  objectId: string;
  action: string;
  userId: string;
  from: string;
  to: string;
}

interface Choice {
  value: string;
  label: string;
}
export interface AuditChoices {
  objects: Choice[];
  actions: Choice[];
  forms: Choice[];
  recordActions: Choice[];
}

/** An account or an address that may not sign in for some minutes, after too many failures. */
export interface SignInLock {
  subject: string;
  kind: 'account' | 'address';
  text: string;
  userName: string;
  failures: number;
  minutes: number;
}

/** The audit log, for administrators to read; nothing changes it. */
export interface AuditService {
  choices(): Promise<AuditChoices>;
  list(source: AuditSource, query: AuditQuery, page: PageQuery): Promise<Paged<AuditEntry>>;
  /** Sign-ins that are locked now, and ending a lock. */
  locks(): Promise<SignInLock[]>;
  unlock(subject: string): Promise<void>;
  /** Saves what the query finds in the system's log as an .xlsx file. */
  exportRows(query: AuditQuery, fileName: string): Promise<void>;
}
