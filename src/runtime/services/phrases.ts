export type PhraseAct = 'approve' | 'return' | 'reject';

/** A phrase for opinions: the user's own, or (`isCommon`) one for everybody, maintained by administrators. */
export interface Phrase {
  id: string;
  act: PhraseAct;
  text: string;
  isCommon: boolean;
}

export interface PhraseService {
  /** Returns the user's own phrases in their order, then the common ones. */
  list(): Promise<Phrase[]>;
  /** Adds a phrase, or changes the phrase with this id. */
  save(phrase: { id?: string; act: PhraseAct; text: string; isCommon?: boolean }): Promise<unknown>;
  /** Stores the order of phrases. */
  setOrder(ids: readonly string[]): Promise<unknown>;
  remove(ids: readonly string[]): Promise<unknown>;
}
