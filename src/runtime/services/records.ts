import type { FormRecord } from '../../grammar/documents.ts';
import type { RecordChange } from '../../records/index.ts';
import type { ActionCall, ActionResult, CreateSource, Prefill, AvailableActions } from './actions.ts';
import type { ListQuery, PageQuery, Paged } from './paging.ts';
import type { Transition } from './tasks.ts';

/** The audit data of a write to a record: its author, time, task node, act and the revision that it stored. */
export interface ChangeAuthor {
  userId: string;
  userName: string;
  time: string;
  taskNode: string;
  action: string;
  revision: number;
  /** The reason that a person stated, or the cause of the write, for example an event with an effect. */
  note?: string;
}

export interface ChangesByOthers {
  /** The write after which changes are returned; null: there is none, and no changes are returned. */
  since: ChangeAuthor | null;
  /** The changes; `by`: the last write that changed the value. */
  changes: (RecordChange & { by: ChangeAuthor })[];
  /** Number of all changes; `changes` may be truncated. */
  count: number;
}

/** One write in the history of a record. `count`: number of all changes; `changes` may be truncated. */
export interface RecordHistoryEntry extends ChangeAuthor {
  changes: RecordChange[];
  count: number;
}

/**
 * Progress of an import. `share`: the processed share of the sheet, 0 to 1. `lastRow`: the last processed row. `saved`,
 * `refused`: numbers of stored and refused rows so far. `bad`: the first refused rows with their problems. `row` and
 * `lastRow` are row numbers of the sheet.
 */
export interface ImportProgress {
  id: string;
  fileName: string;
  state: 'running' | 'done' | 'failed';
  message: string;
  share: number;
  lastRow: number;
  saved: number;
  refused: number;
  bad: { row: number; message: string; cells?: { cell: string; label: string; message: string }[] }[];
  /** True for a trial, which stores nothing; `saved` is then the number of rows that would be stored. */
  isTrial?: boolean;
  preview?: ImportPreview | null;
}

/**
 * Preview of a sheet to import. `columns`: name (A, B ...) and heading of each column, and the `key` of the field that
 * the column fills ('' for none). `fields`: the fields that a column may fill. `sample`: the first rows as they would
 * be stored.
 */
export interface ImportPreview {
  columns: { at: string; heading: string; key: string }[];
  fields: { key: string; label: string; isRequired: boolean }[];
  sample: { row: number; texts: Record<string, string> }[];
}

/** Import of records from spreadsheets. */
export interface ListImportService {
  /**
   * Starts to import the rows of a spreadsheet as records. Returns the id for `state`. `columns`: for each column of
   * the sheet, the key of the field that the column fills ('' for none).
   */
  begin(formKey: string, file: File, options?: { isTrial?: boolean; columns?: readonly string[] }): Promise<string>;
  state(id: string): Promise<ImportProgress>;
  /**
   * Saves an empty spreadsheet with the form's columns and their options on the user's computer. Returns false if the
   * user cancelled.
   */
  saveTemplate(formKey: string, fileName: string): Promise<boolean>;
  /**
   * Saves a spreadsheet of the rows that an import refused, with the problem of each row, on the user's computer.
   * Returns false if the user cancelled.
   */
  saveBadRows(id: string, fileName: string): Promise<boolean>;
}

export interface ExportOptions {
  /** As in `RecordService.list`. */
  isWholeUnit?: boolean;
  /** The columns in their order, with their headings; absent: all fields of the form. */
  columns?: readonly { field: string; title: string }[] | undefined;
}

/** Records of forms. */
export interface RecordService {
  save(formKey: string, record: FormRecord, idempotencyKey: string): Promise<FormRecord>;
  /**
   * Returns records. `isWholeUnit`: all records of the unit (if the form allows this); else the records of the user's
   * own list.
   */
  list(formKey: string, query: ListQuery, isWholeUnit?: boolean): Promise<Paged<FormRecord>>;
  /**
   * Saves all records that match the query as a spreadsheet on the user's computer. Returns false if the user cancelled
   * (DU-001).
   */
  exportRows(
    formKey: string,
    query: Omit<ListQuery, 'page'>,
    fileName: string,
    options?: ExportOptions,
  ): Promise<boolean>;
  get(formKey: string, id: string, taskId?: string): Promise<FormRecord>;
  /** Returns the record as stored at a revision, with the fields that this user may see. */
  getRevision(formKey: string, id: string, revision: number): Promise<FormRecord>;
  /** Returns the changes since this user's last act on the record; without such an act, since its submission. */
  changes(formKey: string, id: string): Promise<ChangesByOthers>;
  history(formKey: string, id: string, page: PageQuery): Promise<Paged<RecordHistoryEntry>>;
  /** Returns true if no other record has this value in a `unique` field. `id`: id of the edited record. */
  isFree(formKey: string, field: string, value: unknown, id?: string): Promise<boolean>;
  remove(formKey: string, id: string): Promise<void>;
  /** Voids a record of a form without a process, or restores it. */
  changeState(formKey: string, id: string, act: 'void' | 'restore', reason: string): Promise<FormRecord>;
  /** Runs an action that the form defines (a button, not an act of an approval) on records. */
  act(formKey: string, call: ActionCall, idempotencyKey: string): Promise<ActionResult>;
  /**
   * Returns the actions that the form offers for a record, and the rules by which records of other forms can be created
   * from the record.
   */
  actions(formKey: string, id: string): Promise<AvailableActions>;
  /** Returns the initial values of a new record that is created from another record. */
  prefill(formKey: string, from: CreateSource): Promise<Prefill>;
  /** Saves the record and performs an act of its approval: submit, approve, return or reject. */
  run(formKey: string, transition: Transition, idempotencyKey: string): Promise<FormRecord>;
}
