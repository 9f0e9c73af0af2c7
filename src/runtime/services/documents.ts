import type { FlowFormConfig } from '../../grammar/documents.ts';
import type { Path, Problem } from '../../domain/problem/index.ts';

/** A version of a document. `running`: number of running approvals that use it. */
export interface DefinitionVersion {
  version: number;
  state: 'draft' | 'published' | 'archived';
  note: string;
  author: string;
  time: string;
  running?: number;
}

/** A running approval. `nodes`: names of the current task nodes. */
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
  /** Revision of the draft. */
  revision?: number;
  /** Name of the person who disabled the document; '' while it is enabled. */
  disabledBy?: string;
  /** Number of documents, menu entries and roles that refer to the document. */
  uses?: number;
}

/**
 * A reference to a document. `kind`, `key` and `name` identify the document, menu entry or role that contains the
 * reference; `state`: whether its published text or its draft contains it.
 */
export interface AffectedItem {
  kind: 'form' | 'screen' | 'flow' | 'dataset' | 'menu' | 'role' | 'dictionary';
  key: string;
  name: string;
  state: 'published' | 'draft';
  path: Path;
  /** Readable position of the reference: “字段“金额” · 计算公式”. */
  place: string;
  /** Text of the problem that would arise at this position; '' without a problem. */
  detail: string;
}

/**
 * A field that is removed or changes its type, or a removed part of a dataset or process. `records`: number of records
 * with a value in the field; null: unknown; 0 for such a part. `isMore`: there may be more than `records` records.
 */
export interface ChangedField {
  key: string;
  label: string;
  records: number | null;
  isMore: boolean;
}

/**
 * Effects of publishing a text on other documents and on records. `breaks`: references that would become invalid.
 * `touches`: other references to changed fields. `running`: number of running approvals by version. `seen`: token to
 * send back as `acknowledged`, '' when nothing needs to be acknowledged.
 */
export interface Impact {
  removed: ChangedField[];
  changed: ChangedField[];
  breaks: AffectedItem[];
  touches: AffectedItem[];
  running: { version: number; count: number }[];
  /** Messages about fields that the text shows to roles that may not see them elsewhere. */
  shows: string[];
  /**
   * Effects on stored records if the form gets a process ('begins': `records` is the number of records that become
   * finished) or loses it ('ends': `records` is the number of drafts that become valid, `running` the number of
   * approvals that continue). Null: no effect.
   */
  process: { change: 'begins' | 'ends'; records: number; running: number } | null;
  /**
   * What the form does with its own authority, whatever rights its users have: effects that write to other forms, and
   * roll-ups that disclose values of other forms. `isAdded`: the published version does not do this.
   */
  authority: { text: string; isAdded: boolean }[];
  seen: string;
}

/** Calls for the life cycle of the documents of one kind; administrators only. */
export interface DocumentCalls {
  /** Returns all documents, or only the one with this key. */
  list(key?: string): Promise<DocumentSummary[]>;
  /** Returns the draft as it was saved; without a draft, the text of the published version. */
  draft(key: string): Promise<unknown>;
  /**
   * Saves a draft and returns its new revision. `revision`: the draft revision that the editor loaded; `seen`: the
   * published version that the editor loaded. Throws RECORD_STALE if the draft has been saved or published since.
   */
  saveDraft(
    key: string,
    name: string,
    definition: unknown,
    revision?: number,
    seen?: number,
  ): Promise<{ problems: Problem[]; revision?: number }>;
  /**
   * Publishes the draft. `revision`, `seen`: the draft revision and the published version that the administrator saw;
   * throws RECORD_STALE when either is outdated. `acknowledged`: the token `Impact.seen`.
   */
  publish(
    key: string,
    note: string,
    revision?: number,
    seen?: number,
    acknowledged?: string,
  ): Promise<{ version: number }>;
  versions(key: string): Promise<DefinitionVersion[]>;
  /** Returns a version as it was saved, in its original dialect. */
  version(key: string, version: number): Promise<{ definition: unknown }>;
  /**
   * Publishes the text of an earlier version as the next version. `seen`: the published version that the administrator
   * saw; throws RECORD_STALE when it is outdated. `acknowledged`: the token `Impact.seen`.
   */
  rollback(
    key: string,
    version: number,
    note: string,
    seen: number,
    acknowledged?: string,
  ): Promise<{ version: number }>;
  /** Returns the effects of publishing this text. */
  impact?(key: string, definition: unknown): Promise<Impact>;
  /** Returns all references to the document. */
  uses(key: string): Promise<Omit<AffectedItem, 'detail'>[]>;
  /** Creates a new document with a copy of this document's text as its draft. */
  copy(key: string, newKey: string, newName: string): Promise<void>;
  disable(key: string): Promise<void>;
  enable(key: string): Promise<void>;
  discardDraft(key: string, revision?: number): Promise<void>;
  /**
   * Removes the document. `seen`, `revision`: as for `publish`. Throws DOC_IN_USE with the references to the document
   * if there are any.
   */
  remove(key: string, seen: number, revision?: number): Promise<void>;
}

