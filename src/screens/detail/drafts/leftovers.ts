import type { Services } from '../../../runtime/services/services.ts';
import { ServiceError } from '../../../runtime/services/serviceError.ts';
import { newId } from '../../shared/newId.ts';
import { draftKey, draftPrefix, type DraftStore } from './draftStore.ts';
import { sendDraft } from './draftSync.ts';

/** A younger draft may still be typed in another window, which sends it itself. */
const AGE = 60_000;

/** Sends what an earlier visit could not bring to the server. Quietly: the next visit tries again. */
export async function pushLeftovers({
  store,
  drafts,
  userId,
}: {
  store: DraftStore;
  drafts: Services['drafts'];
  userId: string;
}): Promise<void> {
  for (const draft of await store.list(draftPrefix(userId))) {
    if (draft.isSynced || Date.now() - draft.time < AGE) continue;
    const keep = async (kept: typeof draft): Promise<void> => {
      const synced = await sendDraft(drafts, kept, null);
      await store.save(draftKey(userId, kept), { ...kept, synced, isSynced: true });
    };
    try {
      await keep(draft);
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'DRAFT_MOVED')) return;
      await keep({ ...draft, id: newId(), synced: 0 }).then(
        () => store.remove(draftKey(userId, draft)),
        () => undefined,
      );
    }
  }
}
