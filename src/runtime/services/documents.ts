import type { FlowFormConfig } from '../../grammar/documents.ts';
import type { Path, Problem } from '../../domain/problem/index.ts';

export interface DefinitionVersion {
  version: number;
  state: 'draft' | 'published' | 'archived';
  note: string;
  author: string;
  time: string;
  running?: number;
}

export interface RunningApproval {
  formKey: string;
  recordId: string;
  title: string;
  applicant: string;
  nodes: string;
  startTime: string;
  version: number;
}

/** A document that administrators edit. `version` 0: there is only a draft. */
export interface DocumentSummary {
  key: string;
  name: string;
  version: number;
  updateTime: string;
  hasDraft: boolean;
  revision?: number;
  /** Name of the person who disabled the document; '' while it is enabled. */
  disabledBy?: string;
  /** Number of documents and entries that refer to it. */
  uses?: number;
}

/** A reference in a document, menu entry or role to another document. */
export interface AffectedItem {
  kind: 'form' | 'screen' | 'flow' | 'dataset' | 'menu' | 'role' | 'dictionary';
  key: string;
  name: string;
  state: 'published' | 'draft';
  path: Path;
  /** Readable position of the reference: “字段“金额” · 计算公式”. */
  place: string;
  /** Text of the problem that would arise there; '' when nothing breaks. */
  detail: string;
}

/** A field that is removed or changes its type. `records`: number of records with a value in it; null: unknown. */
export interface LostField {
  key: string;
  label: string;
  records: number | null;
  isMore: boolean;
}

/**
 * Effects of publishing a text on other documents and on records. `seen`: token to send back as the acknowledgement.
 */
export interface Impact {
  removed: LostField[];
  changed: LostField[];
  breaks: AffectedItem[];
  touches: AffectedItem[];
  running: { version: number; count: number }[];
  /** Sentences about data that the text shows to roles that cannot see it elsewhere. */
  shows: string[];
  seen: string;
}

/** The life cycle of one kind of documents; administrators only. */
export interface DocumentCalls {
  /** All documents, or only the one with this key. */
  list(key?: string): Promise<DocumentSummary[]>;
  /** The draft as it was saved; without a draft, the text of the published version. */
  draft(key: string): Promise<unknown>;
  /**
   * Saves a draft and returns its new revision. `revision`: the draft revision that the editor loaded; `seen`: the
   * published version that it loaded. Throws RECORD_STALE if another person has saved or published since.
   */
  saveDraft(
    key: string,
    name: string,
    definition: unknown,
    revision?: number,
    seen?: number,
  ): Promise<{ problems: Problem[]; revision?: number }>;
  /**
   * `seen`: the published version that the administrator saw; RECORD_STALE is thrown when another one is published by
   * now.
   */
  publish(
    key: string,
    note: string,
    revision?: number,
    seen?: number,
    acknowledged?: string,
  ): Promise<{ version: number }>;
  versions(key: string): Promise<DefinitionVersion[]>;
  /** A version as it was saved, in its original dialect. */
  version(key: string, version: number): Promise<{ definition: unknown }>;
  /**
   * Publishes the text of an earlier version as the next version. `seen`: the published version last seen (RECORD_STALE
   * when there is another by now).
   */
  rollback(
    key: string,
    version: number,
    note: string,
    seen: number,
    acknowledged?: string,
  ): Promise<{ version: number }>;
  /** Effects of publishing this text. */
  impact?(key: string, definition: unknown): Promise<Impact>;
  /** All references to the document. */
  uses(key: string): Promise<Omit<AffectedItem, 'detail'>[]>;
  /** Creates a draft of a new document with the same text. */
  copy(key: string, newKey: string, newName: string): Promise<void>;
  disable(key: string): Promise<void>;
  enable(key: string): Promise<void>;
  discardDraft(key: string, revision?: number): Promise<void>;
  /** Throws DOC_IN_USE (with `uses`) while something refers to the document. */
  remove(key: string, seen: number, revision?: number): Promise<void>;
}

