/** A saved view of a list. `config`: filters and columns of the list; the server stores them unchanged. */
export interface SavedView {
  id: string;
  name: string;
  isShared: boolean;
  isMine: boolean;
  /** True for the user's own view, and for a shared one that the user may change. */
  mayChange: boolean;
  config: { query?: Readonly<Record<string, string>>; columns?: unknown };
}

export interface ListViewService {
  /**
   * Returns the user's own views of a list, then those shared with everybody who may read the form. `place`: key of the
   * list among the lists of the form. `mayShare`: the user may share views, and change shared views.
   */
  list(formKey: string, place: string): Promise<{ mayShare: boolean; views: SavedView[] }>;
  /** Adds a view, or changes the one with this id. Returns its id. */
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
