import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isEmptyPatch, type ValuesPatch, titleOf } from '../../../records/index.ts';
import type { Services } from '../../../runtime/services/services.ts';
import type { FormSession } from '../../../runtime/form/session.ts';
import { newId } from '../../shared/newId.ts';
import { typedChanges } from '../typedChanges.ts';
import type { Saver } from '../saver.ts';
import { deviceName, type Draft } from './draft.ts';
import { applyPatch } from './applyPatch.ts';
import { createDraftStore, draftKey, type DraftStore } from './draftStore.ts';
import { createDraftSync, type SyncState } from './draftSync.ts';
import { useDraftOffer, type Offer } from './useDraftOffer.ts';
import { useDraftWriter } from './useDraftWriter.ts';
import { findLocalDraft } from './unsyncedDrafts.ts';

interface Options {
  session: FormSession;
  saver: Saver;
  services: Services;
  userId: string;
  formKey: string;
  recordId: string | null;
  /** Id of the draft in the address. */
  requestedId: string | null;
  store?: DraftStore;
}

/** The drafts of an open record: the current draft and an offered draft. */
export interface Drafts {
  /** The draft that the user may restore: of an earlier visit, or stored by `setAside`; null: none. */
  offer: Offer | null;
  /** Synchronisation state of the current draft. */
  state: SyncState;
  /**
   * Applies the offered draft, or only its changes `chosenPatch`, to the form. Returns the labels of fields and rows
   * that were left out, because the user may not change them any more.
   */
  restore(chosenPatch?: ValuesPatch): readonly string[];
  /** Deletes the offered draft. */
  deleteOfferedDraft(): Promise<void>;
  /** Deletes the current draft. */
  deleteCurrentDraft(): Promise<void>;
  /**
   * Stores the current draft in the browser and on the server. If the server does not receive it, resolves to false,
   * and the copy in the browser survives a sign-out.
   */
  storeNow(): Promise<boolean>;
  /** Called after a save: deletes the draft; input since the start of the save becomes a new draft. */
  onSaved(): void;
  /** Applies a patch to the current values of the form. Returns the same labels as `restore`. */
  apply(patch: ValuesPatch): readonly string[];
  /**
   * Stores the patch as a new draft based on this revision of the record, and offers that draft. Deletes the current
   * draft.
   */
  setAside(patch: ValuesPatch, revision: number | null): Promise<void>;
}

/**
 * The draft of this visit. `syncedRevision`: its last known revision on the server; 0 if it is not on the server.
 * `lastDraft`: the draft last written to the browser; null before the first write.
 */
interface CurrentDraft {
  id: string;
  syncedRevision: number;
  lastDraft: Draft | null;
}
const createCurrentDraft = (): CurrentDraft => ({ id: newId(), syncedRevision: 0, lastDraft: null });

/**
 * Stores unsaved input as a draft: in the browser half a second after the last key press, on the server after a longer
 * pause. Offers a draft of an earlier visit, from this or another device. Drafts are not validated; only the user who
 * wrote a draft can read it.
 */
