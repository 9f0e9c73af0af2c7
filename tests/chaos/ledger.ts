import type { Caller, Reply } from './caller.ts';

/** What was acknowledged, by what it is of. Each entry is written by one worker alone, so it is exactly what must be there. */
export interface Ledger {
  records: Map<string, { revision: number; title: string; flwState: string }>;
  drafts: Map<string, { revision: number; text: string; owner: Caller }>;
  files: Map<string, { sha256: string; owner: Caller }>;
  versions: Map<string, number>;
  approvals: Set<string>;
  /** Numbers that records of a series were given, by record. */
  numbers: Map<string, string>;
  /** Subjects of mails that were sent to two people. */
  mails: Set<string>;
  /** Access tokens of sessions that were signed out of. */
  endedTokens: string[];
  /** Names of departments. */
  departments: Map<string, string>;
  /** Imports that were begun, with what the titles of their rows begin with. */
  imports: Map<string, { prefix: string; rows: number }>;
  /** Refusals that no retry explains. */
  surprises: string[];
}

export const createLedger = (): Ledger => ({
  records: new Map(),
  drafts: new Map(),
  files: new Map(),
  versions: new Map(),
  approvals: new Set(),
  numbers: new Map(),
  mails: new Set(),
  endedTokens: [],
  departments: new Map(),
  imports: new Map(),
  surprises: [],
});

/** How many of each kind were acknowledged, for the report. */
export const countsOf = ({
  records,
  files,
  drafts,
  versions,
  approvals,
  numbers,
  mails,
  endedTokens,
  departments,
  imports,
}: Ledger) => ({
  records: records.size,
  saves: [...records.values()].reduce((sum, { revision }) => sum + revision, 0),
  files: files.size,
  drafts: drafts.size,
  versions: versions.get('chaosForm') ?? 0,
  approvals: approvals.size,
  numbers: numbers.size,
  mails: mails.size,
  sessionsEnded: endedTokens.length,
  departments: departments.size,
  imports: imports.size,
});

/** What an acknowledged request answered; null, and a surprise, when it was refused. */
export function taken<T>(ledger: Ledger, what: string, reply: Reply<T>): T | null {
  if (reply.code === '1') return reply.data;
  ledger.surprises.push(`${what}: ${reply.status} ${reply.code} ${reply.msg}`);
  return null;
}

const pause = (ms: number): Promise<void> =>
  new Promise((wake) => {
    setTimeout(wake, ms);
  });

/** Waits until a record was acknowledged: what is killed before anything was written shows nothing. Two minutes at most. */
export async function firstRecord(ledger: Ledger, isOver: () => boolean): Promise<void> {
  for (const began = Date.now(); ledger.records.size === 0 && !isOver() && Date.now() - began < 120_000;)
    await pause(10);
}
