import type { FlowFormConfig, FormRecord, MenuItem } from '../grammar/documents.ts';
import type { Problem } from '../kernel/problem.ts';
import type { RecordChange } from '../kernel/records/recordChanges.ts';
import type { Option } from '../kernel/widget.ts';
import type { MailService, News, NoticeService } from './messageServices.ts';

/** A refusal or a failure of a call, with the stable code of the envelope. Thrown by every service. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly code: string;
  readonly data: unknown;
  constructor(code: string, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
  /** Problems named by a refused save or publish. */
  get problems(): readonly Problem[] {
    const list = (this.data as { problems?: Problem[] } | null)?.problems;
    return Array.isArray(list) ? list : [];
  }
}

export interface PageQuery { pageNum: number; pageSize: number }
export interface Paged<T> { list: T[]; total: number }
/** One condition of a list query; `field` is a field key or a system column. */
export interface ListCondition { field: string; op: 'eq' | 'contains' | 'range' | 'in' | 'gte' | 'lte'; value: unknown }
export interface ListQuery {
  page: PageQuery;
  conditions: ListCondition[];
  /** Free text over the fields that are flagged for search. */
  keyword?: string;
  sort?: { field: string; order: 'asc' | 'desc' };
}

/** FL-001. `size` in bytes. */
export interface FileRecord { id: string; fileName: string; fileExt: string; url: string; size?: number }
/** Paragraphs of `body` end with line ends; `notes` are headers, foot notes and text boxes. */
export interface DocText { body: string; notes: string; isCut: boolean }
export interface UserRow { id: string; showName: string; deptName?: string; unitName?: string }
export interface OrgNode { id: string; name: string; type: 'unit' | 'dept'; disabled?: boolean; children?: OrgNode[] }
export interface Task {
  taskId: string; formKey: string; formName: string; recordId: string; title: string; taskNode: string;
  startUserName: string; startTime: string; arriveTime?: string; finishTime?: string; flwState: string;
  /** Who holds the current task(s), for 我发起的. */
  currentHandlers?: string; action?: string; opinion?: string;
  /** When it is late; and whether it can be agreed to from the list. */
  dueTime?: string; canBatch?: boolean;
}
/** `detail`: whom it concerned besides; `files`, `signature`: ids of what goes with the opinion. */
export interface HistoryEntry { id: string; taskNode: string; userName: string; action: string; opinion: string; time: string; detail?: string; files?: string; signature?: string }
/** What goes with a decision beside its text. */
export interface OpinionMore {
  files?: readonly string[]; signature?: string;
  /** Of a return: the node it goes to, and whether it comes straight back from there. */
  target?: string; isStraight?: boolean;
  /** People chosen for nodes to come, by node id; who gets a copy. */
  choices?: Readonly<Record<string, readonly string[]>>; cc?: readonly string[];
}
/** What a person can do with an approval now; `task` is the one they hold. */
export interface FlowOptions {
  canTakeBack: boolean; canUrge: boolean; canVoid: boolean; canComment: boolean;
  task: {
    taskId: string; nodeId: string; kind: 'sign' | 'parallel' | 'before' | 'after' | 'delegate'; actions: readonly string[]; needsSignature: boolean; dueTime: string | null;
    targets: readonly { nodeId: string; taskNode: string; isStart: boolean }[];
    signers: readonly { taskId: string; names: string; kind: string; isOpen: boolean; canRemove: boolean }[];
  } | null;
}
/** Acts on an approval beside the form. */
export type FlowAct = 'takeBackFlow' | 'transfer' | 'delegate' | 'addSign' | 'removeSign' | 'cc' | 'urge' | 'comment' | 'void';
export interface FlowActBody { formKey: string; recordId: string; taskId?: string; opinion?: string; userIds?: readonly string[]; signers?: readonly string[]; files?: readonly string[]; place?: 'before' | 'after' | 'parallel' }
export interface BatchResult { taskId: string; title: string; isDone: boolean; msg: string }
export interface Transition extends OpinionMore {
  record: FormRecord;
  action: 'submit' | 'approve' | 'return' | 'reject';
  taskId?: string;
  opinion?: string;
}
/** What is known of a person's unsaved work on the server; `recordId` is '' for a new record. */
export interface DraftAbout {
  id: string; formKey: string; formName: string; recordId: string; title: string; device: string; baseRevision: number | null; formVersion: number | null;
  revision: number; parts: number; updateTime: string; /** Milliseconds since 1970. */ time: number;
}
/** What changed of a draft since the revision that the sender saw; `isWhole`: everything comes. */
export interface DraftChange extends Pick<DraftAbout, 'id' | 'formKey' | 'recordId' | 'title' | 'device' | 'baseRevision' | 'formVersion' | 'revision'> {
  isWhole: boolean; set: Readonly<Record<string, unknown>>; drop: readonly string[];
}
/** Who changed a record, when, at which node. */
export interface ChangeAuthor { userId: string; userName: string; time: string; taskNode: string; action: string; revision: number }
export interface WhatChanged { since: ChangeAuthor | null; changes: (RecordChange & { by: ChangeAuthor })[]; count: number }
/** One write of a record's past; of many changes `count` tells the number. */
export interface RecordEntry extends ChangeAuthor { changes: RecordChange[]; count: number }
export interface DefinitionVersion { version: number; state: 'draft' | 'published' | 'archived'; note: string; author: string; time: string; running?: number }
export interface RunningApproval { recordId: string; title: string; applicant: string; nodes: string; startTime: string; version: number }
export interface CurrentUser {
  id: string; username: string; name: string; roles: string[]; permissions: string[];
  mainDept: { id: string; name: string; unitName: string } | null;
  unitList: { id: string; name: string; url: string; mainOrgId: string }[];
}

