import type { ColumnType, Generated } from 'kysely';

type Time = ColumnType<Date, Date | string, Date | string>;

export interface FileTables {
  /** `size` in bytes; the content lies in the file store under `id`. */
  att_file: { id: string; file_name: string; file_ext: string; mime: string; size: number; sha256: string; uploader_id: string; created_at: Generated<Time> };
}
