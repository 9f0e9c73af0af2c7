import { useEffect, useRef } from 'react';
import { useStoredInput, type StoredInputHandle } from '../../../screens/shared/storedInput/useStoredInput.ts';
import { useKind } from '../documentKind.ts';
import type { Origin } from '../../editor/textOrigin.ts';
import { usePublishing, type Publishing } from './usePublishing.ts';

/** Identifies the server state with which the editor was opened. */
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
   * Puts the stored text into the editor, merged with later changes by others. The offer stays until the text is in the
   * editor, because the merge can fail or be cancelled.
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
    if (!backup.offer) return;
    const { value } = backup.offer;
    if (typeof value === 'string' || value.from === origin.text) {
      replace(textOf(value));
      backup.markRestored();
    } else void publishing.mergeUnsaved(value.from, value.text, backup.markRestored);
  };
  return { publishing, backup, restore };
}

/**
 * Returns true if the document has changed since the unsaved text was stored, so that restoring needs a merge. A text
 * stored by an earlier release (a string) has no base text; revisions are compared instead.
 */
export const isOutdated = (origin: Origin, { offer }: StoredInputHandle<UnsavedText>): boolean =>
  offer !== null &&
  (typeof offer.value === 'string' ? offer.base !== baseOf(origin) : offer.value.from !== origin.text);
