/** A text with the positions `[from, to]` of the search matches; `to` is exclusive. */
export interface MarkedText {
  text: string;
  marks: [from: number, to: number][];
}

export interface FoundRecord {
  id: string;
  title: MarkedText;
  /** Matching texts of fields other than the title, or the creator's name; each with its label. */
  hits: (MarkedText & { label: string })[];
  flwState: string;
  createByName: string;
  createTime: string;
}

/**
 * Search results of one form: the newest records (`rows`), and the total number, which is only estimated if
 * `isEstimate`.
 */
export interface FoundForm {
  formKey: string;
  formName: string;
  hasFlow: boolean;
  total: number;
  isEstimate: boolean;
  rows: FoundRecord[];
}

export interface SearchService {
  /**
   * Searches the records that the user may read, of all forms or of one form, by number, title, searchable fields or
   * pinyin. `isMore`: further forms also contain matching records.
   */
  records(query: {
    text: string;
    formKey?: string;
    pageSize?: number;
  }): Promise<{ forms: FoundForm[]; isMore: boolean }>;
}