/** A table file to be read for a sub-table (CL-084, CL-090). */
export interface ImportCall { file: File; formKey: string; /** Of the definition the form was filled with. */ version?: number; table: string }
/** The rows to append, by column key, and what could not be read: `bad` are single cells, `index` counts in `rows`. */
export interface ImportedRows {
  rows: Record<string, unknown>[];
  bad: { row: number; cell: string; index: number; key: string; label: string; message: string }[];
  badCount: number;
  notes: string[];
  /** Columns whose texts the page must look up among its options. */
  leftToPage: string[];
}

/** A file of a business object: `busiAttId` is the link's, which `remove` takes. */
export interface Attachment extends FileRecord { busiAttId: string; createByName: string }

/** Files that hang on a business object; `busType` is a form key, perhaps with a part after a colon. */
export interface AttachmentService {
  list(busId: string, busType: string): Promise<Attachment[]>;
  add(busId: string, busType: string, fileIds: string[]): Promise<void>;
  remove(busiAttId: string): Promise<void>;
}

/** A document that administrators edit; `version` 0 has only a draft. */
export interface DocumentSummary { key: string; name: string; version: number; updateTime: string; hasDraft: boolean; revision?: number }

/** The life cycle of one kind of documents; administrators only. */
export interface DocumentCalls {
  list(): Promise<DocumentSummary[]>;
  /** The draft as it was given; without one, the text of the published version. */
  draft(key: string): Promise<unknown>;
  /** `revision` is that of the draft last seen: a save over somebody else's is refused (RECORD_STALE). Answers the new one. */
  saveDraft(key: string, name: string, definition: unknown, revision?: number): Promise<{ problems: Problem[]; revision?: number }>;
  publish(key: string, note: string, revision?: number): Promise<{ version: number }>;
  versions(key: string): Promise<DefinitionVersion[]>;
  /** A version as it was given, whatever its dialect. */
  version(key: string, version: number): Promise<{ definition: unknown }>;
  /** Publishes what an earlier version said as the next one. `seen`: the version in force as last seen (RECORD_STALE when there is another). */
  rollback(key: string, version: number, note: string, seen: number): Promise<{ version: number }>;
}

