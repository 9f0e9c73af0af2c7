import { useRef, useState } from 'react';
import { useRegistry } from '../../runtime/contexts.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import type { DefinitionVersion, DocumentCalls } from '../../runtime/services/documents.ts';
import { formNotation } from '../canvas/model/notation.ts';
import { textOfDefinition } from '../document/documentText.ts';
import { useKind } from '../document/documentKind.ts';
import type { ChosenSides, Conflict } from './merge/propertyMerger.ts';
import { mergeTexts, type Texts } from './merge/mergeTexts.ts';

/** The newest state of a document on the server: its draft or published version, with author and time. */
export interface NewestState {
  text: string;
  version: number;
  revision: number | undefined;
  hasDraft: boolean;
  author: string;
  time: string;
}

/**
 * Loads the newest draft or version of a document. Throws ServiceError, with code 404 if the document was deleted. The
 * revision is loaded before the text, so that it is never newer than the text (see `loadOrigin`).
 */
export async function loadNewest(calls: DocumentCalls, key: string): Promise<NewestState> {
  const summary = (await calls.list(key)).find((document) => document.key === key);
  if (!summary) throw new ServiceError('404', '此文档已被删除，您的修改还在这里，可先复制保留');
  const [draft, versions] = await Promise.all([calls.draft(key), calls.versions(key)]);
  const newest: DefinitionVersion | undefined =
    versions.find(({ state }) => state === (summary.hasDraft ? 'draft' : 'published')) ?? versions[0];
  return {
    text: textOfDefinition(draft),
    version: summary.version,
    revision: summary.revision,
    hasDraft: summary.hasDraft,
    author: newest?.author || '他人',
    time: newest?.time ?? '',
  };
}

/** A merge with conflicts that the user must resolve. */
export interface PendingMerge {
  texts: Texts;
  newest: NewestState;
  conflicts: readonly Conflict[];
  okText: string;
  resolve(choices: ChosenSides): void;
  cancel(): void;
}

interface MergeRequest {
  /** The text before the user's edits. */
  base: string;
  /** The text with the user's edits. */
  mine: string;
  newest: NewestState;
  okText: string;
  /** Called with the merged text. */
  onMerged(text: string, newest: NewestState): Promise<void> | void;
}

/**
 * Merges an edited document with the document on the server (three-way merge). If there are no conflicts, `merge` calls
 * `onMerged`. Otherwise `pendingMerge` contains the conflicts for a dialog until `resolve` (which calls `onMerged`) or
 * `cancel` is called.
 */
export function useMerge(documentKey: string): {
  pendingMerge: PendingMerge | null;
  merge(request: MergeRequest): Promise<void>;
} {
  const { kind } = useKind();
  const registry = useRegistry();
  const [pendingMerge, setPendingMerge] = useState<PendingMerge | null>(null);
  const isResolved = useRef(false);

  /**
   * Converts the three texts of a form to canonical text if at least one of them is in another dialect. Returns the
   * texts unchanged if one of them is not a form definition.
   */
  const withSameNotation = (texts: Texts): Texts => {
    if (kind !== 'form') return texts;
    const notation = formNotation(registry, { formKey: documentKey, formName: documentKey });
    const results = [texts.base, texts.mine, texts.theirs].map((text) => notation.read(text));
    if (!results.some((result) => result?.isOtherDialect) || results.some((result) => result === null)) return texts;
    const [base = '', mine = '', theirs = ''] = results.map((result) => (result ? notation.write(result.doc) : ''));
    return { base, mine, theirs };
  };

  const merge = async ({ base, mine, newest, okText, onMerged }: MergeRequest): Promise<void> => {
    const original: Texts = { base, mine, theirs: newest.text };
    const isOneSided = base === mine || newest.text === mine || newest.text === base;
    const texts = isOneSided ? original : withSameNotation(original);
    const { text, conflicts } = mergeTexts(texts);
    if (conflicts.length === 0) {
      await onMerged(text, newest);
      return;
    }
    isResolved.current = false;
    setPendingMerge({
      texts,
      newest,
      conflicts,
      okText,
      resolve(choices) {
        if (isResolved.current) return;
        isResolved.current = true;
        setPendingMerge(null);
        void onMerged(mergeTexts(texts, choices).text, newest);
      },
      cancel: () => setPendingMerge(null),
    });
  };
  return { pendingMerge, merge };
}
