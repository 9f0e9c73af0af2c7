import type { PageQuery, Paged } from './paging.ts';

/** Kind of audit log: of the system (people, roles, menus, documents, sign-ins) or of the records of forms. */
export type AuditSource = 'system' | 'record';

export interface AuditChange {
  name: string;
  before: string;
  after: string;
}

/**
 * One audited write. `object`: name of the table; for a record, the form key. `objectType`, `actionType`: display names
 * of `object` and `action`.
 */
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

/** Filter of the audit log. An empty text means no filter; `from` and `to` are dates without time. */
export interface AuditQuery {
  keyword: string;
  object: string;
  objectId: string;
  action: string;
  userId: string;
  from: string;
  to: string;
}

interface FilterOption {
  value: string;
  label: string;
}

/** The options of the log's filters: for `object` and `action` in the system log, and in the log of records. */
export interface AuditFilterOptions {
  objects: FilterOption[];
  actions: FilterOption[];
  forms: FilterOption[];
  recordActions: FilterOption[];
}

/**
 * A lock on signing in with an account or from a network address, set after too many failures. `minutes`: remaining
 * time of the lock; `subject`: key of the lock; `text`: user name or address; `userName`: display name of the person,
 * '' for an address.
 */
export interface SignInLock {
  subject: string;
  kind: 'account' | 'address';
  text: string;
  userName: string;
  failures: number;
  minutes: number;
}

/** Read access to the audit log, and sign-in locks; for administrators. */
export interface AuditService {
  filterOptions(): Promise<AuditFilterOptions>;
  list(source: AuditSource, query: AuditQuery, page: PageQuery): Promise<Paged<AuditEntry>>;
  /** Returns the locks in effect. */
  locks(): Promise<SignInLock[]>;
  /** Ends a lock. */
  unlock(subject: string): Promise<void>;
  /** Saves the system log entries that match the query as an .xlsx file. Returns false if the user cancelled. */
  exportRows(query: AuditQuery, fileName: string): Promise<boolean>;
}
