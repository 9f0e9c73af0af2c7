import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { allowedPatch, isEmptyPatch, patchValues, type ValuesPatch, titleOf } from '../../../records/index.ts';
import type { Services } from '../../../runtime/services/services.ts';
import type { FormSession } from '../../../runtime/form/session.ts';
import { newId } from '../../shared/newId.ts';
import { typedChanges } from '../typedChanges.ts';
import type { Saver } from '../saver.ts';
import { deviceNote, type Draft } from './draft.ts';
import { createDraftStore, draftKey, type DraftStore } from './draftStore.ts';
import { createDraftSync, type SyncState } from './draftSync.ts';
import { useDraftOffer, type Offer } from './useDraftOffer.ts';
import { useKeeping } from './useKeeping.ts';

interface Options {
  session: FormSession;
  saver: Saver;
  services: Services;
  userId: string;
  formKey: string;
  recordId: string | null;
  /** Id of the draft that the address asks for. */
  wanted: string | null;
  store?: DraftStore;
}

export interface Drafts {
  /** What an earlier visit left unsaved, waiting for an answer. */
  offer: Offer | null;
  /** Where the present draft is. */
  state: SyncState;
  /** Puts the offered draft (or what was chosen of it) into the form; answers what this person may not change any more, by name. */
  restore(chosen?: ValuesPatch): readonly string[];
  /** The offered draft goes for good. */
  discard(): Promise<void>;
  /** What is typed now goes for good. */
  drop(): Promise<void>;
  /** Keeps what is typed now, here and on the server. False while the server has not got it. */
  keep(): Promise<boolean>;
  /** What was sent is stored as the record now; what was typed since begins a draft of its own. */
  saved(): void;
  /** Puts a patch onto the form as it stands; answers what was left out. */
  apply(patch: ValuesPatch): readonly string[];
  /** Keeps this as a draft over the record of that revision, and offers it back. */
  setAside(patch: ValuesPatch, revision: number | null): Promise<void>;
}

/** The draft of a visit: `last` is it as this browser keeps it. */
interface Own {
  id: string;
  synced: number;
  last: Draft | null;
}
const fresh = (): Own => ({ id: newId(), synced: 0, last: null });

/**
 * Keeps what is typed while it is typed: in the browser at once, on the server when typing rests. Offers back what an
 * earlier visit left, here or on another device. Nothing of it is validated; only its owner ever gets it.
 */
