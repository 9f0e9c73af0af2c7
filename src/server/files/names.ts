import { encodePart } from '../../domain/encodePart.ts';
import { requireUtf8Text } from '../http/bodies.ts';

const MAX_NAME = 200;
/** Control characters, and marks that turn the direction of writing: “gpj.exe” must not read as “exe.jpg”. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;

/** Names that mean a device on Windows, whatever follows the first dot. */
const DEVICES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** A file name that is safe to keep and to send: no folders, no unseen characters, none a file system refuses, not too long. */
export function safeName(given: string): { fileName: string; fileExt: string } {
  const base = (given.split(/[\\/]/).pop() ?? '')
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');
  const dot = base.lastIndexOf('.');
  const fileExt = dot > 0 ? base.slice(dot + 1).toLowerCase() : '';
  const stem = (dot > 0 ? base.slice(0, dot) : base) || '未命名';
  const safe = DEVICES.test(stem) ? `_${stem}` : stem;
  const short = Array.from(safe)
    .slice(0, MAX_NAME - fileExt.length - 1)
    .join('');
  return { fileName: dot > 0 ? `${short}.${base.slice(dot + 1)}` : short, fileExt };
}

/** The safe name of an uploaded file; a part of unknown type is a file also without one. */
export const uploadedName = ({ filename }: { filename: string | undefined }): ReturnType<typeof safeName> =>
  safeName(requireUtf8Text(filename ?? '', '文件名'));

/** A Content-Disposition that every browser reads, Chinese names included (RFC 6266, RFC 5987). */
export function disposition(kind: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodePart(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
