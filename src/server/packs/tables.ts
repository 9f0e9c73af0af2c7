import type { ColumnType } from 'kysely';
import type { PackKind } from './packItem.ts';

/** One item that an import changed. */
export interface ChangedItem {
  kind: PackKind;
  key: string;
  name: string;
  /** Result of the comparison before the import (`ItemState`); equal items are not imported. */
  state: 'new' | 'changed' | 'conflict';
  /** For a document: the version before the import, and the version published by the import. */
  versionBefore?: number | null;
  version?: number;
  /** For any other item: its content before the import, null for none. */
  before?: unknown;
  /**
   * Local data from before the import: the data of the item that packs do not contain (a role's chosen departments;
   * whether a dictionary or menu entry had been changed since the product shipped it).
   */
  own?: unknown;
  /** For a role: the forms whose rights are part of `hash`; absent in imports of earlier releases. */
  forms?: readonly string[];
  /** The document was disabled before the import. */
  wasDisabled?: boolean;
  /** Hash of the item after the import, to detect later changes. */
  hash: string;
  /**
   * Hash to restore in `sys_pack_base` when the import is undone: of the item before the import if `state` is
   * `changed`, otherwise of the item after the last earlier import of it; null: none.
   */
  base: string | null;
}

export interface PackTables {
  /** Imported packs, with the items that they changed. */
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
  /** `hash`: of the installed item after the last import of a pack with it; `pack_hash`: of the item in that pack. */
  sys_pack_base: { kind: PackKind; key: string; hash: string; pack_hash: string };
}

declare module '../store/database.ts' {
  interface Database extends PackTables {}
}
