import type { FormRecord } from '../../grammar/documents.ts';

/** A call of an action of a form on records of it. */
export interface ActionCall {
  action: string;
  ids: readonly string[];
  /** Values of the dialog that the user filled in before the call. */
  dialog?: Pick<FormRecord, 'fieldsMap' | 'childTables'>;
}

export interface ActionResult {
  count: number;
  /** Message for the user. */
  done: string;
  /** Address of the page to open; '' for none. */
  open: string;
}

/**
 * The source of a new record: form (`from`) and id of a record, and the index of the `createFrom` rule in the new
 * record's form.
 */
export interface CreateSource {
  from: string;
  id: string;
  index: number;
}

/** One rule that creates a record of another form, with the records already created by it that the user may read. */
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

/** Initial values and rows of a new record. `relation`: key of the field that refers to the source record. */
export interface Prefill {
  relation: string;
  values: Readonly<Record<string, unknown>>;
  rows: FormRecord['childTables'];
}
