import { Refusal } from '../http/refusal.ts';

/** Characters forbidden in names, because some file systems could not store a downloaded file with such a name. */
// oxlint-disable-next-line no-control-regex -- control characters are among them
const FORBIDDEN_CHARACTER = /[\\/:*?"<>|\u0000-\u001f]/;

/**
 * Returns the trimmed name of a folder or document. Refuses with REQUEST_INVALID a name that is empty, consists only of
 * dots, is too long or contains a forbidden character.
 */
export function validName(name: string, maxLength: number): string {
  const trimmed = name.trim();
  if (trimmed === '' || /^\.+$/.test(trimmed)) throw new Refusal('REQUEST_INVALID', { detail: '请填写名称' });
  if (trimmed.length > maxLength) throw new Refusal('REQUEST_INVALID', { detail: `名称不能超过 ${maxLength} 个字` });
  if (FORBIDDEN_CHARACTER.test(trimmed))
    throw new Refusal('REQUEST_INVALID', { detail: '名称不能含有 \\ / : * ? " < > |' });
  return trimmed;
}

export const MAX_FOLDER_NAME_LENGTH = 100;
export const MAX_DOCUMENT_NAME_LENGTH = 200;
