/** A saved view of a list. `config`: filters and columns of the list; the server stores them unchanged. */
export interface SavedView {
  id: string;
  name: string;
  isShared: boolean;
  isMine: boolean;
  /** True for the user's own view, and for a shared view that the user may change. */
  mayChange: boolean;
  config: { query?: Readonly<Record<string, string>>; columns?: unknown };
}

/** The views of a list, and the default views. */
export interface ListViews {
  /** True if the user may share views, change shared ones, and set the default for everybody. */
  mayShare: boolean;
  views: SavedView[];
  /**
   * The default views of the user and of everybody, as given to `setDefault`; '': none. The list opens with the user's
   * default or, without one, with the default of everybody.
   */
  ownDefault: string;
  commonDefault: string;
}

export interface ListViewService {
  /**
   * Returns the user's own views of a list, then the views shared with everybody who may read the form. `place`: key of
   * the list among the lists of the form.
   */
  list(formKey: string, place: string): Promise<ListViews>;
  /** Adds a view, or changes the view with this id. Returns its id. */
  save(view: {
    id?: string;
    formKey: string;
    place: string;
    name: string;
    isShared: boolean;
    config: SavedView['config'];
  }): Promise<string>;
  /**
   * Sets the view with which the list opens, for the user or for everybody (`isShared`). `id`: id of a saved view,
   * `doc:<name>` for a view defined in the document, `none` for the unchanged list of the document; null: no default.
   */
  setDefault(choice: { formKey: string; place: string; id: string | null; isShared?: boolean }): Promise<unknown>;
  remove(id: string): Promise<unknown>;
}
