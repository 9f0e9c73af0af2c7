import type { Services } from '../../../runtime/services/services.ts';
import { draftFrom, type Draft } from './draft.ts';
import { draftKey, draftPrefix, type DraftStore } from './draftStore.ts';

/** A draft that was found. `load` returns the whole draft, by a request if its content is on the server. */
export interface FoundDraft {
  id: string;
  time: number;
  /** The content is stored in this browser, not on the server. */
  isLocal: boolean;
  load(): Promise<Draft | null>;
}

interface DraftSearch {
  store: DraftStore;
  drafts: Services['drafts'];
  userId: string;
  formKey: string;
  recordId: string | null;
}

/**
 * Finds the user's drafts of a record (`recordId` null: of new records) in this browser and on the server, the latest
 * first. Of a draft that is in both places, the copy on the server is returned if it is newer and this browser has no
 * unsent input, otherwise the copy in this browser. A draft that was sent and is no longer on the server is removed from this
 * browser. If the server does not answer, returns the drafts in this browser.
 */
export async function findDrafts({ store, drafts, userId, formKey, recordId }: DraftSearch): Promise<FoundDraft[]> {
  const [localDrafts, serverDrafts] = await Promise.all([
    store.list(draftPrefix(userId, formKey, recordId)),
    drafts.list({ formKey, recordId: recordId ?? '' }).catch(() => null),
  ]);
  const found = new Map<string, FoundDraft>();
  for (const draft of localDrafts) {
    // the draft was on the server and no longer is: its input was saved, or the draft was discarded
    const isGone =
      serverDrafts !== null && draft.isSynced && !draft.pending && !serverDrafts.some(({ id }) => id === draft.id);
    if (isGone) void store.remove(draftKey(userId, draft));
    else found.set(draft.id, { id: draft.id, time: draft.time, isLocal: true, load: async () => draft });
  }
  for (const info of serverDrafts ?? []) {
    const localDraft = localDrafts.find(({ id }) => id === info.id);
    // `synced`: the revision of the draft on the server that this browser knows; `isSynced`: it holds all input
    const knownRevision = localDraft?.synced ?? 0;
    if (localDraft && (!localDraft.isSynced || knownRevision >= info.revision)) continue;
    found.set(info.id, {
      id: info.id,
      time: info.time,
      isLocal: false,
      load: async () => {
        const { content } = await drafts.get(info.id);
        return draftFrom(info, content);
      },
    });
  }
  return [...found.values()].toSorted((a, b) => b.time - a.time);
}
