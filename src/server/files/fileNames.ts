import { encodeUrlPart } from '../../domain/encodeUrlPart.ts';
import { requireUtf8Text } from '../http/bodies/bodies.ts';

const MAX_NAME_CHARS = 200;
/**
 * Control characters, format characters, and private or unassigned code points. Format characters include marks that
 * change the writing direction: they could display “gpj.exe” as “exe.jpg”.
 */
const INVISIBLE_CHARS = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;

/** Device names on Windows, with any extension. */
const DEVICE_NAMES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/**
 * Converts a name into a safe file name of limited length, without folders, invisible characters and characters that
 * file systems refuse.
 */
export function safeName(input: string): { fileName: string; fileExt: string } {
  const cleanName = (input.split(/[\\/]/).pop() ?? '')
    .normalize('NFC')
    .replace(INVISIBLE_CHARS, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');
  const dot = cleanName.lastIndexOf('.');
  const fileExt = dot > 0 ? cleanName.slice(dot + 1).toLowerCase() : '';
  const stem = (dot > 0 ? cleanName.slice(0, dot) : cleanName) || '未命名';
  const safeStem = DEVICE_NAMES.test(stem) ? `_${stem}` : stem;
  const shortStem = Array.from(safeStem)
    .slice(0, MAX_NAME_CHARS - fileExt.length - 1)
    .join('');
  return { fileName: dot > 0 ? `${shortStem}.${cleanName.slice(dot + 1)}` : shortStem, fileExt };
}

/** Returns the safe name of an uploaded file. The upload may lack a name. */
export const uploadedName = ({ filename }: { filename: string | undefined }): ReturnType<typeof safeName> =>
  safeName(requireUtf8Text(filename ?? '', '文件名'));

/** Returns a Content-Disposition header that all browsers understand, also for Chinese names (RFC 6266, RFC 5987). */
export function disposition(kind: 'attachment' | 'inline', fileName: string): string {
  const asciiName = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encodedName = encodeUrlPart(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}
