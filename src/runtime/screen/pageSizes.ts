/** PG-001 */
export const PAGE_SIZES: readonly number[] = [10, 15, 20, 25, 30, 35, 40, 45, 50];
/** PG-002 */
export const DEFAULT_PAGE_SIZE = 10;
