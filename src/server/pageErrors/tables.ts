import type { ColumnType, Generated } from 'kysely';

type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;

export interface PageErrorTables {
  /**
   * An error of a page. `fingerprint`: the same for the same error. `reporter`: a hash of person and day. `tag`,
   * `place`: the node that failed and its place in the document.
   */
  sys_page_error: {
    number: string;
    happened_at: GeneratedTime;
    last_at: GeneratedTime;
    count: Generated<number>;
    fingerprint: string;
    reporter: string;
    build: string;
    name: string;
    message: string;
    stack: string;
    components: string;
    tag: string;
    place: string;
    page: string;
    browser: string;
  };
}

declare module '../store/database.ts' {
  interface Database extends PageErrorTables {}
}
