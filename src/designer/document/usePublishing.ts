import { useState } from 'react';
import type { Problem } from '../../domain/problem/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { reviewCalls } from '../reviews/calls.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { loadNewest, useMerge, type Newest, type PendingMerge } from '../together/useMerge.ts';
import { useKind } from './documentKind.ts';
import type { Origin } from '../editor/textOrigin.ts';

interface Options {
  origin: Origin;
  text: string;
  /** The text as it stands once what was just done is in it; absent where `text` always is. */ latest?: () => Promise<string>;
  /** Loads the document as it is on the server now. */ onReload(): void;
  /** Puts a text into the editor, as an edit that can be undone. */ replace(text: string): void;
}

export interface Publishing {
  isBusy: boolean;
  version: number;
  revision: number | undefined;
  hasDraft: boolean;
  savedText: string;
  /** What the server said of the draft when it was last saved here. */
  told: { text: string; problems: readonly Problem[] };
  /** Conflicts between the document on the server and the one edited here, to be resolved in a dialog. */
  pendingMerge: PendingMerge | null;
  saveDraft(): Promise<boolean>;
  /** `acknowledged`: which impact was seen. */
  publish(note: string, acknowledged?: string): Promise<boolean>;
  /** Stores the draft and requests its review. Result: whether it was requested. */
  askReview(reviewerId: string, note: string): Promise<boolean>;
  /** Number of reviews requested since the editor was opened: reloads their state. */
  reviewsAsked: number;
  /** An earlier version has been published again as this one; the draft stays as it was. */
  rolledBack(version: number): void;
  /** Merges the latest draft or version on the server into the edited text, without saving. */
  mergeLatest(): Promise<void>;
  /** The same for a text that the browser kept; `from` is the text it was edited from. */
  mergeKept(from: string, text: string): Promise<void>;
}

/** What was asked for when the merge became necessary. */
type Then = 'save' | 'publish' | 'merge';

/**
 * Saves and publishes one document. If somebody else saved or published in between, their changes are merged with the ones
 * made here; conflicts are resolved in a dialog. A stored draft is never overwritten without that.
 */
export function usePublishing({ origin, text, latest, onReload, replace }: Options): Publishing {
  const services = useServices();
  const { kind, calls, nameIn } = useKind();
  const { message } = useFeedback();
  const { pendingMerge, merge } = useMerge(origin.key);
  const [isBusy, setBusy] = useState(false);
  const [seen, setSeen] = useState({
    version: origin.version,
    revision: origin.revision,
    hasDraft: origin.hasDraft,
    text: origin.text,
  });
  const [reviewsAsked, setReviewsAsked] = useState(0);
  const [told, setTold] = useState<Publishing['told']>({ text: '', problems: [] });

  const store = async (now: string, revision: number | undefined): Promise<number | undefined> => {
    const { revision: next, problems } = await calls.saveDraft(origin.key, nameIn(now) ?? origin.name, now, revision);
    setTold({ text: now, problems });
    setSeen((before) => ({ ...before, revision: next ?? before.revision, hasDraft: true, text: now }));
    return next;
  };

  const attempt = async (work: () => Promise<boolean>, then: Then): Promise<boolean> => {
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'RECORD_STALE') {
        await attempt(() => mergeWithNewest(then), then);
        return false;
      }
      const [first] = error instanceof ServiceError ? error.problems : [];
      message.error(first ? `${messageOf(error)}：${first.message}` : messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };

  /** Puts the merged text into the editor, makes the server's state the new base, and saves the draft unless only merging was asked for. */
  const applyMerged = async (merged: string, newest: Newest, then: Then): Promise<boolean> => {
    setSeen({
      version: newest.version,
      revision: newest.revision,
      hasDraft: newest.hasDraft,
      text: newest.text,
    });
    replace(merged);
    if (then === 'merge' || merged === newest.text) {
      message.info(`已载入${newest.author}的修改`);
      return true;
    }
    await store(merged, newest.revision);
    message.success(`已与${newest.author}的修改合并，草稿已保存${then === 'publish' ? '；请核对后再发布' : ''}`);
    return true;
  };

  const mergeWithNewest = async (then: Then, from = seen.text, given?: string): Promise<boolean> => {
    const mine = given ?? (await (latest?.() ?? text));
    await merge({
      base: from,
      mine,
      newest: await loadNewest(calls, origin.key),
      okText: then === 'merge' ? '合并' : '合并并保存草稿',
      onMerged: async (merged, newest) => {
        await attempt(() => applyMerged(merged, newest, then), then);
      },
    });
    return false;
  };

  /** Whether no newer version was published than the one loaded here. */
  const isStillMine = async (): Promise<boolean> => {
    const now = (await calls.list()).find((one) => one.key === origin.key);
    return !now || now.version <= seen.version;
  };

  return {
    isBusy,
    version: seen.version,
    revision: seen.revision,
    hasDraft: seen.hasDraft,
    savedText: seen.text,
    told,
    pendingMerge,
    saveDraft: () =>
      attempt(async () => {
        if (!(await isStillMine())) return mergeWithNewest('save');
        await store(await (latest?.() ?? text), seen.revision);
        message.success('草稿已保存');
        return true;
      }, 'save'),
    rolledBack(version) {
      setSeen((before) => ({ ...before, version }));
      message.success(`已恢复，现在是第 ${version} 版`);
      // What stands in the editor without a draft is an older version now.
      if (!seen.hasDraft && seen.text === text) onReload();
    },
    publish: (note, acknowledged) =>
      attempt(async () => {
        if (!(await isStillMine())) return mergeWithNewest('publish');
        const revision = await store(await (latest?.() ?? text), seen.revision);
        const impact = acknowledged === undefined ? [] : ([acknowledged] as const);
        const { version } = await calls.publish(origin.key, note, revision, seen.version, ...impact);
        setSeen((before) => ({ ...before, version, hasDraft: false }));
        message.success(`已发布第 ${version} 版`);
        return true;
      }, 'publish'),
    reviewsAsked,
    askReview: (reviewerId, note) =>
      attempt(async () => {
        if (!(await isStillMine())) return mergeWithNewest('publish');
        const revision = await store(await (latest?.() ?? text), seen.revision);
        const known = revision === undefined ? {} : { revision };
        await reviewCalls(services).ask({ kind, key: origin.key }, { reviewerId, note, ...known });
        setReviewsAsked((before) => before + 1);
        message.success('草稿已保存，已提交复核');
        return true;
      }, 'publish'),
    mergeLatest: async () => {
      await attempt(() => mergeWithNewest('merge'), 'merge');
    },
    mergeKept: async (from, given) => {
      await attempt(() => mergeWithNewest('merge', from, given), 'merge');
    },
  };
}
