import type { Path } from '../../../domain/problem/index.ts';
import type { Vocabulary } from '../../../kernel/index.ts';
import type { CanvasDoc } from './nodes.ts';
import { textOfDoc, readWorkingDoc, type WorkingDoc } from './workingDoc.ts';

/** Converts documents of one kind between their text and the document on the canvas, whose nodes are under `fields`. */
export interface Notation {
  /** Parses a text; null if it is not a document of this kind. */
  read(text: string): WorkingDoc | null;
  write(doc: CanvasDoc): string;
  /** The document that is shown if the initial text cannot be parsed. */
  empty: CanvasDoc;
  /** Returns the path in the text for a path on the canvas. */
  textPath(doc: CanvasDoc, path: Path): Path;
  /** Returns the path on the canvas for a path in the text. */
  canvasPath(doc: CanvasDoc, path: Path): Path;
}

const unchangedPath = (_doc: CanvasDoc, path: Path): Path => path;

/**
 * Creates the notation of form definitions: the canvas edits the document itself. `stored`: the key and name of the
 * stored document.
 */
export const formNotation = (vocabulary: Vocabulary, stored: { formKey: string; formName: string }): Notation => ({
  read: (text) => readWorkingDoc(text, vocabulary, stored),
  write: textOfDoc,
  empty: { formKey: stored.formKey, formName: stored.formName, fields: [] },
  textPath: unchangedPath,
  canvasPath: unchangedPath,
});
