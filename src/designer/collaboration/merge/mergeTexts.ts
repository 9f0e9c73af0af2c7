import { mergeDocuments } from './mergeDocuments.ts';
import type { ChosenSides, Conflict } from './propertyMerger.ts';
import { isObject, type JsonObject } from './parts.ts';

/** The texts of the three versions: before the edits, with the user's edits, and from the server. */
export interface Texts {
  base: string;
  mine: string;
  theirs: string;
}
export interface MergedText {
  text: string;
  conflicts: readonly Conflict[];
}

/** Id of the only conflict of texts that cannot be merged part by part. */
const DOCUMENT_CONFLICT = 'document';

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Merges the texts of a document (three-way merge). If a text is not a JSON object, e.g. incomplete input or the XML of
 * a process, and both sides changed the text, the result is one conflict between the whole texts.
 */
export function mergeTexts({ base, mine, theirs }: Texts, choices: ChosenSides = new Map()): MergedText {
  if (mine === theirs || base === theirs) return { text: mine, conflicts: [] };
  if (base === mine) return { text: theirs, conflicts: [] };
  const [baseDocument, myDocument, theirDocument] = [parseObject(base), parseObject(mine), parseObject(theirs)];
  if (baseDocument && myDocument && theirDocument) {
    const { document, conflicts } = mergeDocuments(baseDocument, myDocument, theirDocument, choices);
    return { text: JSON.stringify(document, null, 2), conflicts };
  }
  const conflict: Conflict = { id: DOCUMENT_CONFLICT, kind: 'document', part: null, key: '', mine, theirs };
  return { text: choices.get(DOCUMENT_CONFLICT) === 'theirs' ? theirs : mine, conflicts: [conflict] };
}
