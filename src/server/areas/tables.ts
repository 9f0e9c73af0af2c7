export interface AreaTables {
  /** Provinces and what lies below them; `code` as in GB/T 2260. */
  sys_area: { code: string; parent_code: string | null; name: string; sn: number };
}

declare module '../store/database.ts' {
  interface Database extends AreaTables {}
}
