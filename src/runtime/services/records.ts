import type { FormRecord } from '../../grammar/documents.ts';
import type { RecordChange } from '../../records/index.ts';
import type { ActionCall, ActionDone, CreateSource, Prefill, RecordOffers } from './actions.ts';
import type { ListQuery, PageQuery, Paged } from './paging.ts';
import type { Transition } from './tasks.ts';

/** Who changed a record, when, at which node. */
export interface ChangeAuthor {
  userId: string;
  userName: string;
  time: string;
  taskNode: string;
  action: string;
  revision: number;
  /** Why it was done, where that was asked for. */
  note?: string;
}

export interface WhatChanged {
  since: ChangeAuthor | null;
  changes: (RecordChange & { by: ChangeAuthor })[];
  count: number;
}

/** One write of a record's past; of many changes `count` tells the number. */
export interface RecordEntry extends ChangeAuthor {
  changes: RecordChange[];
  count: number;
}

/** How far an import is (`share` 0 to 1); rows are counted as in the sheet. */
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
  /** Nothing is stored: `saved` is how many rows would be. */
  isTrial?: boolean;
  preview?: ImportPreview | null;
}

/** A sheet before it is taken in: which field each column fills ('' for none), and the first rows as they would be stored. */
export interface ImportPreview {
  columns: { at: string; heading: string; key: string }[];
  fields: { key: string; label: string; isRequired: boolean }[];
  sample: { row: number; texts: Record<string, string> }[];
}

/** Whole lists from spreadsheets. */
export interface ListImportService {
  /** Begins to take in a spreadsheet's rows as records; answers what to ask `state` for. `columns`: keys of fields by position. */
  begin(formKey: string, file: File, how?: { isTrial?: boolean; columns?: readonly string[] }): Promise<string>;
  state(id: string): Promise<ImportProgress>;
  /** Saves an empty table with the form's columns and their options. */
  saveTemplate(formKey: string, fileName: string): Promise<void>;
  /** Saves the rows that an import did not take, with what is wrong with each. */
  saveBadRows(id: string, fileName: string): Promise<void>;
}

/** Records of forms. */
export interface RecordService {
  save(formKey: string, record: FormRecord, idempotencyKey: string): Promise<FormRecord>;
  list(formKey: string, query: ListQuery, noAuth?: boolean): Promise<Paged<FormRecord>>;
  /** Saves the whole list under these conditions as a spreadsheet of this name. */
  exportRows(formKey: string, query: Omit<ListQuery, 'page'>, fileName: string): Promise<void>;
  get(formKey: string, id: string, taskId?: string): Promise<FormRecord>;
  /** The record as it was stored at a revision, as far as this person may see it. */
  at(formKey: string, id: string, revision: number): Promise<FormRecord>;
  /** What others changed since this person acted on it, or since it was submitted. */
  changes(formKey: string, id: string): Promise<WhatChanged>;
  history(formKey: string, id: string, page: PageQuery): Promise<Paged<RecordEntry>>;
  /** May this value of a `unique` field be stored (in this record)? */
  isFree(formKey: string, field: string, value: unknown, id?: string): Promise<boolean>;
  remove(formKey: string, id: string): Promise<void>;
  /** Voids a record of a form without a process, or puts it in force again. */
  stand(formKey: string, id: string, act: 'void' | 'restore', reason: string): Promise<FormRecord>;
  /** Presses a button of the form on records. */
  act(formKey: string, call: ActionCall, idempotencyKey: string): Promise<ActionDone>;
  /** The buttons of a record, and what may be made from it. */
  offers(formKey: string, id: string): Promise<RecordOffers>;
  /** What a new record begins with that is made from another one. */
  prefill(formKey: string, from: CreateSource): Promise<Prefill>;
  run(formKey: string, transition: Transition, idempotencyKey: string): Promise<FormRecord>;
}
