import type { FileRecord } from './files.ts';

/** A comment on a record. A removed comment stays as an entry without its text. */
export interface Comment {
  id: string;
  text: string;
  authorId: string;
  authorName: string;
  time: string;
  /** '' when the comment was never edited. */
  editedTime: string;
  isRemoved: boolean;
  /** True if the user wrote the comment. */
  isOwn: boolean;
  mayEdit: boolean;
  mayRemove: boolean;
  mentions: { id: string; name: string }[];
  files: FileRecord[];
  /** True if somebody else wrote the comment since the user last read the comments. */
  isNew: boolean;
  /** Number of other people who have read the comment. */
  readers: number;
}

/** The newest comments, in chronological order. */
export interface CommentPage {
  comments: Comment[];
  total: number;
  /** Number of comments by other people that are new to the user (`isNew`). */
  unread: number;
  /** Number of minutes after writing in which a comment may be changed or removed. */
  changeMinutes: number;
}

export interface MentionSuggestion {
  id: string;
  name: string;
  deptName: string;
  /** False for a person who may not read the record and therefore cannot be mentioned. */
  mayRead: boolean;
}

export interface CommentInput {
  text: string;
  mentionIds: readonly string[];
  fileIds: readonly string[];
}

/**
 * An event of a record or of a related record. `isOwn`: of the record itself. `note`: cause or opinion of a write.
 * `text`: text of a comment or name of a file. `changes`: the first changes of a write; `place`: labels of the changed
 * field, row and column. `count`: number of all changes.
 */
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
  /** Cursor for requesting earlier entries (parameter `before`); '' when there are none. */
  next: string;
  /** True when related records of a form are left out, e.g. because a field of the relation path is hidden. */
  isPartial: boolean;
}

/** The records to which a record refers (`above`), and the records that refer to it (`below`). */
export interface Chain {
  above: readonly {
    formKey: string;
    formName: string;
    id: string;
    title: string;
    flwState: string;
    hasFlow: boolean;
    /** Label of the relation field in the referring record. */
    label: string;
    /** 1: directly related to the record; 2: related to a record of level 1, and so on. */
    level: number;
  }[];
  below: readonly ChainStage[];
  /** Forms that can refer to the record but have no such records yet. */
  missing: readonly { formKey: string; formName: string }[];
  /** True when related records of a form are left out, e.g. because a field of the relation path is hidden. */
  isPartial: boolean;
  /**
   * Number of forms that are neither in `below` nor in `missing`, because there are too many: those farthest from the
   * record.
   */
  leftOut: number;
}

/** The records of one form that refer to the record of the page, directly or through other records. */
export interface ChainStage {
  formKey: string;
  formName: string;
  hasFlow: boolean;
  /** Relation path from these records to the page's record, e.g. `contract.project`. */
  via: string;
  /** 1: directly below the record; 2: below a form of level 1, and so on. */
  level: number;
  count: number;
  states: readonly { flwState: string; count: number }[];
  sums: readonly { key: string; label: string; sum: string }[];
  /** The newest records. */
  records: readonly { id: string; title: string; flwState: string; time: string }[];
}

/** Calls for the parts of a record's page besides its fields: comments, chain of related records, timeline. */
export interface RecordPageService {
  comments(formKey: string, id: string, pageSize: number): Promise<CommentPage>;
  /** Returns people whose name contains the keyword, for mentions in a comment. */
  mentionable(formKey: string, id: string, keyword: string): Promise<MentionSuggestion[]>;
  addComment(formKey: string, comment: CommentInput & { id: string }, idempotencyKey: string): Promise<unknown>;
  editComment(formKey: string, comment: CommentInput & { id: string; commentId: string }): Promise<unknown>;
  removeComment(formKey: string, comment: { id: string; commentId: string }): Promise<unknown>;
  /** Marks all comments up to this comment as read. */
  readComments(formKey: string, comment: { id: string; commentId: string }): Promise<unknown>;
  /** Returns the related records. `forms`: only these forms below the record; null: all forms. */
  chain(formKey: string, query: { id: string; forms: readonly string[] | null }): Promise<Chain>;
  /**
   * Returns the newest events. `over`: related records to include, each as `form:via` (see `ChainStage.via`). `before`:
   * the cursor `Timeline.next`, '' for the first page.
   */
  timeline(
    formKey: string,
    query: { id: string; over: readonly string[]; before: string; pageSize: number },
  ): Promise<Timeline>;
}
