import type { FormRecord } from '../../grammar/documents.ts';
import type { RecordChange } from '../../records/index.ts';
import type { ActionCall, ActionResult, CreateSource, Prefill, RecordOffers } from './actions.ts';
import type { ListQuery, PageQuery, Paged } from './paging.ts';
import type { Transition } from './tasks.ts';

/** The person, time and node of a change of a record. */
export interface ChangeAuthor {
  userId: string;
  userName: string;
  time: string;
  taskNode: string;
  action: string;
  revision: number;
  /** The reason, for acts that require one. */
  note?: string;
}

export interface ChangesByOthers {
  since: ChangeAuthor | null;
  changes: (RecordChange & { by: ChangeAuthor })[];
  count: number;
}

/** One write in a record's history. `count`: number of changes, also when `changes` does not list all of them. */
export interface RecordEntry extends ChangeAuthor {
  changes: RecordChange[];
  count: number;
}

/** Progress of an import (`share`: 0 to 1). Rows are numbered as in the sheet. */
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
  /** Whether nothing is stored: `saved` is then the number of rows that would be stored. */
  isTrial?: boolean;
  preview?: ImportPreview | null;
}

/**
 * Preview of a sheet to import: the field that each column fills ('' for none), and the first rows as they would be
 * stored.
 */
export interface ImportPreview {
  columns: { at: string; heading: string; key: string }[];
  fields: { key: string; label: string; isRequired: boolean }[];
  sample: { row: number; texts: Record<string, string> }[];
}

/** Import of records from spreadsheets. */
export interface ListImportService {
  /**
   * Starts to import a spreadsheet's rows as records. Returns the id for `state`. `columns`: field keys by column
   * position.
   */
  begin(formKey: string, file: File, how?: { isTrial?: boolean; columns?: readonly string[] }): Promise<string>;
  state(id: string): Promise<ImportProgress>;
  /** Saves an empty spreadsheet with the form's columns and their options. */
  saveTemplate(formKey: string, fileName: string): Promise<void>;
  /** Saves a spreadsheet of the rows that an import refused, with the problem of each. */
  saveBadRows(id: string, fileName: string): Promise<void>;
}

/** Records of forms. */
export interface RecordService {
  save(formKey: string, record: FormRecord, idempotencyKey: string): Promise<FormRecord>;
  list(formKey: string, query: ListQuery, noAuth?: boolean): Promise<Paged<FormRecord>>;
  /** Saves all records that match the query as a spreadsheet of this name. */
  exportRows(formKey: string, query: Omit<ListQuery, 'page'>, fileName: string): Promise<void>;
  get(formKey: string, id: string, taskId?: string): Promise<FormRecord>;
  /** The record as stored at a revision, with the fields that this user may see. */
  getRevision(formKey: string, id: string, revision: number): Promise<FormRecord>;
  /** Changes by others since this user acted on the record, or since it was submitted. */
  changes(formKey: string, id: string): Promise<ChangesByOthers>;
  history(formKey: string, id: string, page: PageQuery): Promise<Paged<RecordEntry>>;
  /** True when no other record has this value in a `unique` field. `id`: of the record that is edited. */
  isFree(formKey: string, field: string, value: unknown, id?: string): Promise<boolean>;
  remove(formKey: string, id: string): Promise<void>;
  /** Voids a record of a form without a process, or restores it. */
  changeState(formKey: string, id: string, act: 'void' | 'restore', reason: string): Promise<FormRecord>;
  /** Runs an action of the form on records. */
  act(formKey: string, call: ActionCall, idempotencyKey: string): Promise<ActionResult>;
  /** The actions of a record, and the records that can be created from it. */
  offers(formKey: string, id: string): Promise<RecordOffers>;
  /** Initial values of a new record that is created from another one. */
  prefill(formKey: string, from: CreateSource): Promise<Prefill>;
  run(formKey: string, transition: Transition, idempotencyKey: string): Promise<FormRecord>;
}
