/** What is known of a person's unsaved work on the server; `recordId` is '' for a new record. */
export interface DraftAbout {
  id: string;
  formKey: string;
  formName: string;
  recordId: string;
  title: string;
  device: string;
  baseRevision: number | null;
  formVersion: number | null;
  revision: number;
  parts: number;
  updateTime: string;
  /** Milliseconds since 1970. */ time: number;
}

/** What changed of a draft since the revision that the sender saw; `isWhole`: everything comes. */
export interface DraftChange extends Pick<
  DraftAbout,
  'id' | 'formKey' | 'recordId' | 'title' | 'device' | 'baseRevision' | 'formVersion' | 'revision'
> {
  isWhole: boolean;
  set: Readonly<Record<string, unknown>>;
  drop: readonly string[];
}

/** The own unsaved work, kept by the server as it is. */
export interface DraftService {
  save(change: DraftChange): Promise<{ revision: number; time: number }>;
  get(id: string): Promise<DraftAbout & { content: Record<string, unknown> }>;
  list(of: { formKey?: string; recordId?: string }): Promise<DraftAbout[]>;
  remove(ids: readonly string[]): Promise<void>;
}
