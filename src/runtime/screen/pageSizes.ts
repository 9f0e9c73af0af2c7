/** PG-001: page sizes that the user can select. */
export const PAGE_SIZES: readonly number[] = [10, 15, 20, 25, 30, 35, 40, 45, 50];
/** PG-002: page size before the user selects another. */
export const DEFAULT_PAGE_SIZE = 10;
