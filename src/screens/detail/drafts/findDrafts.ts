import type { Services } from '../../../runtime/services/services.ts';
import { draftFrom, type Draft } from './draft.ts';
import { draftKey, draftPrefix, type DraftStore } from './draftStore.ts';

/** A draft that was found. `load`: returns the whole draft, by a request if its content is on the server. */
export interface FoundDraft {
  id: string;
  time: number;
  /** True for content in this browser, false for content on the server. */
  isLocal: boolean;
  load(): Promise<Draft | null>;
}

interface DraftSearch {
  store: DraftStore;
  draftService: Services['drafts'];
  userId: string;
  formKey: string;
  recordId: string | null;
}

/**
 * Finds the user's drafts of a record (`recordId` null: of new records) in this browser and on the server, the latest
 * first. For a draft in both places, returns the server's copy if it is newer and this browser has no unsent input,
 * otherwise the browser's copy. A draft that was sent and is not on the server any more is removed from this browser.
 * If the server does not answer, returns the drafts in this browser.
 */
export async function findDrafts({
  store,
  draftService,
  userId,
  formKey,
  recordId,
}: DraftSearch): Promise<FoundDraft[]> {
  const [localDrafts, serverDrafts] = await Promise.all([
    store.list(draftPrefix(userId, formKey, recordId)),
    draftService.list({ formKey, recordId: recordId ?? '' }).catch(() => null),
  ]);
  const draftsById = new Map<string, FoundDraft>();
  for (const draft of localDrafts) {
    // the draft was on the server and is gone: its input was saved, or the draft was discarded
    const isGone =
      serverDrafts !== null && draft.isSynced && !draft.pending && !serverDrafts.some(({ id }) => id === draft.id);
    if (isGone) void store.remove(draftKey(userId, draft));
    else draftsById.set(draft.id, { id: draft.id, time: draft.time, isLocal: true, load: async () => draft });
  }
  for (const info of serverDrafts ?? []) {
    const localDraft = localDrafts.find(({ id }) => id === info.id);
    // `synced`: revision on the server that this browser knows; `isSynced`: the server has all input of this browser
    const knownRevision = localDraft?.synced ?? 0;
    if (localDraft && (!localDraft.isSynced || knownRevision >= info.revision)) continue;
    draftsById.set(info.id, {
      id: info.id,
      time: info.time,
      isLocal: false,
      load: async () => {
        const { content } = await draftService.get(info.id);
        return draftFrom(info, content);
      },
    });
  }
  return [...draftsById.values()].toSorted((a, b) => b.time - a.time);
}
