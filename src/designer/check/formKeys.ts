import type { FormDefinition } from '../../kernel/index.ts';

/** Pattern of the keys that the server accepts. */
export const FORM_KEY = /^[A-Za-z][\w-]{0,63}$/;

const fileStem = (fileName: string): string => fileName.replace(/\.(?:json5?|txt|[jt]s)$/i, '');

/**
 * Returns a key for an imported document: the key in the document, else a key made from the file name; with a number if
 * the key is in use.
 */
export function proposeKey(documentKey: string | null, fileName: string, usedKeys: ReadonlySet<string>): string {
  const keyFromFile = fileStem(fileName)
    .replace(/[^\w-]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/_+$/, '')
    .slice(0, 56);
  const base =
    documentKey !== null && FORM_KEY.test(documentKey) ? documentKey : keyFromFile === '' ? 'form' : keyFromFile;
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? base : `${base.slice(0, 58)}_${number}`;
    if (!usedKeys.has(candidate)) return candidate;
  }
}

/** Returns a name for an imported document: the name in the document, else the file name. */
export const proposeName = (definition: FormDefinition | null, fileName: string): string => {
  const documentName = definition?.formName ?? '';
  return documentName !== '' && documentName !== '未命名表单' && documentName !== definition?.formKey
    ? documentName
    : fileStem(fileName).slice(0, 100) || '导入的表单';
};

/** Returns a Chinese message if a key cannot be used; otherwise null. */
export function keyError(key: string, usedKeys: ReadonlySet<string>): string | null {
  if (!FORM_KEY.test(key)) return '由字母开头，可含字母、数字、下划线和短横线';
  return usedKeys.has(key) ? '此表单键已被使用，请改名' : null;
}