export function useDrafts({
  session,
  saver,
  services,
  userId,
  formKey,
  recordId,
  requestedId,
  store: storeOption,
}: Options): Drafts {
  const store = useMemo(() => storeOption ?? createDraftStore(), [storeOption]);
  const { drafts } = services;
  const [state, setState] = useState<SyncState>('none');
  /** The draft of this visit. After a save, and after the draft is deleted, a new draft begins. */
  const currentDraft = useRef<CurrentDraft>(createCurrentDraft());

  const remove = useCallback(
    async (draft: Pick<Draft, 'id' | 'formKey' | 'recordId'>): Promise<void> => {
      await Promise.all([store.remove(draftKey(userId, draft)), drafts.remove([draft.id]).catch(() => undefined)]);
    },
    [store, drafts, userId],
  );

  const buildDraft = useCallback((): Draft => {
    const title = session.record?.title || titleOf(session.compiled, { fieldsMap: { ...session.values } });
    return {
      id: currentDraft.current.id,
      formKey,
      // from the session: a new record gets an id at its first save
      recordId: session.record?.id ?? null,
      title,
      device: deviceName(),
      patch: typedChanges(session),
      revision: session.record?.revision ?? null,
      version: session.compiled.definition.version ?? null,
      time: Date.now(),
      pending: saver.pending,
      synced: currentDraft.current.syncedRevision,
      isSynced: false,
    };
  }, [session, formKey, saver]);

  /**
   * Stores the server's revision with the draft, in memory and in the browser. `isComplete`: false if `sentDraft` is
   * sent in several requests, of which the server has not yet received the last one.
   */
  const storeRevision = useCallback(
    (sentDraft: Draft, syncedRevision: number, isComplete: boolean): void => {
      const { id, lastDraft } = currentDraft.current;
      if (id !== sentDraft.id) return;
      // input that was written to the browser after `sentDraft` stays in the browser until it is sent
      const hasLaterInput = lastDraft !== null && lastDraft.time > sentDraft.time;
      const updatedDraft = {
        ...(hasLaterInput ? lastDraft : sentDraft),
        // a save may have begun or ended since the draft was sent
        pending: saver.pending,
        synced: syncedRevision,
        isSynced: isComplete && !hasLaterInput,
      };
      currentDraft.current = { id, syncedRevision, lastDraft: updatedDraft };
      void store.save(draftKey(userId, updatedDraft), updatedDraft).catch(() => undefined);
    },
    [store, userId, saver],
  );

  const sync = useMemo(
    () =>
      // oxlint-disable-next-line react/refs -- the callbacks do not run during the render
      createDraftSync({
        drafts,
        newId,
        onState: setState,
        onSynced: (draft, revision) => storeRevision(draft, revision, true),
        onPartSynced: (draft, revision) => storeRevision(draft, revision, false),
        onFork: (draft) => {
          const { lastDraft } = currentDraft.current;
          // stores the latest input, which may be later than the sent draft, in the browser
          const fork = { ...(lastDraft ?? draft), id: draft.id, synced: 0, isSynced: false };
          currentDraft.current = { id: fork.id, syncedRevision: 0, lastDraft: fork };
          void store
            .save(draftKey(userId, fork), fork)
            .then(() => (lastDraft ? store.remove(draftKey(userId, lastDraft)) : undefined))
            .catch(() => undefined);
        },
      }),
    [drafts, store, userId, storeRevision],
  );
  useEffect(() => () => sync.dispose(), [sync]);

  const deleteCurrent = useCallback(async (): Promise<void> => {
    const { lastDraft } = currentDraft.current;
    currentDraft.current = createCurrentDraft();
    const syncStopped = sync.forget();
    // Deletes the draft in the browser at once. On the server, deletes it after the running request, which could store
    // it again.
    if (lastDraft)
      await Promise.all([store.remove(draftKey(userId, lastDraft)), syncStopped.then(() => remove(lastDraft))]);
    else await syncStopped;
  }, [sync, remove, store, userId]);
  /** Deletes the draft in the background, so that the message about the save is not delayed. */
  const deleteInBackground = useCallback((): void => {
    void deleteCurrent().catch(() => undefined);
  }, [deleteCurrent]);

  /** Stores the draft in the browser and queues it for the server. `isLasting`: the draft survives a sign-out. */
  const write = useCallback(
    async (isLasting = false): Promise<void> => {
      const draft = buildDraft();
      if (!draft.pending && isEmptyPatch(draft.patch)) return deleteCurrent();
      currentDraft.current.lastDraft = draft;
      const savePromise = store.save(draftKey(userId, draft), draft, isLasting).catch(() => undefined);
      sync.push(draft);
      await savePromise;
      return undefined;
    },
    [buildDraft, deleteCurrent, store, sync, userId],
  );
  const hasDraft = useCallback((): boolean => currentDraft.current.lastDraft !== null, []);
  const draftWriter = useDraftWriter({ session, saver, write, hasDraft });

  /** Updates the pending request in the draft after a failed attempt, even if the page was left. */
  const updatePending = useCallback((): void => {
    const { lastDraft } = currentDraft.current;
    if ((lastDraft?.pending?.key ?? null) === (saver.pending?.key ?? null)) return;
    const draft = { ...(lastDraft ?? buildDraft()), pending: saver.pending };
    if (!draft.pending && isEmptyPatch(draft.patch)) return void deleteCurrent();
    currentDraft.current.lastDraft = draft;
    // only in this browser: pending requests are not sent to the server, and another user may be signed in
    void store.save(draftKey(userId, draft), draft).catch(() => undefined);
    return undefined;
  }, [saver, buildDraft, deleteCurrent, store, userId]);
  useEffect(() => saver.onFailed(updatePending), [saver, updatePending]);

  const [offer, setOffer] = useDraftOffer({
    session,
    store,
    drafts,
    userId,
    formKey,
    recordId,
    requestedId,
    remove,
  });

  /**
   * Continues a restored draft at a newer revision, if another page of this browser has sent the draft since it was
   * offered.
   */
  const adoptSentState = useCallback(
    async (draft: Draft): Promise<void> => {
      const localDraft = await findLocalDraft(store, userId, draft).catch(() => undefined);
      const { current } = currentDraft;
      const isSentSince =
        localDraft?.isSynced === true && localDraft.time === draft.time && localDraft.synced > current.syncedRevision;
      if (!isSentSince || current.id !== draft.id) return;
      currentDraft.current = { ...current, syncedRevision: localDraft.synced };
      sync.adopt(localDraft);
    },
    [store, userId, sync],
  );

  const apply = useCallback((patch: ValuesPatch) => applyPatch(session, patch), [session]);

  return {
    offer,
    state,
    apply,
    restore(chosenPatch) {
      if (!offer) return [];
      const { draft } = offer;
      const currentChanges = typedChanges(session);
      saver.adopt(draft.pending);
      const droppedLabels = apply(chosenPatch ?? draft.patch);
      // Continues the same draft, unless there is other input or the draft belongs to another record (the record was
      // new when the draft was stored, and was saved since).
      if (isEmptyPatch(currentChanges) && draft.recordId === recordId) {
        currentDraft.current = { id: draft.id, syncedRevision: draft.synced, lastDraft: draft };
        if (draft.isSynced) sync.adopt(draft);
        else void adoptSentState(draft);
        draftWriter.schedule();
      } else void write().then(() => remove(draft));
      setOffer(null);
      return droppedLabels;
    },
    async deleteOfferedDraft() {
      setOffer(null);
      if (offer) await remove(offer.draft);
    },
    async deleteCurrentDraft() {
      draftWriter.cancel();
      await deleteCurrent();
    },
    async storeNow() {
      draftWriter.cancel();
      await write();
      const isOnServer = await sync.flush();
      if (!isOnServer) await write(true);
      return isOnServer;
    },
    onSaved() {
      deleteInBackground();
      // input during the save is in no draft yet
      if (session.isDirty) draftWriter.schedule();
    },
    async setAside(patch, revision) {
      const draft: Draft = { ...buildDraft(), id: newId(), patch, revision, pending: null, synced: 0 };
      deleteInBackground();
      setOffer({ draft, isLocal: true, otherCount: 0, isRequested: false });
      await store.save(draftKey(userId, draft), draft).catch(() => undefined);
    },
  };
}
