import type { Path } from '../../../domain/problem/index.ts';
import type { Vocabulary } from '../../../kernel/index.ts';
import type { FormDoc } from './nodes.ts';
import { textOfDoc, workingOf, type Working } from './working.ts';

/** How a kind of document is written as text, and what the canvas edits of it: its nodes stand under `fields`. */
export interface Notation {
  /** Null where the text holds no such document. */
  read(text: string): Working | null;
  write(doc: FormDoc): string;
  /** What the canvas shows while no text could be read. */
  empty: FormDoc;
  /** The place in the text of a place on the canvas, and the other way round. */
  textPath(doc: FormDoc, path: Path): Path;
  canvasPath(doc: FormDoc, path: Path): Path;
}

const same = (_doc: FormDoc, path: Path): Path => path;

/** Form definitions: the canvas edits the document itself. `kept`: the key and name it is kept under. */
export const formNotation = (vocabulary: Vocabulary, kept: { formKey: string; formName: string }): Notation => ({
  read: (text) => workingOf(text, vocabulary, kept),
  write: textOfDoc,
  empty: { formKey: kept.formKey, formName: kept.formName, fields: [] },
  textPath: same,
  canvasPath: same,
});
