import type { FormDefinition } from '../../kernel/index.ts';

/** Keys that the server takes. */
export const FORM_KEY = /^[A-Za-z][\w-]{0,63}$/;

const stem = (fileName: string): string => fileName.replace(/\.(?:json5?|txt|[jt]s)$/i, '');

/** A key for a document that comes from elsewhere: its own, else made of the file's name; numbered where it is taken. */
export function proposeKey(own: string | null, fileName: string, taken: ReadonlySet<string>): string {
  const plain = stem(fileName)
    .replace(/[^\w-]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/_+$/, '')
    .slice(0, 56);
  const wanted = own !== null && FORM_KEY.test(own) ? own : plain === '' ? 'form' : plain;
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? wanted : `${wanted.slice(0, 58)}_${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Its own name where it has one, else the file's. */
export const proposeName = (definition: FormDefinition | null, fileName: string): string => {
  const own = definition?.formName ?? '';
  return own !== '' && own !== '未命名表单' && own !== definition?.formKey
    ? own
    : stem(fileName).slice(0, 100) || '导入的表单';
};

/** Why a key cannot be taken; null when it can. */
export function keyFault(key: string, taken: ReadonlySet<string>): string | null {
  if (!FORM_KEY.test(key)) return '由字母开头，可含字母、数字、下划线和短横线';
  return taken.has(key) ? '此表单键已被使用，请改名' : null;
}
