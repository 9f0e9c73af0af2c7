import type { FormRecord } from '../../grammar/documents.ts';
import type { RecordChange } from '../../kernel/records/recordChanges.ts';
import type { ListQuery, PageQuery, Paged } from './paging.ts';
import type { Transition } from './tasks.ts';

/** Who changed a record, when, at which node. */
export interface ChangeAuthor { userId: string; userName: string; time: string; taskNode: string; action: string; revision: number }

export interface WhatChanged { since: ChangeAuthor | null; changes: (RecordChange & { by: ChangeAuthor })[]; count: number }

/** One write of a record's past; of many changes `count` tells the number. */
export interface RecordEntry extends ChangeAuthor { changes: RecordChange[]; count: number }

/** Records of forms. */
export interface RecordService {
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
}
