export interface AreaTables {
  /** Provinces and lower areas; `code` according to GB/T 2260. */
  sys_area: { code: string; parent_code: string | null; name: string; sn: number };
}

declare module '../store/database.ts' {
  interface Database extends AreaTables {}
}
