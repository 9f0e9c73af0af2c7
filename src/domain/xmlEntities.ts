const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const MAX_CODE_POINT = 0x10ffff;

/**
 * Decodes the predefined entities (`&lt;`) and the character references (`&#65;`, `&#x41;`) of an XML text. A reference
 * beyond Unicode is replaced by `invalidText`; without it, it is left unchanged.
 */
export const decodeXmlEntities = (text: string, invalidText?: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (reference, hex?: string, decimal?: string, name?: string) => {
      if (name) return NAMED_ENTITIES[name.toLowerCase()] ?? reference;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : (invalidText ?? reference);
    },
  );
