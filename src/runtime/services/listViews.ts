/** A saved view of a list; `config` as the list keeps it. */
export interface SavedView {
  id: string;
  name: string;
  isShared: boolean;
  isMine: boolean;
  /** The person's own, or a shared one that this person may keep. */
  mayChange: boolean;
  config: { query?: Readonly<Record<string, string>>; columns?: unknown };
}

export interface ListViewService {
  /** The person's own views of a list, then those shared with everybody who reads the form. */
  list(formKey: string, place: string): Promise<{ mayShare: boolean; views: SavedView[] }>;
  /** Adds one, or changes the one of the id; answers its id. */
  save(view: {
    id?: string;
    formKey: string;
    place: string;
    name: string;
    isShared: boolean;
    config: SavedView['config'];
  }): Promise<string>;
  remove(id: string): Promise<unknown>;
}
