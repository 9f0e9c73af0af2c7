import type { Services } from '../../../runtime/services/services.ts';
import { ServiceError } from '../../../runtime/services/serviceError.ts';
import { newId } from '../../shared/newId.ts';
import { draftKey, draftPrefix, type DraftStore } from './draftStore.ts';
import { sendDraft } from './draftSync.ts';

/** Minimum age of a draft: a newer draft may still be edited in another window, which sends the draft itself. */
const MIN_AGE_MS = 60_000;

/**
 * Sends the drafts that an earlier visit could not send to the server. A draft that another window has continued there
 * (DRAFT_MOVED) is sent under a new id. Stops silently at any other failure: the next visit retries.
 */
export async function sendUnsyncedDrafts({
  store,
  drafts,
  userId,
}: {
  store: DraftStore;
  drafts: Services['drafts'];
  userId: string;
}): Promise<void> {
  for (const draft of await store.list(draftPrefix(userId))) {
    if (draft.isSynced || Date.now() - draft.time < MIN_AGE_MS) continue;
    const sendAndStore = async (draftToSend: typeof draft): Promise<void> => {
      const storeState = (synced: number, isSynced: boolean): Promise<void> =>
        store.save(draftKey(userId, draftToSend), { ...draftToSend, synced, isSynced });
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