/** What documents can reach. Implemented by src/api; given to the runtime by the composition root; fakes in tests. */
export interface Services {
  dictionary(typeCode: string): Promise<Option[]>;
  /** A configurable request of a document (RD-001…004): path under the own base path; answers the whole envelope's data. */
  request(call: { url: string; method: 'GET' | 'POST'; params: Record<string, unknown> }): Promise<unknown>;
  /** Reads a table file on the server; nothing is stored. Throws with the server's words (ER-017). */
  importRows(call: ImportCall, onProgress?: (percent: number) => void): Promise<ImportedRows>;
  users: {
    /** By part of a name or the letters it sounds like; of one unit or department with all below it where `orgId` is given. */
    search(name: string, page: PageQuery, orgId?: string): Promise<Paged<UserRow>>;
    byIds(ids: string[]): Promise<UserRow[]>;
  };
  orgs: { tree(): Promise<OrgNode[]>; companies(): Promise<OrgNode[]> };
  files: {
    /** `message` is what the server says of the success (ER-018). Ending the signal cancels; then it rejects. */
    upload(file: File, onProgress?: (percent: number) => void, signal?: AbortSignal): Promise<FileRecord & { message?: string }>;
    /** Largest file in bytes that goes up at all, whatever a document allows (DU-003). */
    limit?: number;
    byIds(ids: string[]): Promise<FileRecord[]>;
    /** Opens or saves a file through the authorised call. */
    open(file: FileRecord, how: 'preview' | 'download'): Promise<void>;
    /** The bytes, for thumbnails and the picture dialog; where absent pictures open like other files. */
    content?(file: FileRecord): Promise<Blob>;
    /** The text of a Word 97-2003 document. */
    docText?(file: FileRecord): Promise<DocText>;
  };
  attachments: AttachmentService;
  forms: DocumentCalls & {
    /** The raw published definition, or the one of `version` (a running record's own). */
    definition(formKey: string, version?: number): Promise<unknown>;
    flowConfig(formKey: string, recordId?: string): Promise<FlowFormConfig | null>;
    /** Approvals that still run on a version: the oldest of them, and how many there are. */
    running(formKey: string, version: number): Promise<{ list: RunningApproval[]; total: number }>;
  };
  screens: DocumentCalls & { get(screenKey: string): Promise<unknown> };
  records: {
    save(formKey: string, record: FormRecord, idempotencyKey: string): Promise<FormRecord>;
    list(formKey: string, query: ListQuery, noAuth?: boolean): Promise<Paged<FormRecord>>;
    get(formKey: string, id: string, taskId?: string): Promise<FormRecord>;
    /** The record as it was stored at a revision, as far as this person may see it. */
    at(formKey: string, id: string, revision: number): Promise<FormRecord>;
    /** What others changed since this person acted on it, or since it was submitted. */
    changes(formKey: string, id: string): Promise<WhatChanged>;
    history(formKey: string, id: string, page: PageQuery): Promise<Paged<RecordEntry>>;
    /** May this value of a `unique` field be stored (in this record)? */
    isFree(formKey: string, field: string, value: unknown, id?: string): Promise<boolean>;
    remove(formKey: string, id: string): Promise<void>;
    run(formKey: string, transition: Transition, idempotencyKey: string): Promise<FormRecord>;
  };
  /** The own unsaved work, kept by the server as it is. */
  drafts: {
    save(change: DraftChange): Promise<{ revision: number; time: number }>;
    get(id: string): Promise<DraftAbout & { content: Record<string, unknown> }>;
    list(of: { formKey?: string; recordId?: string }): Promise<DraftAbout[]>;
    remove(ids: readonly string[]): Promise<void>;
  };
  tasks: {
    list(source: 'todo' | 'done' | 'start', query: ListQuery): Promise<Paged<Task>>;
    count(): Promise<number>;
    history(formKey: string, recordId: string): Promise<HistoryEntry[]>;
    options(formKey: string, recordId: string, taskId?: string): Promise<FlowOptions>;
    act(act: FlowAct, body: FlowActBody, idempotencyKey: string): Promise<unknown>;
    batch(taskIds: readonly string[], opinion: string): Promise<BatchResult[]>;
    /** The process as a picture, with how far it has come; absent where the back end draws none. */
    image?(formKey: string, recordId: string): Promise<Blob>;
  };
  session: {
    captcha(): Promise<{ uuid: string; image: string }>;
    signIn(form: { username: string; password: string; uuid: string; validateCode: string }): Promise<void>;
    signOut(): Promise<void>;
    /** Refused with the server's reason when the old password is wrong or the new one too weak (ER-010). */
    changePassword(form: { oldPassword: string; password: string; confirmPassword: string }): Promise<void>;
    user(): Promise<CurrentUser>;
    /** Address of the own picture, '' without one (TB-006). */
    photo(): Promise<string>;
    menus(): Promise<MenuItem[]>;
  };
  mail: MailService;
  notices: NoticeService;
  /** What happens elsewhere while the page is open; absent where nothing is pushed. */
  news?: News;
}
