/** Maximum number of rows and columns that are shown of a sheet. */
export const MAX_ROWS = 5000;
export const MAX_COLUMNS = 200;
