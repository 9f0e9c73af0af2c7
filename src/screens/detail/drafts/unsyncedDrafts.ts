import type { Services } from '../../../runtime/services/services.ts';
import { ServiceError } from '../../../runtime/services/serviceError.ts';
import { newId } from '../../shared/newId.ts';
import type { Draft } from './draft.ts';
import { draftKey, draftPrefix, type DraftStore } from './draftStore.ts';
import { sendDraft } from './draftSync.ts';

/** Minimum age in ms of a draft. A newer draft may still be edited in another window, which sends the draft itself. */
const MIN_AGE_MS = 60_000;

/** Returns this browser's current copy of the draft; undefined if it was removed. */
export const findLocalDraft = async (store: DraftStore, userId: string, draft: Draft): Promise<Draft | undefined> =>
  (await store.list(draftPrefix(userId, draft.formKey, draft.recordId))).find(({ id }) => id === draft.id);

/**
 * Sends the drafts that an earlier visit could not send to the server, except `exceptId`. A draft that another window
 * has continued on the server (DRAFT_MOVED) is sent under a new id. Stops silently at any other failure of a draft with
 * its original id, and ignores a failure of a draft with a new id: the next visit sends the unsent drafts.
 */
export async function sendUnsyncedDrafts({
  store,
  drafts,
  userId,
  exceptId,
}: {
  store: DraftStore;
  drafts: Services['drafts'];
  userId: string;
  /** Id of a draft to skip, because the caller handles it. */
  exceptId?: string | undefined;
}): Promise<void> {
  for (const draft of await store.list(draftPrefix(userId))) {
    if (draft.id === exceptId || draft.isSynced || Date.now() - draft.time < MIN_AGE_MS) continue;
    const sendAndStore = async (draftToSend: Draft): Promise<void> => {
      const storeState = async (syncedRevision: number, isSynced: boolean): Promise<void> => {
        // if the draft was removed or edited while it was being sent, nothing is stored
        const current = await findLocalDraft(store, userId, draftToSend);
        if (current?.time !== draftToSend.time) return;
        await store.save(draftKey(userId, draftToSend), { ...draftToSend, synced: syncedRevision, isSynced });
      };
      const revision = await sendDraft(drafts, draftToSend, null, (state) => storeState(state.revision, false));
      await storeState(revision, true);
    };
    try {
      await sendAndStore(draft);
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'DRAFT_MOVED')) return;
      const fork = { ...draft, id: newId(), synced: 0 };
      await store.save(draftKey(userId, fork), fork);
      await store.remove(draftKey(userId, draft));
      await sendAndStore(fork).catch(() => undefined);
    }
  }
}
