/** Maximum number of characters in a cell of a spreadsheet. */
export const MAX_CELL_LENGTH = 32_767;

/**
 * Escapes a text for a cell of a workbook. A workbook reads `_x0041_` as the character with this code (A). If a text
 * contains such a sequence literally, its first underscore is encoded as `_x005F_`.
 */
export const escapeCellText = (text: string): string => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
