import { useCallback, useEffect, useRef, useState } from 'react';
import { changedKeys, changesMissingRows, isEmptyPatch, patchValues } from '../../../records/index.ts';
import type { Services } from '../../../runtime/services/services.ts';
import type { FormSession } from '../../../runtime/form/session.ts';
import type { Draft } from './draft.ts';
import type { DraftStore } from './draftStore.ts';
import { findDrafts, type FoundDraft } from './findDrafts.ts';
import { sendUnsyncedDrafts } from './unsyncedDrafts.ts';

/** A draft that the user may restore. */
export interface Offer {
  draft: Draft;
  /** True if the content was read from this browser, false if it was loaded from the server. */
  isLocal: boolean;
  /** Number of further drafts of the same record that the user may still restore. */
  otherCount: number;
  /** True when the address contains the draft (a link from 我的草稿): the draft is then restored at once. */
  isRequested: boolean;
}

interface Options {
  session: FormSession;
  /** The drafts in this browser. */
  store: DraftStore;
  /** The calls for drafts on the server. */
  drafts: Services['drafts'];
  userId: string;
  formKey: string;
  recordId: string | null;
  /** Id of the draft in the address. */
  requestedId: string | null;
  remove(draft: Draft): Promise<void>;
}

/** Maximum number of drafts that are loaded in search of one with changes. */
const MAX_LOADED_DRAFTS = 8;

/**
 * Returns true if the draft has no pending request and restoring it would change nothing. Returns false if the draft
 * changes rows that others have removed, because the user must be informed that these changes are lost.
 */
const hasNoChanges = (draft: Draft, session: FormSession): boolean =>
  draft.pending === null &&
  (isEmptyPatch(draft.patch) ||
    (!changesMissingRows(session.values, draft.patch) &&
      changedKeys(session.values, patchValues({ ...session.values }, draft.patch)).length === 0));

/**
 * Searches once per form session for a draft of this form and record that an earlier visit has stored in this browser
 * or on the server. Then sends drafts that an earlier visit could not send to the server. Returns the offer (null: no
 * draft to offer) and its setter.
 */
export function useDraftOffer({
  session,
  store,
  drafts,
  userId,
  formKey,
  recordId,
  requestedId,
  remove,
}: Options): [Offer | null, (offer: Offer | null) => void] {
  const [offer, setOffer] = useState<Offer | null>(null);
  const latestRemove = useRef(remove);
  useEffect(() => {
    latestRemove.current = remove;
  }, [remove]);

  /**
   * Loads drafts, the requested draft first, until a draft has changes. Removes loaded drafts without changes. Returns
   * null if no loaded draft has changes.
   */
  const findFirstWithChanges = useCallback(
    async (foundDrafts: readonly FoundDraft[]): Promise<Offer | null> => {
      const orderedDrafts =
        requestedId === null
          ? foundDrafts
          : [...foundDrafts].sort((a, b) => Number(b.id === requestedId) - Number(a.id === requestedId));
      for (const [index, foundDraft] of orderedDrafts.slice(0, MAX_LOADED_DRAFTS).entries()) {
        const draft = await foundDraft.load().catch(() => null);
        if (!draft) continue;
        if (hasNoChanges(draft, session)) await latestRemove.current(draft);
        else
          return {
            draft,
            isLocal: foundDraft.isLocal,
            otherCount: orderedDrafts.length - index - 1,
            isRequested: draft.id === requestedId,
          };
      }
      return null;
    },
    [session, requestedId],
  );

  useEffect(() => {
    if (session.mode === 'view') return undefined;
    let isCurrent = true;
    void findDrafts({ store, draftService: drafts, userId, formKey, recordId })
      .then(findFirstWithChanges)
      .then((firstOffer) => {
        if (isCurrent && firstOffer) setOffer(firstOffer);
        // not the offered draft: sending it would change its revision on the server, which the offer would not know
        return sendUnsyncedDrafts({ store, drafts, userId, exceptId: firstOffer?.draft.id });
      })
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
    // only drafts of earlier visits are offered: the effect must not run again when a new record gets its id
    // oxlint-disable-next-line react/exhaustive-deps
  }, [session, store]);
  return [offer, setOffer];
}
