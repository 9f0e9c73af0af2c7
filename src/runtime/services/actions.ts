import type { FormRecord } from '../../grammar/documents.ts';

/** A call of a form's action on some of the form's records. */
export interface ActionCall {
  action: string;
  ids: readonly string[];
  /** Values of the dialog that the user filled in before the call. */
  dialog?: Pick<FormRecord, 'fieldsMap' | 'childTables'>;
}

export interface ActionResult {
  /** Number of the records on which the action ran. */
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

/**
 * A `createFrom` rule of another form, by which a record of that form can be created from this record. `count`: number
 * of records that the rule has created from this record and that the user may read; `records`: some of these.
 */
export interface CreateOffer {
  formKey: string;
  formName: string;
  /** Index of the rule in its form. */
  index: number;
  label: string;
  /** True when the condition of the rule is met now. */
  isOffered: boolean;
  count: number;
  records: readonly { id: string; title: string; flwState: string }[];
}

/** Actions of a record, and the rules by which records of other forms can be created from the record. */
export interface AvailableActions {
  /** `isOffered`: the condition of the action is met now. */
  actions: readonly { key: string; isOffered: boolean }[];
  createFrom: readonly CreateOffer[];
}

/** Initial values and rows of a new record. `relation`: key of the field that refers to the source record. */
export interface Prefill {
  relation: string;
  values: Readonly<Record<string, unknown>>;
  rows: FormRecord['childTables'];
}
