/** Description of a user's draft on the server, without its content. `recordId` is '' for a new record. */
export interface DraftInfo {
  id: string;
  formKey: string;
  formName: string;
  recordId: string;
  title: string;
  device: string;
  baseRevision: number | null;
  formVersion: number | null;
  revision: number;
  /** Number of parts of the content (see `src/records/patchParts.ts`). */
  parts: number;
  updateTime: string;
  /** The same time as `updateTime`, in milliseconds since 1970. */
  time: number;
}

/**
 * Changes of a draft since the revision that the sender saw. `set`: changed parts by name; `drop`: names of removed
 * parts. `isWhole`: `set` contains all parts of the draft; the server removes the stored parts that `set` does not
 * contain.
 */
export interface DraftChange extends Pick<
  DraftInfo,
  'id' | 'formKey' | 'recordId' | 'title' | 'device' | 'baseRevision' | 'formVersion' | 'revision'
> {
  isWhole: boolean;
  set: Readonly<Record<string, unknown>>;
  drop: readonly string[];
}

/** The user's own drafts of records. The server stores their content unchanged. */
export interface DraftService {
  save(change: DraftChange): Promise<{ revision: number; time: number }>;
  get(id: string): Promise<DraftInfo & { content: Record<string, unknown> }>;
  list(filter: { formKey?: string; recordId?: string }): Promise<DraftInfo[]>;
  remove(ids: readonly string[]): Promise<void>;
}
