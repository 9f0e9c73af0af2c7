export interface AreaTables {
  /** Provinces and lower areas; `code` according to GB/T 2260; `sn`: position in a list. */
  sys_area: { code: string; parent_code: string | null; name: string; sn: number };
}

declare module '../store/database.ts' {
  interface Database extends AreaTables {}
}
