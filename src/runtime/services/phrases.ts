export type PhraseAct = 'approve' | 'return' | 'reject';

/** A phrase for opinions: the person's own, or everybody's, which administrators keep. */
export interface Phrase {
  id: string;
  act: PhraseAct;
  text: string;
  isCommon: boolean;
}

export interface PhraseService {
  /** The own ones in their order, then everybody's. */
  list(): Promise<Phrase[]>;
  /** Adds one, or changes the one of the id. */
  save(phrase: { id?: string; act: PhraseAct; text: string; isCommon?: boolean }): Promise<unknown>;
  order(ids: readonly string[]): Promise<unknown>;
  remove(ids: readonly string[]): Promise<unknown>;
}
