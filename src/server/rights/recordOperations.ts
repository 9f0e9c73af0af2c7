import type { FormRight } from '../../rules/formRights.ts';

/**
 * Every operation that reads or writes records, with the right on the form that it needs. Routes of records set their
 * operation in `config.recordOperation`. `null`: no right is checked before the handler of the route runs. The handler
 * checks the access itself, because a person without the right may have a task or a copy of the record, or be its
 * creator, or because the needed right depends on the request.
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
