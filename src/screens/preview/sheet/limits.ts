/** Of each sheet, this much is shown. */
export const MAX_ROWS = 5000;
export const MAX_COLUMNS = 200;
