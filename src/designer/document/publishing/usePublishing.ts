import { useState, useEffect, useRef } from 'react';
import type { Problem } from '../../../domain/problem/index.ts';
import { useServices } from '../../../runtime/contexts.ts';
import { ServiceError } from '../../../runtime/services/serviceError.ts';
import { messageOf } from '../../../screens/shared/messages.ts';
import { reviewCalls } from '../../reviews/calls.ts';
import { useFeedback } from '../../../screens/shared/useFeedback.ts';
import { loadNewest, useMerge, type NewestState, type PendingMerge } from '../../collaboration/useMerge.ts';
import { useKind } from '../documentKind.ts';
import type { Origin } from '../../editor/textOrigin.ts';
import { useStoredInput, type StoredInputHandle } from '../../../screens/shared/storedInput/useStoredInput.ts';

interface Options {
  origin: Origin;
  text: string;
  /** Resolves with the current text of the editor if `text` may be older; absent if `text` is always current. */
  latestText?: () => Promise<string>;
  /** Loads the document from the server again. */
  onReload(): void;
  /** Replaces the text in the editor, as an undoable edit. */
  replace(text: string): void;
}

/** The stored state of a document, and the actions that save and publish it. */
export interface Publishing {
  isBusy: boolean;
  version: number;
  revision: number | undefined;
  hasDraft: boolean;
  savedText: string;
  /** Problems reported by the server at the last save in this editor, and the saved text. */
  serverCheck: { text: string; problems: readonly Problem[] };
  /** Conflicts between the document on the server and the edited document, to resolve in a dialog. */
  pendingMerge: PendingMerge | null;
  /** Stores the text as draft. Returns true if it was stored; false after an error or a merge. */
  saveDraft(): Promise<boolean>;
  /**
   * Stores the text as draft and publishes it. Returns true if it was published. `acknowledged`: the token of the
   * impact that the user has acknowledged (`Impact.seen`).
   */
  publish(note: string, acknowledged?: string): Promise<boolean>;
  /** Stores the draft and requests its review. Returns true if the review was requested. */
  requestReview(reviewerId: string, note: string): Promise<boolean>;
  /** Number of reviews requested since the editor was opened; a change reloads the review state. */
  requestedReviewCount: number;
  /** Must be called after a rollback, with the new version; the draft is not affected. */
  handleRollback(version: number): void;
  /** Merges the latest draft or version on the server into the edited text, without saving. */
  mergeLatest(): Promise<void>;
  /**
   * Like `mergeLatest`, but merges `text`, an unsaved text stored in the browser, instead of the edited text. `from`:
   * the text before the edits in `text`. `onMerged`: called when the merged text is in the editor, but not if loading
   * fails or the user cancels.
   */
  mergeUnsaved(from: string, text: string, onMerged: () => void): Promise<void>;
}

/** The action of the user that found a newer version on the server. `publish`: publishing or requesting a review. */
type MergeReason = 'save' | 'publish' | 'merge';

/**
 * Saves and publishes one document. If another person has saved or published the document in the meantime, the changes
 * are combined by a three-way merge, with a dialog for conflicts. The draft of another person is never overwritten
 * without a merge.
 */
