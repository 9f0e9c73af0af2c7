import type { SignRule } from '../definition.ts';

/**
 * One approver's place at a node: an own signer, or a person added before, after or beside one. Whose turn it is and how
 * the node is decided follow from the votes alone. Pure.
 */
export interface VoteSlot {
  id: string;
  /** Position in a sequence. */
  sn: number;
  /** 'sign': a signer of the node. 'parallel': an added signer of equal standing. 'before' and 'delegate' must finish before their parent may act, 'after' acts once it has. */
  kind: 'sign' | 'parallel' | 'before' | 'after' | 'delegate';
  parent: string | null;
  /** null: not decided yet. */
  vote: 'approve' | 'reject' | null;
}

export interface VoteResult {
  outcome: 'open' | 'passed' | 'rejected';
  /** Ids of the slots whose turn it is; empty once the node is decided. */
  open: ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();
const isVoter = ({ kind }: VoteSlot): boolean => kind === 'sign' || kind === 'parallel';

/** Decides a node from its votes under a sign rule, and says whose turn it is. A delegate only reports; the vote is its owner's. */
export function evaluateVotes({ mode, ratio }: SignRule, slots: readonly VoteSlot[]): VoteResult {
  const voters = slots.filter(isVoter);
  const consents = voters.filter(({ vote }) => vote === 'approve').length;
  const refusals = voters.filter(({ vote }) => vote === 'reject').length;
  const needed = mode === 'ratio' ? Math.max(1, Math.ceil(ratio * voters.length - 1e-9)) : voters.length;
  const isRefused = mode === 'ratio' ? voters.length - refusals < needed : refusals > 0;
  if (isRefused || slots.some(({ kind, vote }) => (kind === 'before' || kind === 'after') && vote === 'reject'))
    return { outcome: 'rejected', open: NOBODY };
  const byId = new Map(slots.map((slot) => [slot.id, slot]));
  const follows = (slot: VoteSlot): boolean => slot.kind === 'after' && byId.get(slot.parent ?? '')?.vote === 'approve';
  const pending = slots.filter(({ vote }) => vote === null);
  if (consents >= needed && !pending.some(follows)) return { outcome: 'passed', open: NOBODY };
  const held = new Set(
    pending.filter(({ kind }) => kind === 'before' || kind === 'delegate').map(({ parent }) => parent),
  );
  const turn =
    mode === 'sequence' ? Math.min(...pending.filter(({ kind }) => kind === 'sign').map(({ sn }) => sn)) : null;
  const isDecided = consents >= needed;
  const isOpen = (slot: VoteSlot): boolean => {
    if (held.has(slot.id)) return false;
    if (slot.kind === 'after') return follows(slot);
    if (isVoter(slot)) return !isDecided && (turn === null || slot.kind === 'parallel' || slot.sn === turn);
    // added before: open only while its parent has not voted
    const parent = byId.get(slot.parent ?? '');
    return parent !== undefined && parent.vote === null && (!isVoter(parent) || !isDecided);
  };
  return { outcome: 'open', open: new Set(pending.filter(isOpen).map(({ id }) => id)) };
}
