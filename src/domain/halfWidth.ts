/** Converts full-width letters, digits and signs, as Chinese input methods write them, to half width: １．５ -> 1.5. */
export const toHalfWidth = (text: string): string =>
  text.replace(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, ' ');
