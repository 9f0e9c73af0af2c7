import type { FormRecord } from '../../grammar/documents.ts';

/** A button pressed on records. */
export interface ActionCall {
  action: string;
  ids: readonly string[];
  /** What was filled in beforehand. */
  dialog?: Pick<FormRecord, 'fieldsMap' | 'childTables'>;
}

export interface ActionDone {
  count: number;
  /** What to tell the person. */
  done: string;
  /** The page to go to; '' for none. */
  open: string;
}

/** The record that a new one is made from, and by which rule of the new one's form. */
export interface CreateSource {
  from: string;
  id: string;
  index: number;
}

/** One way to make a record of another form, with those that this person may read of the ones made already. */
export interface CreateOffer {
  formKey: string;
  formName: string;
  index: number;
  label: string;
  isOffered: boolean;
  count: number;
  records: readonly { id: string; title: string; flwState: string }[];
}

export interface RecordOffers {
  actions: readonly { key: string; isOffered: boolean }[];
  createFrom: readonly CreateOffer[];
}

/** Values and rows of a new record; `relation` is the field that points at the source. */
export interface Prefill {
  relation: string;
  values: Readonly<Record<string, unknown>>;
  rows: FormRecord['childTables'];
}
