import type { ColumnType, Generated } from 'kysely';

type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** The access level of a person on a folder and its content; each level includes the previous levels. */
export type FolderLevel = 'read' | 'write' | 'manage';

export interface FolderTables {
  /**
   * A folder of a space (the folders of one `folder` block). The root has no parent, and the id `root:<space>`. The
   * content of a removed folder is hidden.
   */
  file_folder: {
    id: string;
    space: string;
    parent_id: string | null;
    name: string;
    revision: Generated<number>;
    created_by: string;
    created_at: GeneratedTime;
    removed_at: NullableTime;
    removed_by_name: Generated<string>;
  };
  /**
   * The access levels on a folder. `holder` says who has the level: `all`, or `role:`, `dept:` or `user:` and the code
   * or id. A folder without rows here inherits the rights of its parent.
   */
  file_folder_right: { folder_id: string; holder: string; level: FolderLevel };
  /** A document in a folder. `version`: its latest version. */
  file_document: {
    id: string;
    folder_id: string;
    name: string;
    version: number;
    revision: Generated<number>;
    created_by: string;
    created_at: GeneratedTime;
    removed_at: NullableTime;
    removed_by_name: Generated<string>;
  };
  /** A version of a document, numbered from 1; versions are never changed. */
  file_version: {
    document_id: string;
    version: number;
    file_id: string;
    note: string;
    created_by: string;
    created_by_name: string;
    created_at: GeneratedTime;
  };
}

declare module '../store/database.ts' {
  interface Database extends FolderTables {}
}
