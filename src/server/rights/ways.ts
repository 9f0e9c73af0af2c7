import type { FormRight } from '../../rules/formRights.ts';

/**
 * Every way in which a record leaves or enters, with the right it needs. Routes of records name theirs in `config.way`
 * (`tests/house/ways.test.ts` holds that none is left out); `null`: the way opens only what the person holds by a task,
 * a copy or as its creator, or follows the right of another way at each record.
 */
export const WAYS = {
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

export type RecordWay = keyof typeof WAYS;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How records leave or enter by this route. */
    way?: RecordWay;
  }
}
