import type { RecordTopic } from '../../domain/recordTopics.ts';
import type { FileRecord } from './files.ts';
import type { Paged, PageQuery } from './paging.ts';

/** The boxes of internal mail: received, sent, deleted (of both), drafts. */
export type MailBox = 'inbox' | 'sent' | 'deleted' | 'drafts';

/** A mail in a list. `id` is that of its box; `box` says whether it was received or written. */
export interface MailRow {
  id: string;
  box: 'receive' | 'send';
  emailId: string;
  subject: string;
  sendUserId: string;
  sendUserName: string;
  receiveUserNames: string;
  emailType: string;
  readStatus: '0' | '1';
  status: string;
  fileCount: number;
  sendTime: string;
}
export interface Person {
  id: string;
  name: string;
}
export interface Mail {
  id: string;
  emailId: string;
  subject: string;
  content: string;
  emailType: string;
  status: string;
  sendTime: string;
  sender: Person;
  to: Person[];
  cc: Person[];
  files: FileRecord[];
  sourceId: string | null;
  place: string;
  /** Of one's own mail: who has read it when. */
  receipts?: { name: string; readTime: string }[];
}
export interface MailDraft {
  id?: string;
  subject: string;
  content: string;
  emailType?: string;
  toIds: string[];
  ccIds: string[];
  fileIds: string[];
  sourceId?: string;
}
/** ML-001. */
export interface MailQuery {
  subject?: string;
  readStatus?: string;
  emailType?: string;
  page: PageQuery;
}
/** ML-006, with the unread ones and the drafts. */
export interface MailCounts {
  collectionLettersNum: string;
  sendLettersNum: string;
  delLettersNum: string;
  unreadNum: string;
  draftNum: string;
}

export interface MailService {
  list(box: MailBox, query: MailQuery): Promise<Paged<MailRow>>;
  /** Opening a received one marks it read. */
  open(box: 'receive' | 'send', id: string): Promise<Mail>;
  send(mail: MailDraft, idempotencyKey: string): Promise<void>;
  /** Answers the draft's id. */
  saveDraft(mail: MailDraft): Promise<string>;
  /** From a box into the deleted ones ('0'), or from there for good ('1'); what stands elsewhere by now stays. */
  remove(ids: string[], from: '0' | '1'): Promise<void>;
  change(ids: string[], change: { readStatus?: '0' | '1'; delStatus?: '0' }): Promise<void>;
  readAll(): Promise<void>;
  /** Totals of three boxes, as their lists tell them (ML-004, ML-005). */
  totals(): Promise<{ inbox: string; sent: string; deleted: string }>;
  counts(): Promise<MailCounts>;
}

export interface Reminder {
  id: string;
  kind: string;
  title: string;
  content: string;
  formKey: string;
  recordId: string;
  /** The page that it leads to where it tells of no record. */
  link?: string;
  createTime: string;
  readStatus: '0' | '1';
}
export interface Notice {
  id: string;
  title: string;
  content: string;
  kind: string;
  status: string;
  unitIds: string[];
  authorName: string;
  createTime: string;
  releaseTime: string;
  readStatus: '0' | '1';
}
export interface NoticeQuery {
  title?: string;
  kind?: string;
  status?: string;
  readStatus?: string;
  page: PageQuery;
}

export interface NoticeService {
  /** `manage`: all of them, for those who may write notices. */
  list(query: NoticeQuery, isManaged: boolean): Promise<Paged<Notice>>;
  /** Opening a released one marks it read. */
  open(id: string): Promise<Notice>;
  save(notice: { id?: string; title: string; content: string; kind: string; unitIds: string[] }): Promise<string>;
  release(id: string): Promise<void>;
  withdraw(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  reminders(query: NoticeQuery): Promise<Paged<Reminder>>;
  /** Without ids: all. */
  readReminders(ids?: string[]): Promise<void>;
  unread(): Promise<{ notice: number; remind: number }>;
}

/** What a page can be told of while it is open. */
export const TOPICS = ['todo', 'mail', 'remind', 'notice', 'menu', 'document'] as const;
/** Of a record whose page is open, beside these: that values kept by the server moved, that its comments changed. */
export type Topic = (typeof TOPICS)[number] | RecordTopic;

export interface News {
  /** Calls the listener when something of the topic is new for this person; answers the unsubscribe. */
  on(topic: Topic, listener: () => void): () => void;
}
