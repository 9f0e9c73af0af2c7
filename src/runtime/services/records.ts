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
  bad: { row: number; message: string }[];
}

/** Records of forms. */
export interface RecordService {
  save(formKey: string, record: FormRecord, idempotencyKey: string): Promise<FormRecord>;
  list(formKey: string, query: ListQuery, noAuth?: boolean): Promise<Paged<FormRecord>>;
  /** Saves the whole list under these conditions as a spreadsheet of this name. */
  exportRows(formKey: string, query: Omit<ListQuery, 'page'>, fileName: string): Promise<void>;
  /** Begins to take in a spreadsheet's rows as records; answers what to ask `importState` for. */
  importRows(formKey: string, file: File): Promise<string>;
  importState(id: string): Promise<ImportProgress>;
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
