/** Maximum number of characters in a cell of a spreadsheet. */
export const MAX_CELL_LENGTH = 32_767;

/**
 * Escapes a text for a cell of a workbook. Workbooks encode characters as `_x0041_`, so the underscore of a text that
 * looks like such a code must be encoded itself.
 */
export const escapeCellText = (text: string): string => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
