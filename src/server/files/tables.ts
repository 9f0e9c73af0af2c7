import type { ColumnType, Generated } from 'kysely';

type Time = ColumnType<Date, Date | string, Date | string>;

export interface FileTables {
  /** `size` in bytes; the content is in the file store under `id`. */
  att_file: {
    id: string;
    file_name: string;
    file_ext: string;
    mime: string;
    size: number;
    sha256: string;
    uploader_id: string;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
  /**
   * A link that opens one file without an Authorization header until `expires_at`. `hash`: hash of the secret in the
   * address of the link.
   */
  att_link: { hash: string; file_id: string; expires_at: Time };
  /**
   * A file of a business object. `bus_type`: a form key, optionally with a suffix after a colon. `bus_id`: a record
   * of that form, or an object of another system.
   */
  att_busi: {
    id: string;
    bus_id: string;
    bus_type: string;
    file_id: string;
    create_by: string;
    create_by_name: string;
    created_at: Generated<Time>;
  };
}

declare module '../store/database.ts' {
  interface Database extends FileTables {}
}
