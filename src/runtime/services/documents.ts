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

/** A document that administrators edit; `version` 0 has only a draft. */
export interface DocumentSummary {
  key: string;
  name: string;
  version: number;
  updateTime: string;
  hasDraft: boolean;
  revision?: number;
  /** Who took it out of use; '' while it is in use. */
  disabledBy?: string;
  /** How many documents and entries name it. */
  uses?: number;
}

/** A place in a document or entry that names something. */
export interface Affected {
  kind: 'form' | 'screen' | 'flow' | 'dataset' | 'menu' | 'role' | 'dictionary';
  key: string;
  name: string;
  state: 'published' | 'draft';
  path: Path;
  /** The place in words. */
  place: string;
  /** What would be wrong there; '' where it is only touched. */
  detail: string;
}

/** A field that goes or becomes something else; `records`: how many hold a value, null: not known. */
export interface LostField {
  key: string;
  label: string;
  records: number | null;
  isMore: boolean;
}

/** What publishing a text would do to what stands around it; `seen` is sent back by who has seen it. */
export interface Impact {
  removed: LostField[];
  changed: LostField[];
  breaks: Affected[];
  touches: Affected[];
  running: { version: number; count: number }[];
  /** Sentences on what the text shows to roles that do not see it elsewhere. */
  shows: string[];
  seen: string;
}

/** The life cycle of one kind of documents; administrators only. */
export interface DocumentCalls {
  list(): Promise<DocumentSummary[]>;
  /** The draft as it was given; without one, the text of the published version. */
  draft(key: string): Promise<unknown>;
  /** `revision` is that of the draft last seen: a save over somebody else's is refused (RECORD_STALE). Answers the new one. */
  saveDraft(
    key: string,
    name: string,
    definition: unknown,
    revision?: number,
  ): Promise<{ problems: Problem[]; revision?: number }>;
  /** `seen`: the published version that the administrator saw; refused with RECORD_STALE when it is another one now. */
  publish(
    key: string,
    note: string,
    revision?: number,
    seen?: number,
    acknowledged?: string,
  ): Promise<{ version: number }>;
  versions(key: string): Promise<DefinitionVersion[]>;
  /** A version as it was given, whatever its dialect. */
  version(key: string, version: number): Promise<{ definition: unknown }>;
  /** Publishes what an earlier version said as the next one. `seen`: the version in force as last seen (RECORD_STALE when there is another). */
  rollback(
    key: string,
    version: number,
    note: string,
    seen: number,
    acknowledged?: string,
  ): Promise<{ version: number }>;
  /** What publishing this text would break and touch. */
  impact?(key: string, definition: unknown): Promise<Impact>;
  /** Every place that names the document. */
  uses(key: string): Promise<Omit<Affected, 'detail'>[]>;
  /** A new document with the same text, as a draft. */
  copy(key: string, newKey: string, newName: string): Promise<void>;
  disable(key: string): Promise<void>;
  enable(key: string): Promise<void>;
  discardDraft(key: string, revision?: number): Promise<void>;
  /** Refused while something uses it (DOC_IN_USE with `uses`). */
  remove(key: string, seen: number, revision?: number): Promise<void>;
}

/** Form definitions, and the approvals that run on them. */
export interface FormService extends DocumentCalls {
  /** The raw published definition, or the one of `version` (a running record's own). */
  definition(formKey: string, version?: number): Promise<unknown>;
  flowConfig(formKey: string, recordId?: string): Promise<FlowFormConfig | null>;
  /** Approvals that still run on a version: the oldest of them, and how many there are. */
  running(formKey: string, version: number): Promise<{ list: RunningApproval[]; total: number }>;
}

/** A form whose approval is a process. */
export interface UsingForm {
  formKey: string;
  formName: string;
  version: number;
}

/** One thing that was read from another designer's file, or ('warning') was not. */
export interface FlowImportNote {
  element: string;
  name: string;
  level: 'info' | 'warning' | 'kept';
  message: string;
}

/** One step of a trial: who would have it, what decided that it comes, which fields (labels) may be filled in. */
export interface TrialStep {
  /** What its run of a repeated sub-process is for. */
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

/** Who may hold a task: a kind, and what names them of that kind. */
export interface HolderChoice {
  type: 'role' | 'user' | 'post' | 'dept' | 'deptLeader' | 'deptLeaders' | 'initiator' | 'choice';
  value: string;
}

/** A person, role, post or department that the tasks of an imported file name. */
export interface ImportedHolder {
  type: 'role' | 'user' | 'post' | 'dept';
  value: string;
  tasks: readonly { id: string; name: string }[];
  /** This company has it. */
  isKnown: boolean;
}

export interface FlowImportOptions {
  name?: string;
  /** The form it is made for: conditions are mended by its fields. */
  formKey?: string;
  /** The process of the file that is meant. */
  process?: string;
  /** What stands for unknown holders, by `type:value`. */
  holders?: Readonly<Record<string, HolderChoice>>;
}

export interface ImportedFlow {
  definition: string;
  report: FlowImportNote[];
  /** All processes of the file, the proposed one first, and the one that was taken. */
  processes: readonly { id: string; name: string; nodes: number; tasks: number }[];
  process: string;
  holders: readonly ImportedHolder[];
}

/** Processes: drawn by administrators. Their text is BPMN 2.0. */
export interface FlowService extends DocumentCalls {
  /** What is wrong with a text; `formKey` names a form it is made for and that does not use it yet. Paths: the element's id, or the form and then the element. */
  check(key: string, text: string, formKey?: string): Promise<Problem[]>;
  forms(key: string): Promise<UsingForm[]>;
  /** Another designer's file in our words, under this key. */
  importText(key: string, text: string, options?: FlowImportOptions): Promise<ImportedFlow>;
  /** Runs a text on paper; nothing is stored. */
  trial(request: FlowTrialRequest): Promise<FlowTrial>;
  /** Roles and posts that tasks can be given to. */
  holders(): Promise<{ roles: { code: string; name: string }[]; posts: string[] }>;
  running(key: string, version: number): Promise<{ list: RunningApproval[]; total: number }>;
}