export function usePublishing({ origin, text, latestText, onReload, replace }: Options): Publishing {
  const services = useServices();
  const { kind, calls, nameIn } = useKind();
  const { message } = useFeedback();
  const { pendingMerge, merge } = useMerge(origin.key);
  const [isBusy, setBusy] = useState(false);
  /** The state of the document on the server on which the text in the editor is based. */
  const [base, setBase] = useState({
    version: origin.version,
    revision: origin.revision,
    hasDraft: origin.hasDraft,
    text: origin.text,
  });
  const [requestedReviewCount, setRequestedReviewCount] = useState(0);
  const [serverCheck, setServerCheck] = useState<Publishing['serverCheck']>({ text: '', problems: [] });

  /**
   * Saves a draft and makes it the new base. `basedOn`: the revision and version on which the draft is based; the
   * server refuses the draft if either is outdated. Returns the new revision; undefined if the server does not count
   * revisions.
   */
  const storeDraft = async (
    draft: string,
    basedOn: { revision: number | undefined; version: number },
  ): Promise<number | undefined> => {
    const name = nameIn(draft) ?? origin.name;
    const { revision: newRevision, problems } = await calls.saveDraft(
      origin.key,
      name,
      draft,
      basedOn.revision,
      basedOn.version,
    );
    setServerCheck({ text: draft, problems });
    setBase((before) => ({ ...before, revision: newRevision ?? before.revision, hasDraft: true, text: draft }));
    return newRevision;
  };

  /**
   * Runs `work` and shows its errors as messages. If the document on the server is newer, merges with it. Returns the
   * result of `work`; false after an error or a merge.
   */
  const attempt = async (work: () => Promise<boolean>, reason: MergeReason): Promise<boolean> => {
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'RECORD_STALE') {
        await attempt(() => mergeWithNewest(reason), reason);
        return false;
      }
      const [first] = error instanceof ServiceError ? error.problems : [];
      message.error(first ? `${messageOf(error)}：${first.message}` : messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };

  /**
   * Puts the merged text into the editor and makes the server's state the new base. Also saves the text as draft,
   * unless `reason` is `merge` or the merged text equals the text on the server. Always resolves with true.
   */
  const applyMerged = async (merged: string, newest: NewestState, reason: MergeReason): Promise<boolean> => {
    setBase({
      version: newest.version,
      revision: newest.revision,
      hasDraft: newest.hasDraft,
      text: newest.text,
    });
    replace(merged);
    if (reason === 'merge' || merged === newest.text) {
      message.info(`已载入${newest.author}的修改`);
      return true;
    }
    await storeDraft(merged, newest);
    message.success(`已与${newest.author}的修改合并，草稿已保存${reason === 'publish' ? '；请核对后再发布' : ''}`);
    return true;
  };

  /**
   * Merges the edited text, or `unsaved`, with the newest text on the server. Always resolves with false, because the
   * action that needed the merge was not done.
   */
  const mergeWithNewest = async (
    reason: MergeReason,
    unsaved?: { from: string; text: string; onMerged(): void },
  ): Promise<boolean> => {
    const mine = unsaved?.text ?? (await (latestText?.() ?? text));
    await merge({
      base: unsaved?.from ?? base.text,
      mine,
      newest: await loadNewest(calls, origin.key),
      okText: reason === 'merge' ? '合并' : '合并并保存草稿',
      onMerged: async (merged, newest) => {
        if (await attempt(() => applyMerged(merged, newest, reason), reason)) unsaved?.onMerged();
      },
    });
    return false;
  };

  return {
    isBusy,
    version: base.version,
    revision: base.revision,
    hasDraft: base.hasDraft,
    savedText: base.text,
    serverCheck,
    pendingMerge,
    saveDraft: () =>
      attempt(async () => {
        await storeDraft(await (latestText?.() ?? text), base);
        message.success('草稿已保存');
        return true;
      }, 'save'),
    handleRollback(version) {
      setBase((before) => ({ ...before, version }));
      message.success(`已恢复，现在是第 ${version} 版`);
      // without a draft and without changes the editor shows an outdated version
      if (!base.hasDraft && base.text === text) onReload();
    },
    publish: (note, acknowledged) =>
      attempt(async () => {
        const revision = await storeDraft(await (latestText?.() ?? text), base);
        const acknowledgedTokens = acknowledged === undefined ? [] : ([acknowledged] as const);
        const { version } = await calls.publish(origin.key, note, revision, base.version, ...acknowledgedTokens);
        setBase((before) => ({ ...before, version, hasDraft: false }));
        message.success(`已发布第 ${version} 版`);
        return true;
      }, 'publish'),
    requestedReviewCount,
    requestReview: (reviewerId, note) =>
      attempt(async () => {
        const revision = await storeDraft(await (latestText?.() ?? text), base);
        const revisionPart = revision === undefined ? {} : { revision };
        await reviewCalls(services).request({ kind, key: origin.key }, { reviewerId, note, ...revisionPart });
        setRequestedReviewCount((before) => before + 1);
        message.success('草稿已保存，已提交复核');
        return true;
      }, 'publish'),
    mergeLatest: async () => {
      await attempt(() => mergeWithNewest('merge'), 'merge');
    },
    mergeUnsaved: async (from, unsavedText, onMerged) => {
      await attempt(() => mergeWithNewest('merge', { from, text: unsavedText, onMerged }), 'merge');
    },
  };
}

/** Returns a text that identifies the server state with which the editor was opened: its version and revision. */
const baseOf = ({ version, revision }: Origin): string => `${version} ${revision ?? ''}`;

/** An unsaved text and the text before its edits (`from`). Earlier releases stored only the unsaved text. */
export type UnsavedText = string | { text: string; from: string };
const textOf = (unsaved: UnsavedText): string => (typeof unsaved === 'string' ? unsaved : unsaved.text);

/** Stores the text in the browser until it is saved as draft or published. */
function useTextBackup(origin: Origin, text: string, savedText: string): StoredInputHandle<UnsavedText> {
  const { kind } = useKind();
  const backup = useStoredInput<UnsavedText>({
    storageKey: `${kind}:${origin.key}`,
    base: baseOf(origin),
    read: () => (text === savedText ? null : { text, from: savedText }),
    isObsolete: (value) => textOf(value) === origin.text,
  });
  const { scheduleStoring } = backup;
  const isChanged = text !== origin.text || savedText !== origin.text;
  useEffect(() => {
    if (isChanged) scheduleStoring();
  }, [isChanged, text, savedText, scheduleStoring]);
  return backup;
}

/**
 * Works like `usePublishing` and also stores the unsaved text in the browser. Reloading the document discards the
 * stored text.
 */
export function usePublishingWithBackup(options: Parameters<typeof usePublishing>[0]): {
  publishing: Publishing;
  backup: StoredInputHandle<UnsavedText>;
  /**
   * Puts the stored text into the editor. If the document has changed, merges the text with it first;
   * `backup.offeredInput` stays until the text is in the editor, because the merge can fail or be cancelled. A text
   * stored by an earlier release is not merged.
   */
  restore(): void;
} {
  const { origin, replace } = options;
  const dropBackup = useRef<() => void>(() => undefined);
  const publishing = usePublishing({
    ...options,
    onReload: () => {
      dropBackup.current();
      options.onReload();
    },
  });
  const backup = useTextBackup(origin, options.text, publishing.savedText);
  useEffect(() => {
    dropBackup.current = () => void backup.drop();
  });
  const restore = (): void => {
    if (!backup.offeredInput) return;
    const { value } = backup.offeredInput;
    if (typeof value === 'string' || value.from === origin.text) {
      replace(textOf(value));
      backup.markRestored();
    } else void publishing.mergeUnsaved(value.from, value.text, backup.markRestored);
  };
  return { publishing, backup, restore };
}

/**
 * Returns true if the document has changed since the unsaved text was stored: restoring then needs a merge. A text
 * stored by an earlier release (a string) has no base text: its version and revision are compared, and it cannot be
 * merged.
 */
export const isBackupOutdated = (origin: Origin, { offeredInput }: StoredInputHandle<UnsavedText>): boolean =>
  offeredInput !== null &&
  (typeof offeredInput.value === 'string'
    ? offeredInput.base !== baseOf(origin)
    : offeredInput.value.from !== origin.text);
