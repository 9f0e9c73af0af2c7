import type { ColumnType } from 'kysely';
import type { PackKind } from './kinds.ts';

/** One thing as an import changed it. */
export interface ChangedItem {
  kind: PackKind;
  key: string;
  name: string;
  state: 'new' | 'changed' | 'conflict';
  /** Of a document: the version that was in force, and the one that the import made. */
  versionBefore?: number | null;
  version?: number;
  /** Of anything else: what stood there, null for nothing. */
  before?: unknown;
  /** What only this installation knows of it: chosen departments, whether it was as shipped. */
  own?: unknown;
  /** The document was out of use. */
  wasDisabled?: boolean;
  /** What the import left, to tell whether somebody changed it since. */
  hash: string;
  /** What a pack had left before; null: it did not come by a pack, or was changed since. */
  base: string | null;
}

export interface PackTables {
  /** Packs that were taken in, with what they changed. */
  sys_pack: {
    id: string;
    name: string;
    note: string;
    made_at: string;
    made_by: string;
    imported_by: string;
    imported_by_name: string;
    imported_at: ColumnType<Date, Date | undefined, Date>;
    undone_by_name: ColumnType<string | null, string | null | undefined, string | null>;
    undone_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    items: ColumnType<ChangedItem[], string, string>;
  };
  /** What the last pack left of each thing, as a hash; `pack_hash`: what it said itself. */
  sys_pack_base: { kind: PackKind; key: string; hash: string; pack_hash: string };
}

declare module '../store/database.ts' {
  interface Database extends PackTables {}
}
