import type { SignRule } from '../definition.ts';

/**
 * The vote of one person at a node. The person is an assignee, was added by an approver (before, after or in
 * parallel), or is a delegate of an approver. The votes alone determine whose turn it is and how the node is decided.
 */
export interface VoteSlot {
  id: string;
  /** Position of the assignee in a sequence (mode 'sequence'). */
  sn: number;
  /** Id of the slot of the approver who added this person or delegated to them; null for an assignee of the node. */
  parent: string | null;
  /**
   * 'sign': an assignee of the node. 'parallel': an added approver with the same rights. The others refer to the
   * approver of `parent`. 'before': an approver whom that approver added before themselves; 'delegate': a person to
   * whom that approver delegated the task (委派). In both cases that approver may not act until this person has finished.
   * 'after': an added approver who may act once that approver has approved.
   */
  kind: 'sign' | 'parallel' | 'before' | 'after' | 'delegate';
  /** null: not decided yet. */
  vote: 'approve' | 'reject' | null;
}

/** The outcome of a node by its votes so far; 'open': further votes are needed. */
export interface VoteResult {
  outcome: 'open' | 'passed' | 'rejected';
  /** Ids of the slots whose turn it is; empty once the node is decided. */
  openSlots: ReadonlySet<string>;
}

const NO_SLOTS: ReadonlySet<string> = new Set();
const isVoter = ({ kind }: VoteSlot): boolean => kind === 'sign' || kind === 'parallel';

/**
 * Returns the outcome of a node under a sign rule, and whose turn it is. A rejection by an approver who was added
 * before or after another one rejects the node. A delegate only reports; the delegator keeps the vote. Pure.
 */
export function evaluateVotes({ mode, ratio }: SignRule, slots: readonly VoteSlot[]): VoteResult {
  const voters = slots.filter(isVoter);
  const approvals = voters.filter(({ vote }) => vote === 'approve').length;
  const rejections = voters.filter(({ vote }) => vote === 'reject').length;
  // 1e-9: a rounding error of the product must not raise the required number of approvals
  const neededApprovals = mode === 'ratio' ? Math.max(1, Math.ceil(ratio * voters.length - 1e-9)) : voters.length;
  const isRejected = mode === 'ratio' ? voters.length - rejections < neededApprovals : rejections > 0;
  if (isRejected || slots.some(({ kind, vote }) => (kind === 'before' || kind === 'after') && vote === 'reject'))
    return { outcome: 'rejected', openSlots: NO_SLOTS };
  const byId = new Map(slots.map((slot) => [slot.id, slot]));
  const isDueAfterParent = (slot: VoteSlot): boolean =>
    slot.kind === 'after' && byId.get(slot.parent ?? '')?.vote === 'approve';
  const pendingSlots = slots.filter(({ vote }) => vote === null);
  const hasEnoughApprovals = approvals >= neededApprovals;
  if (hasEnoughApprovals && !pendingSlots.some(isDueAfterParent)) return { outcome: 'passed', openSlots: NO_SLOTS };
  const blockedParents = new Set(
    pendingSlots.filter(({ kind }) => kind === 'before' || kind === 'delegate').map(({ parent }) => parent),
  );
  const currentSn =
    mode === 'sequence' ? Math.min(...pendingSlots.filter(({ kind }) => kind === 'sign').map(({ sn }) => sn)) : null;
  const isOpen = (slot: VoteSlot): boolean => {
    if (blockedParents.has(slot.id)) return false;
    if (slot.kind === 'after') return isDueAfterParent(slot);
    if (isVoter(slot))
      return !hasEnoughApprovals && (currentSn === null || slot.kind === 'parallel' || slot.sn === currentSn);
    // 'before' and 'delegate': open only while the parent has not voted
    const parent = byId.get(slot.parent ?? '');
    return parent !== undefined && parent.vote === null && (!isVoter(parent) || !hasEnoughApprovals);
  };
  return { outcome: 'open', openSlots: new Set(pendingSlots.filter(isOpen).map(({ id }) => id)) };
}