/** Form definitions, and the approvals that run on them. */
export interface FormService extends DocumentCalls {
  /**
   * Returns the raw definition of a version, by default of the published one. A record is read with its own version.
   */
  definition(formKey: string, version?: number): Promise<unknown>;
  /** Returns the configuration of the form within its process; null for a form without a process. */
  flowConfig(formKey: string, recordId?: string): Promise<FlowFormConfig | null>;
  /** Returns the running approvals that use this version of the form: the oldest as `list`, and the number of all. */
  running(formKey: string, version: number): Promise<{ list: RunningApproval[]; total: number }>;
}

/** A form that uses a process for its approval. */
export interface FormOfFlow {
  formKey: string;
  formName: string;
  version: number;
}

/**
 * Result of importing one element of another designer's file. 'info': it was converted; 'warning': it could not be
 * converted; 'kept': it is kept but has no effect.
 */
export interface FlowImportNote {
  element: string;
  name: string;
  level: 'info' | 'warning' | 'kept';
  message: string;
}

/**
 * One step of a trial run. `people`: who would get the task. `judged`: the conditions evaluated on the way to the step.
 * `editable`, `required`, `hidden`: labels of fields.
 */
export interface TrialStep {
  /** In a repeated sub-process: label of the step's item. */
  item?: string;
  nodeId: string;
  name: string;
  kind: string;
  people: { id: string; name: string }[];
  /** Rule for a decision by several people; null for the applicant's task and for a node without a decision. */
  sign: { mode: string; ratio: number } | null;
  /** The automatic result of the step, or the reason why the process would stop at the step; '' for neither. */
  remark: string;
  isStopped: boolean;
  editable: string[];
  required: string[];
  hidden: string[];
  judged: { edge: string; name: string; condition: string; holds: boolean }[];
}

/** Result of a trial run. `nodes`, `edges`: ids of the passed elements. */
export interface FlowTrial {
  steps: TrialStep[];
  nodes: string[];
  edges: string[];
  /** Reason why the run could not continue; '' if it could. */
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

/** The assignees of a task: their type, and a value that identifies them within the type. */
export interface HolderChoice {
  type: 'role' | 'user' | 'post' | 'dept' | 'deptLeader' | 'deptLeaders' | 'initiator' | 'choice';
  value: string;
}

/** A person, role, post or department to which tasks of an imported file are assigned. */
export interface ImportedHolder {
  type: 'role' | 'user' | 'post' | 'dept';
  value: string;
  tasks: readonly { id: string; name: string }[];
  /** True if this person, role, post or department exists in this company. */
  isKnown: boolean;
}

export interface FlowImportOptions {
  name?: string;
  /** Key of the form of the process; conditions are adapted to its fields. */
  formKey?: string;
  /** Id of the process to import from the file. */
  process?: string;
  /** Replacements of assignees that do not exist in this company; the key is `type:value` of the missing assignee. */
  holders?: Readonly<Record<string, HolderChoice>>;
}

export interface ImportedFlow {
  definition: string;
  report: FlowImportNote[];
  /**
   * All processes of the file with their numbers of nodes and tasks; the first process is the one proposed for the
   * import.
   */
  processes: readonly { id: string; name: string; nodes: number; tasks: number }[];
  /** Id of the imported process. */
  process: string;
  holders: readonly ImportedHolder[];
}

/** Processes, edited by administrators. Their text is BPMN 2.0. */
export interface FlowService extends DocumentCalls {
  /**
   * Returns the problems of a process text. `formKey`: a form that is to use the process but does not use it yet. The
   * path of a problem is `[elementId, ...]`, or `[formKey, elementId, ...]` for a problem with a form.
   */
  check(key: string, text: string, formKey?: string): Promise<Problem[]>;
  /** Returns the forms that use the process. */
  forms(key: string): Promise<FormOfFlow[]>;
  /** Converts another designer's file to a process with this key in our BPMN dialect. Stores nothing. */
  importText(key: string, text: string, options?: FlowImportOptions): Promise<ImportedFlow>;
  /** Simulates a run of the process text `definition`. Stores nothing. */
  trial(request: FlowTrialRequest): Promise<FlowTrial>;
  /** Returns the roles and posts to which tasks can be assigned. */
  holders(): Promise<{ roles: { code: string; name: string }[]; posts: string[] }>;
  /** Returns the running approvals that use this version of the process. */
  running(key: string, version: number): Promise<{ list: RunningApproval[]; total: number }>;
}
