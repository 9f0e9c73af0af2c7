import { mergeDocuments } from './mergeDocuments.ts';
import type { Choices, Conflict } from './merging.ts';
import { isObject, type Loose } from './parts.ts';

export interface Texts {
  base: string;
  mine: string;
  theirs: string;
}
export interface MergedText {
  text: string;
  conflicts: readonly Conflict[];
}

/** The one conflict of texts that cannot be merged part by part. */
export const WHOLE = 'document';

function objectOf(text: string): Loose | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Two texts that began as the same one, taken together. Texts that are no JSON (half typed, a process) are taken as a whole:
 * one of the two has to be chosen, unless only one was changed.
 */
export function mergeTexts({ base, mine, theirs }: Texts, choices: Choices = new Map()): MergedText {
  if (mine === theirs || base === theirs) return { text: mine, conflicts: [] };
  if (base === mine) return { text: theirs, conflicts: [] };
  const [from, own, other] = [objectOf(base), objectOf(mine), objectOf(theirs)];
  if (from && own && other) {
    const { document, conflicts } = mergeDocuments(from, own, other, choices);
    return { text: JSON.stringify(document, null, 2), conflicts };
  }
  const conflict: Conflict = { id: WHOLE, kind: 'document', part: null, key: '', mine, theirs };
  return { text: choices.get(WHOLE) === 'theirs' ? theirs : mine, conflicts: [conflict] };
}
