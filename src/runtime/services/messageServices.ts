import type { RecordTopic } from '../../domain/recordTopics.ts';
import type { FileRecord } from './files.ts';
import type { Paged, PageQuery } from './paging.ts';

/** The boxes of internal mail: received, sent, deleted (from either box), drafts. */
export type MailBox = 'inbox' | 'sent' | 'deleted' | 'drafts';

/** A mail in a list. `id`: id of the entry in the box; `box`: `receive` if the user received the mail, else `send`. */
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
  /** True for a disabled account, which cannot receive anything. */
  disabled?: boolean;
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
  /** Folder of the mail: '0' inbox or sent mails, '1' deleted mails. */
  place: string;
  /** For a mail written by the user: the readers, with the time of reading. */
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
/** Filter of a list of mails (ML-001). */
export interface MailQuery {
  subject?: string;
  readStatus?: string;
  emailType?: string;
  page: PageQuery;
}
/** Numbers of mails by box (ML-006), of unread mails and of drafts, as texts. */
export interface MailCounts {
  collectionLettersNum: string;
  sendLettersNum: string;
  delLettersNum: string;
  unreadNum: string;
  draftNum: string;
}

export interface MailService {
  list(box: MailBox, query: MailQuery): Promise<Paged<MailRow>>;
  /** Returns a mail; marks a received mail as read. */
  open(box: 'receive' | 'send', id: string): Promise<Mail>;
  send(mail: MailDraft, idempotencyKey: string): Promise<void>;
  /** Returns the draft's id. */
  saveDraft(mail: MailDraft, idempotencyKey: string): Promise<string>;
  /**
   * Moves mails to the deleted mails (`from` '0'), or deletes deleted mails permanently (`from` '1'). Skips mails that
   * were moved since the user saw them.
   */
  remove(ids: string[], from: '0' | '1'): Promise<void>;
  /** Marks mails as read or unread, or (`delStatus`) restores deleted mails. */
  change(ids: string[], change: { readStatus?: '0' | '1'; delStatus?: '0' }): Promise<void>;
  markAllRead(): Promise<void>;
  /** Returns the total number of mails in each of three boxes, as display texts (ML-004, ML-005). */
  boxTotals(): Promise<{ inbox: string; sent: string; deleted: string }>;
  counts(): Promise<MailCounts>;
}

export interface Reminder {
  id: string;
  kind: string;
  title: string;
  content: string;
  formKey: string;
  recordId: string;
  /** Address of the page to open, for a reminder that concerns no record. */
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
  /** Revision that a save sends; the save is refused if the notice has changed since. */
  revision?: string;
}
export interface NoticeQuery {
  title?: string;
  kind?: string;
  status?: string;
  readStatus?: string;
  page: PageQuery;
}

export interface NoticeService {
  /** Returns the notices that the user may manage (`isManaged` true), or the notices for the user. */
  list(query: NoticeQuery, isManaged: boolean): Promise<Paged<Notice>>;
  /** Returns a notice; marks a released notice as read. */
  open(id: string): Promise<Notice>;
  save(notice: {
    id?: string;
    title: string;
    content: string;
    kind: string;
    unitIds: string[];
    revision?: string;
  }): Promise<string>;
  release(id: string): Promise<void>;
  withdraw(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  reminders(query: NoticeQuery): Promise<Paged<Reminder>>;
  /** Marks reminders as read; without ids, all reminders. */
  markRemindersRead(ids?: string[]): Promise<void>;
  unreadCounts(): Promise<{ notice: number; remind: number }>;
}

/** Topics of the events that the server pushes to an open page. */
export const TOPICS = ['todo', 'mail', 'remind', 'notice', 'menu', 'document'] as const;
/** A topic of the user (`TOPICS`), or a topic of one record: its kept values, or the comments on it, have changed. */
export type Topic = (typeof TOPICS)[number] | RecordTopic;

export interface ServerEvents {
  /** Calls the listener at each event of the topic for this user. Returns the unsubscribe function. */
  on(topic: Topic, listener: () => void): () => void;
}
