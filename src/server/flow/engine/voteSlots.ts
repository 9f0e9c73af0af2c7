import type { SignRule } from '../definition.ts';

/**
 * The tasks of one node, as seats at a table: who signs, who was asked before, after or beside somebody. Which of them
 * are to act now and what the node comes to follows from their votes alone. Pure.
 */
export interface Seat {
  id: string;
  /** Order in which seats of a sequence act. */
  sn: number;
  /** 'sign': the node's own. 'parallel': signs beside the own ones. 'before' and 'delegate' hold their parent up, 'after' follows it. */
  kind: 'sign' | 'parallel' | 'before' | 'after' | 'delegate';
  parent: string | null;
  /** What was decided; null while it is to be. */
  vote: 'approve' | 'reject' | null;
}

export interface Verdict {
  outcome: 'open' | 'passed' | 'rejected';
  /** Seats whose turn it is; empty once the node is decided. */
  open: ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();
const isVoter = ({ kind }: Seat): boolean => kind === 'sign' || kind === 'parallel';

/** What the votes of a node come to. A delegate only reports: the vote is the owner's. */
export function judge({ mode, ratio }: SignRule, seats: readonly Seat[]): Verdict {
  const voters = seats.filter(isVoter);
  const consents = voters.filter(({ vote }) => vote === 'approve').length;
  const refusals = voters.filter(({ vote }) => vote === 'reject').length;
  const needed = mode === 'ratio' ? Math.max(1, Math.ceil(ratio * voters.length - 1e-9)) : voters.length;
  const isRefused = mode === 'ratio' ? voters.length - refusals < needed : refusals > 0;
  if (isRefused || seats.some(({ kind, vote }) => (kind === 'before' || kind === 'after') && vote === 'reject'))
    return { outcome: 'rejected', open: NOBODY };
  const byId = new Map(seats.map((seat) => [seat.id, seat]));
  const follows = (seat: Seat): boolean => seat.kind === 'after' && byId.get(seat.parent ?? '')?.vote === 'approve';
  const pending = seats.filter(({ vote }) => vote === null);
  if (consents >= needed && !pending.some(follows)) return { outcome: 'passed', open: NOBODY };
  const held = new Set(
    pending.filter(({ kind }) => kind === 'before' || kind === 'delegate').map(({ parent }) => parent),
  );
  const turn =
    mode === 'sequence' ? Math.min(...pending.filter(({ kind }) => kind === 'sign').map(({ sn }) => sn)) : null;
  const isDecided = consents >= needed;
  const isOpen = (seat: Seat): boolean => {
    if (held.has(seat.id)) return false;
    if (seat.kind === 'after') return follows(seat);
    if (isVoter(seat)) return !isDecided && (turn === null || seat.kind === 'parallel' || seat.sn === turn);
    // asked before: only while whoever asked is to act
    const parent = byId.get(seat.parent ?? '');
    return parent !== undefined && parent.vote === null && (!isVoter(parent) || !isDecided);
  };
  return { outcome: 'open', open: new Set(pending.filter(isOpen).map(({ id }) => id)) };
}