/** Form definitions, and the approvals that run on them. */
export interface FormService extends DocumentCalls {
  /** The raw published definition, or that of `version` (the version of a running record). */
  definition(formKey: string, version?: number): Promise<unknown>;
  flowConfig(formKey: string, recordId?: string): Promise<FlowFormConfig | null>;
  /** Approvals that still run on a version: a list of the oldest, and the total number. */
  running(formKey: string, version: number): Promise<{ list: RunningApproval[]; total: number }>;
}

/** A form whose approval is a process. */
export interface FormOfFlow {
  formKey: string;
  formName: string;
  version: number;
}

/** How one element of another designer's file was imported; 'warning': it was not. */
export interface FlowImportNote {
  element: string;
  name: string;
  level: 'info' | 'warning' | 'kept';
  message: string;
}

/**
 * One step of a trial run: the people who would get the task, the conditions that led to it, and field labels by
 * access.
 */
export interface TrialStep {
  /** The item of this run, in a repeated sub-process. */
  item?: string;
  nodeId: string;
  name: string;
  kind: string;
  people: { id: string; name: string }[];
  sign: { mode: string; ratio: number } | null;
  remark: string;
  isStopped: boolean;
  editable: string[];
  required: string[];
  hidden: string[];
  judged: { edge: string; name: string; condition: string; holds: boolean }[];
}

export interface FlowTrial {
  steps: TrialStep[];
  nodes: string[];
  edges: string[];
  fault: string;
  isFinished: boolean;
}
export interface FlowTrialRequest {
  definition: string;
  formKey: string;
  applicantId: string;
  recordId?: string;
  values?: Record<string, unknown>;
}

/** Assignees of a task: a kind, and a value that identifies them within that kind. */
export interface HolderChoice {
  type: 'role' | 'user' | 'post' | 'dept' | 'deptLeader' | 'deptLeaders' | 'initiator' | 'choice';
  value: string;
}

/** A person, role, post or department to which tasks of an imported file are assigned. */
export interface ImportedHolder {
  type: 'role' | 'user' | 'post' | 'dept';
  value: string;
  tasks: readonly { id: string; name: string }[];
  /** Whether the item exists in this company. */
  isKnown: boolean;
}

export interface FlowImportOptions {
  name?: string;
  /** Key of the form of the process: conditions are adapted to its fields. */
  formKey?: string;
  /** Id of the process to import from the file. */
  process?: string;
  /** Replacements of unknown assignees, by `type:value`. */
  holders?: Readonly<Record<string, HolderChoice>>;
}

export interface ImportedFlow {
  definition: string;
  report: FlowImportNote[];
  /** All processes of the file, the proposed one first. `process`: id of the imported one. */
  processes: readonly { id: string; name: string; nodes: number; tasks: number }[];
  process: string;
  holders: readonly ImportedHolder[];
}

/** Processes, edited by administrators. Their text is BPMN 2.0. */
export interface FlowService extends DocumentCalls {
  /**
   * Problems of a text. `formKey`: a form it is meant for that does not use it yet. Paths: the element's id, or the
   * form and then the element.
   */
  check(key: string, text: string, formKey?: string): Promise<Problem[]>;
  forms(key: string): Promise<FormOfFlow[]>;
  /** Converts another designer's file to our BPMN dialect, under this key. */
  importText(key: string, text: string, options?: FlowImportOptions): Promise<ImportedFlow>;
  /** Simulates a run of a text; nothing is stored. */
  trial(request: FlowTrialRequest): Promise<FlowTrial>;
  /** Roles and posts that tasks can be assigned to. */
  holders(): Promise<{ roles: { code: string; name: string }[]; posts: string[] }>;
  running(key: string, version: number): Promise<{ list: RunningApproval[]; total: number }>;
}
