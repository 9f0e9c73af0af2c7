import { autorun } from '@formily/reactive';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FormSession } from '../../runtime/session.ts';
import { changedKeys, pick } from './changes.ts';
import { createDraftStore, draftKey, type Draft, type DraftStore } from './drafts.ts';
import type { Saver } from './saver.ts';

/** Milliseconds after the last keystroke until a draft is written. */
const QUIET = 500;

interface Options {
  session: FormSession;
  saver: Saver;
  userId: string;
  formKey: string;
  recordId: string | null;
  store?: DraftStore;
}

export interface Drafts {
  /** What an earlier visit left unsaved, waiting for an answer. */
  offer: Draft | null;
  restore(): void;
  discard(): Promise<void>;
  /** Everything is stored on the server now. */
  saved(): Promise<void>;
  /** Puts back onto the form what was typed; rows and companion labels included. */
  apply(values: Readonly<Record<string, unknown>>): void;
  /** What differs from the record as loaded or last saved. */
  changes(): Record<string, unknown>;
  /** Keeps these values as the draft and offers them back. */
  setAside(values: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Keeps what is typed in the browser while it is typed, and offers it back after a crash, a reload or a lost server. */
export function useDrafts({ session, saver, userId, formKey, recordId, store: given }: Options): Drafts {
  const store = useMemo(() => given ?? createDraftStore(), [given]);
  const key = draftKey(userId, formKey, recordId);
  const baseline = useRef<Record<string, unknown>>({});
  const waiting = useRef<Draft | null>(null);
  /** Where the waiting offer is kept: a new record gets another key once it is saved. */
  const home = useRef(key);
  const [offer, setOffer] = useState<Draft | null>(null);

  const propose = useCallback((draft: Draft | null) => {
    waiting.current = draft;
    setOffer(draft);
  }, []);

  const changes = useCallback(() => pick(session.values, changedKeys(baseline.current, session.values)), [session]);

  // The values at hand when the session begins are what “changed” is measured from.
  const begun = useRef<FormSession | null>(null);
  if (begun.current !== session) {
    begun.current = session;
    baseline.current = { ...session.values };
  }

  const write = useCallback(async () => {
    if (!session.isDirty && !saver.pending) return;
    // An offer that nobody answered must survive what is typed over it.
    const values = { ...waiting.current?.values, ...changes() };
    await store.save(key, { values, revision: session.record?.revision ?? null, time: Date.now(), pending: saver.pending }).catch(() => undefined);
  }, [changes, key, saver, session, store]);

  useEffect(() => {
    if (session.mode === 'view') return undefined;
    let isCurrent = true;
    void store.load(key).then((draft) => {
      if (!isCurrent || !draft) return;
      const differing = changedKeys({ ...session.values, ...draft.values }, session.values);
      home.current = key;
      if (differing.length > 0 || draft.pending) propose(draft);
    });
    return () => { isCurrent = false; };
    // Only what an earlier visit left: not what this one writes under the id of a record just made.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [session, store]);

  useEffect(() => {
    if (session.mode === 'view') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = autorun(() => {
      for (const name of Object.keys(session.values)) void session.values[name];
      if (!session.isDirty) return;
      clearTimeout(timer);
      timer = setTimeout(() => void write(), QUIET);
    });
    const flush = (): void => { if (document.visibilityState === 'hidden') void write(); };
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      stop();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
    };
  }, [session, write]);

  const apply = useCallback((values: Readonly<Record<string, unknown>>) => {
    for (const name of session.compiled.fields.keys()) {
      if (!(name in values) && !(`${name}Label` in values)) continue;
      const label = values[`${name}Label`] ?? session.values[`${name}Label`];
      session.setValue(name, name in values ? values[name] : session.values[name], typeof label === 'string' ? label : undefined);
    }
  }, [session]);

  const forget = useCallback(async () => {
    propose(null);
    await Promise.all([...new Set([home.current, key])].map((kept) => store.remove(kept)));
  }, [key, propose, store]);

  return {
    offer,
    apply,
    changes,
    restore: () => {
      if (offer) {
        saver.adopt(offer.pending);
        apply(offer.values);
        if (home.current !== key) void store.remove(home.current);
      }
      propose(null);
    },
    discard: forget,
    saved: async () => {
      baseline.current = { ...session.values };
      // an offer that nobody answered outlives the saving of something else
      if (waiting.current === null) await store.remove(key);
      else await store.save(home.current, waiting.current).catch(() => undefined);
    },
    setAside: async (values) => {
      const draft: Draft = { values, revision: session.record?.revision ?? null, time: Date.now(), pending: null };
      baseline.current = { ...session.values };
      home.current = key;
      propose(draft);
      await store.save(key, draft).catch(() => undefined);
    },
  };
}
