import type { FileRecord } from './files.ts';

/** A comment under a record; of a removed one only its line is left. */
export interface Comment {
  id: string;
  text: string;
  authorId: string;
  authorName: string;
  time: string;
  /** '' for never. */
  editedTime: string;
  isRemoved: boolean;
  isOwn: boolean;
  mayEdit: boolean;
  mayRemove: boolean;
  mentions: { id: string; name: string }[];
  files: FileRecord[];
  /** Another's, written since one last read. */
  isNew: boolean;
  /** How many others have read it. */
  readers: number;
}

/** The newest comments, those written first in front. */
export interface CommentPage {
  comments: Comment[];
  total: number;
  unread: number;
  /** For so long after writing a comment may be changed or removed. */
  changeMinutes: number;
}

export interface Mentionable {
  id: string;
  name: string;
  deptName: string;
  /** Who may not read the record cannot be addressed. */
  mayRead: boolean;
}

export interface CommentInput {
  text: string;
  mentionIds: readonly string[];
  fileIds: readonly string[];
}

/** Something that happened to a record or one of its relatives. */
export interface TimelineEntry {
  kind: 'write' | 'comment' | 'file';
  id: string;
  time: string;
  userName: string;
  action: string;
  formKey: string;
  formName: string;
  recordId: string;
  title: string;
  isOwn: boolean;
  taskNode: string;
  note: string;
  text: string;
  changes: { place: string; before: string; after: string }[];
  count: number;
}

export interface Timeline {
  entries: TimelineEntry[];
  /** What earlier ones are asked for with; '' where there are none. */
  next: string;
  /** Some related records cannot be listed. */
  isPartial: boolean;
}

/** What a record hangs on, and what hangs on it. */
export interface Chain {
  above: readonly {
    formKey: string;
    formName: string;
    id: string;
    title: string;
    flwState: string;
    hasFlow: boolean;
    /** How the record below calls it. */
    label: string;
    level: number;
  }[];
  below: readonly ChainStage[];
  missing: readonly { formKey: string; formName: string }[];
  /** Some related records cannot be listed. */
  isPartial: boolean;
}

/** The records of one form that hang on another record. */
export interface ChainStage {
  formKey: string;
  formName: string;
  hasFlow: boolean;
  via: string;
  level: number;
  count: number;
  states: readonly { flwState: string; count: number }[];
  sums: readonly { key: string; label: string; sum: string }[];
  records: readonly { id: string; title: string; flwState: string; time: string }[];
}

/** What stands on the page of a record beside its fields; each call for one record. */
export interface RecordPageService {
  comments(formKey: string, id: string, pageSize: number): Promise<CommentPage>;
  /** People by a part of their name who may be addressed in a comment. */
  mentionable(formKey: string, id: string, keyword: string): Promise<Mentionable[]>;
  addComment(formKey: string, comment: CommentInput & { id: string }, idempotencyKey: string): Promise<unknown>;
  editComment(formKey: string, comment: CommentInput & { id: string; commentId: string }): Promise<unknown>;
  removeComment(formKey: string, comment: { id: string; commentId: string }): Promise<unknown>;
  /** Everything up to this comment counts as read. */
  readComments(formKey: string, comment: { id: string; commentId: string }): Promise<unknown>;
  chain(formKey: string, query: { id: string; forms: readonly string[] | null }): Promise<Chain>;
  timeline(
    formKey: string,
    query: { id: string; over: readonly string[]; before: string; pageSize: number },
  ): Promise<Timeline>;
}
