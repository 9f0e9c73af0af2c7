import type { FormRight } from '../../rules/formRights.ts';

/**
 * Every operation that reads or writes records, with the right on the form that it needs. Routes of records set their
 * operation in `config.recordOperation`. `null`: the route checks no right on the form in advance, because the
 * operation checks each record: its task, copy or creator, or the right of another operation.
 */
export const RECORD_OPERATIONS = {
  list: 'see',
  detail: null,
  search: 'see',
  options: 'see',
  sum: 'see',
  history: null,
  file: null,
  news: null,
  comment: null,
  timeline: null,
  chain: null,
  print: null,
  export: 'export',
  create: 'create',
  save: null,
  act: null,
  unique: null,
  import: 'import',
  importState: null,
  rights: null,
  delete: null,
} as const satisfies Record<string, FormRight | null>;

/** An operation that reads or writes records. */
export type RecordOperation = keyof typeof RECORD_OPERATIONS;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation on records that this route performs. */
    recordOperation?: RecordOperation;
  }
}
