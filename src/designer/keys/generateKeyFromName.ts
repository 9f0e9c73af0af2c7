/** Returns the pinyin syllables of a Chinese text, without tones. */
export type ToSyllables = (text: string) => string[];

/** Loads the pinyin library, which is large and only used in the designer. */
export async function loadPinyin(): Promise<ToSyllables> {
  const { pinyin } = await import('pinyin-pro');
  // `v`: writes v for ü; `consecutive`: keeps a run of other characters together
  return (text) => pinyin(text, { toneType: 'none', type: 'array', v: true, nonZh: 'consecutive' });
}

const MAX_KEY_LENGTH = 40;

/**
 * Returns an unused key from syllables (`ke hu` -> `keHu`), with a number if needed. The key is added to `usedKeys`.
 */
export function keyFromSyllables(syllables: readonly string[], usedKeys: Set<string>): string {
  const parts = syllables.flatMap((part) => part.split(/[^A-Za-z0-9]+/)).filter((part) => part !== '');
  const joinedKey = parts
    .map((part, index) => (index === 0 ? part[0]?.toLowerCase() : part[0]?.toUpperCase()) + part.slice(1))
    .join('')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, MAX_KEY_LENGTH);
  const baseKey = joinedKey === '' ? 'field' : joinedKey;
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? baseKey : `${baseKey}${number}`;
    if (usedKeys.has(candidate)) continue;
    usedKeys.add(candidate);
    return candidate;
  }
}

/**
 * Returns an unused key for a field or form from its name: `客户名称` -> `keHuMingCheng`, `Contract No` -> `contractNo`;
 * with a number if needed. The key is added to `usedKeys`.
 */
export async function generateKeyFromName(name: string, usedKeys: Set<string>): Promise<string> {
  return keyFromSyllables((await loadPinyin())(name), usedKeys);
}
