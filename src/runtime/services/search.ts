/** A text with the parts that were searched for: from, to. */
export interface MarkedText {
  text: string;
  marks: [from: number, to: number][];
}

export interface FoundRecord {
  id: string;
  title: MarkedText;
  /** What was found beside the title. */
  hits: (MarkedText & { label: string })[];
  flwState: string;
  createByName: string;
  createTime: string;
}

/** Records of one form that were found: the newest of them, and how many there are. */
export interface FoundForm {
  formKey: string;
  formName: string;
  hasFlow: boolean;
  total: number;
  isEstimate: boolean;
  rows: FoundRecord[];
}

export interface SearchService {
  /** Records of all forms, or of one, by number, title, searched fields or their sound, within the person's rights. */
  records(query: {
    text: string;
    formKey?: string;
    pageSize?: number;
  }): Promise<{ forms: FoundForm[]; isMore: boolean }>;
}
