/** Maximum number of displayed rows and columns of a sheet. */
export const MAX_ROWS = 5000;
export const MAX_COLUMNS = 200;
