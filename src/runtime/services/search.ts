/** A text with the positions `[from, to]` of the search matches in it; `to` is exclusive. */
export interface MarkedText {
  text: string;
  marks: [from: number, to: number][];
}

export interface FoundRecord {
  id: string;
  title: MarkedText;
  /** The matching texts of other fields than the title, or the creator's name; each with its label. */
  hits: (MarkedText & { label: string })[];
  flwState: string;
  createByName: string;
  createTime: string;
}

/** Search results of one form: the newest records (`rows`), and the total number. */
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
   * Searches the records that the user may read, of all forms or of one, by number, title, searchable fields or pinyin.
   * `isMore`: further forms contain matching records too.
   */
  records(query: {
    text: string;
    formKey?: string;
    pageSize?: number;
  }): Promise<{ forms: FoundForm[]; isMore: boolean }>;
}