export function useDrafts({
  session,
  saver,
  services,
  userId,
  formKey,
  recordId,
  wanted,
  store: given,
}: Options): Drafts {
  const store = useMemo(() => given ?? createDraftStore(), [given]);
  const { drafts } = services;
  const [state, setState] = useState<SyncState>('none');
  /** The draft of this visit; a new one begins after each save. */
  const own = useRef<Own>(fresh());

  const remove = useCallback(
    async (draft: Pick<Draft, 'id' | 'formKey' | 'recordId'>): Promise<void> => {
      await Promise.all([store.remove(draftKey(userId, draft)), drafts.remove([draft.id]).catch(() => undefined)]);
    },
    [store, drafts, userId],
  );

  const present = useCallback((): Draft => {
    const title = session.record?.title || titleOf(session.compiled, { fieldsMap: { ...session.values } });
    return {
      // a record that was new when the page was opened has its id since it was saved
      id: own.current.id,
      formKey,
      recordId: session.record?.id ?? null,
      title,
      device: deviceNote(),
      patch: typedChanges(session),
      revision: session.record?.revision ?? null,
      version: session.compiled.definition.version ?? null,
      time: Date.now(),
      pending: saver.pending,
      synced: own.current.synced,
      isSynced: false,
    };
  }, [session, formKey, saver]);

  const sync = useMemo(
    () =>
      // oxlint-disable-next-line react/refs -- its callbacks run long after rendering
      createDraftSync({
        drafts,
        newId,
        onState: setState,
        onSynced: (draft, synced) => {
          if (own.current.id !== draft.id) return;
          // an act may have begun or ended while this was on its way
          own.current = { ...own.current, synced, last: { ...draft, pending: saver.pending, synced, isSynced: true } };
          void store.save(draftKey(userId, draft), own.current.last as Draft).catch(() => undefined);
        },
        onFork: (draft) => {
          const before = own.current.id;
          own.current = { id: draft.id, synced: 0, last: draft };
          void store.remove(draftKey(userId, { ...draft, id: before }));
        },
      }),
    [drafts, store, userId, saver],
  );
  useEffect(() => () => sync.dispose(), [sync]);

  const forgetOwn = useCallback(async (): Promise<void> => {
    const { last } = own.current;
    own.current = fresh();
    const atRest = sync.forget();
    // here at once; there when nothing is under way that would bring it back
    if (last) await Promise.all([store.remove(draftKey(userId, last)), atRest.then(() => remove(last))]);
    else await atRest;
  }, [sync, remove, store, userId]);
  /** Nobody waits for it: what was sent is stored, and that is to be said now. */
  const forgetSoon = useCallback((): void => {
    void forgetOwn().catch(() => undefined);
  }, [forgetOwn]);

  /** Writes the draft in the browser and gives it to the server's queue. */
  const write = useCallback(
    async (isLasting = false): Promise<void> => {
      const draft = present();
      if (!draft.pending && isEmptyPatch(draft.patch)) return forgetOwn();
      own.current.last = draft;
      const kept = store.save(draftKey(userId, draft), draft, isLasting).catch(() => undefined);
      sync.push(draft);
      await kept;
      return undefined;
    },
    [present, forgetOwn, store, sync, userId],
  );
  const keeping = useKeeping(session, saver, write);

  /** An attempt has failed, perhaps after the page was left: the draft says from now on whether its outcome is known. */
  const note = useCallback((): void => {
    const { last } = own.current;
    if ((last?.pending?.key ?? null) === (saver.pending?.key ?? null)) return;
    const draft = { ...(last ?? present()), pending: saver.pending };
    if (!draft.pending && isEmptyPatch(draft.patch)) return void forgetOwn();
    own.current.last = draft;
    // in this browser alone: the server never hears of acts, and somebody else may be signed in by now
    void store.save(draftKey(userId, draft), draft).catch(() => undefined);
    return undefined;
  }, [saver, present, forgetOwn, store, userId]);
  useEffect(() => saver.onFailed(note), [saver, note]);

  const [offer, setOffer] = useDraftOffer({ session, store, drafts, userId, formKey, recordId, wanted, remove });

  const apply = useCallback(
    (patch: ValuesPatch): readonly string[] => {
      const { patch: allowed, dropped } = allowedPatch(session.compiled, session.values, patch, session.situation);
      const values = patchValues({ ...session.values }, allowed);
      for (const name of session.compiled.fields.keys()) {
        if (!(name in allowed.fields) && !(`${name}Label` in allowed.fields) && !(name in allowed.tables)) continue;
        const label = values[`${name}Label`];
        session.setValue(name, values[name], typeof label === 'string' ? label : undefined);
      }
      return dropped;
    },
    [session],
  );

  return {
    offer,
    state,
    apply,
    restore(chosen) {
      if (!offer) return [];
      const { draft } = offer;
      const typed = typedChanges(session);
      saver.adopt(draft.pending);
      const dropped = apply(chosen ?? draft.patch);
      // gone on with where nothing else was begun meanwhile; a draft of another place (before the record was born) is not
      if (isEmptyPatch(typed) && draft.recordId === recordId) {
        own.current = { id: draft.id, synced: draft.synced, last: draft };
        if (draft.isSynced) sync.adopt(draft);
        keeping.soon();
      } else void write().then(() => remove(draft));
      setOffer(null);
      return dropped;
    },
    async discard() {
      setOffer(null);
      if (offer) await remove(offer.draft);
    },
    async drop() {
      keeping.pause();
      await forgetOwn();
    },
    async keep() {
      keeping.pause();
      await write();
      const isThere = await sync.flush();
      if (!isThere) await write(true);
      return isThere;
    },
    saved() {
      forgetSoon();
      // typed while the save was under way: no draft has it any more
      if (session.isDirty) keeping.soon();
    },
    async setAside(patch, revision) {
      const draft: Draft = { ...present(), id: newId(), patch, revision, pending: null, synced: 0 };
      forgetSoon();
      setOffer({ draft, isHere: true, others: 0, isWanted: false });
      await store.save(draftKey(userId, draft), draft).catch(() => undefined);
    },
  };
}
