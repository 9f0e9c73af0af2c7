import { useCallback, useEffect, useRef, useState } from 'react';
import { isEmptyPatch, patchValues, changedKeys } from '../../../records/index.ts';
import type { Services } from '../../../runtime/services/services.ts';
import type { FormSession } from '../../../runtime/form/session.ts';
import type { Draft } from './draft.ts';
import type { DraftStore } from './draftStore.ts';
import { findDrafts, type Candidate } from './findDrafts.ts';
import { pushLeftovers } from './leftovers.ts';

export interface Offer {
  draft: Draft;
  isHere: boolean;
  /** Further drafts of the same place. */
  others: number;
  /** Asked for by its address (from 我的草稿): it is put in without asking. */
  isWanted: boolean;
}

interface Options {
  session: FormSession;
  store: DraftStore;
  drafts: Services['drafts'];
  userId: string;
  formKey: string;
  recordId: string | null;
  /** Id of the draft that the address asks for. */
  wanted: string | null;
  remove(draft: Draft): Promise<void>;
}

/** Looks into more than this many drafts for one that still says something: nobody has so many. */
const TRIES = 8;

const saysNothing = (draft: Draft, session: FormSession): boolean =>
  draft.pending === null &&
  (isEmptyPatch(draft.patch) ||
    changedKeys(session.values, patchValues({ ...session.values }, draft.patch)).length === 0);

/** What an earlier visit, here or elsewhere, left unsaved of this form and record: looked up once per session. */
export function useDraftOffer({
  session,
  store,
  drafts,
  userId,
  formKey,
  recordId,
  wanted,
  remove,
}: Options): [Offer | null, (offer: Offer | null) => void] {
  const [offer, setOffer] = useState<Offer | null>(null);
  const forget = useRef(remove);
  useEffect(() => {
    forget.current = remove;
  }, [remove]);

  const choose = useCallback(
    async (candidates: readonly Candidate[]): Promise<Offer | null> => {
      const ordered =
        wanted === null
          ? candidates
          : [...candidates].sort((a, b) => Number(b.id === wanted) - Number(a.id === wanted));
      for (const [index, candidate] of ordered.slice(0, TRIES).entries()) {
        const draft = await candidate.load().catch(() => null);
        if (!draft) continue;
        if (saysNothing(draft, session)) await forget.current(draft);
        else
          return { draft, isHere: candidate.isHere, others: ordered.length - index - 1, isWanted: draft.id === wanted };
      }
      return null;
    },
    [session, wanted],
  );

  useEffect(() => {
    if (session.mode === 'view') return undefined;
    let isCurrent = true;
    void findDrafts({ store, drafts, userId, formKey, recordId })
      .then(choose)
      .then((found) => {
        if (isCurrent && found) setOffer(found);
        return pushLeftovers({ store, drafts, userId });
      })
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
    // Only what an earlier visit left: not what this one writes under the id of a record just made.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [session, store]);
  return [offer, setOffer];
}
