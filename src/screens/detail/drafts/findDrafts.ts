import type { Services } from '../../../runtime/services/services.ts';
import { draftFrom, type Draft } from './draft.ts';
import { draftKey, draftPrefix, type DraftStore } from './draftStore.ts';

/** A draft that may be offered; one that lies on the server alone is fetched when its turn comes. */
export interface Candidate {
  id: string;
  time: number;
  /** Typed in this browser. */
  isHere: boolean;
  load(): Promise<Draft | null>;
}

interface Place {
  store: DraftStore;
  drafts: Services['drafts'];
  userId: string;
  formKey: string;
  recordId: string | null;
}

/**
 * What this person left unsaved of a form's record (null: new ones), here and on the server, the latest first. Of one
 * that is in both places the one that the other grew from does not count. Without the server those of this browser.
 */
export async function findDrafts({ store, drafts, userId, formKey, recordId }: Place): Promise<Candidate[]> {
  const [here, there] = await Promise.all([
    store.list(draftPrefix(userId, formKey, recordId)),
    drafts.list({ formKey, recordId: recordId ?? '' }).catch(() => null),
  ]);
  const found = new Map<string, Candidate>();
  for (const draft of here) {
    // all of it was on the server, and there it has been saved or discarded since
    const isGone = there !== null && draft.isSynced && !draft.pending && !there.some(({ id }) => id === draft.id);
    if (isGone) void store.remove(draftKey(userId, draft));
    else found.set(draft.id, { id: draft.id, time: draft.time, isHere: true, load: async () => draft });
  }
  for (const about of there ?? []) {
    const own = here.find(({ id }) => id === about.id);
    if (own && (!own.isSynced || own.synced >= about.revision)) continue;
    found.set(about.id, {
      id: about.id,
      time: about.time,
      isHere: false,
      load: async () => {
        const { content } = await drafts.get(about.id);
        return draftFrom(about, content);
      },
    });
  }
  return [...found.values()].toSorted((a, b) => b.time - a.time);
}
