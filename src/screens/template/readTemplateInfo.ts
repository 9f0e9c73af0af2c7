import { parseSections, type Section } from '../../widgets/templatePreview/sections.ts';

export interface TemplateInfo {
  name: string;
  formKey: string;
  sections: readonly Section[];
  /** Unsanitised HTML of another designer; null for none. */
  html: string | null;
  /** The other properties with their values as text. */
  otherProperties: readonly (readonly [string, string])[];
}

const NAME_KEYS = ['templateName', 'fileName', 'name', 'title'];
const HTML_KEYS = ['html', 'content', 'templateHtml'];
const isMarkup = (text: unknown): text is string => typeof text === 'string' && /^\s*<[a-z!]/i.test(text);

/** LS-007: parses stored template information: a JSON object, HTML, or any text. Does not throw. */
export function readTemplateInfo(storedText: string): TemplateInfo {
  const emptyInfo: TemplateInfo = { name: '', formKey: '', sections: [], html: null, otherProperties: [] };
  if (isMarkup(storedText)) return { ...emptyInfo, html: storedText };
  let value: unknown = null;
  try {
    value = JSON.parse(storedText);
  } catch {
    /* not JSON: treated as text */
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ...emptyInfo, otherProperties: storedText === '' ? [] : [['内容', storedText]] };
  const body = value as Record<string, unknown>;
  const nameKey = NAME_KEYS.find((key) => typeof body[key] === 'string' && body[key] !== '');
  const htmlKey = HTML_KEYS.find((key) => isMarkup(body[key]));
  const usedKeys = new Set([nameKey, htmlKey, 'formKey', 'sections']);
  return {
    name: nameKey ? String(body[nameKey]) : '',
    formKey: typeof body['formKey'] === 'string' ? body['formKey'] : '',
    sections: parseSections(body['sections']),
    html: htmlKey ? String(body[htmlKey]) : null,
    otherProperties: Object.entries(body)
      .filter(([key]) => !usedKeys.has(key))
      .map(
        ([key, propertyValue]) =>
          [key, typeof propertyValue === 'object' ? JSON.stringify(propertyValue) : String(propertyValue)] as const,
      ),
  };
}
