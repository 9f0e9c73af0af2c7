/** Gives the syllables of a Chinese text without tones. */
export type Syllables = (text: string) => string[];

/** Loads the table of syllables; with the designer's tools only. */
export async function loadSyllables(): Promise<Syllables> {
  const { pinyin } = await import('pinyin-pro');
  return (text) => pinyin(text, { toneType: 'none', type: 'array', v: true, nonZh: 'consecutive' });
}

const MOST = 40;

/** A key of syllables: `ke hu` -> `keHu`; numbered where it is taken. `taken` gets the key, so that one set serves a whole form. */
export function keyFrom(syllables: readonly string[], taken: Set<string>): string {
  const parts = syllables.flatMap((part) => part.split(/[^A-Za-z0-9]+/)).filter((part) => part !== '');
  const joined = parts
    .map((part, index) => (index === 0 ? part[0]?.toLowerCase() : part[0]?.toUpperCase()) + part.slice(1))
    .join('')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, MOST);
  const wanted = joined === '' ? 'field' : joined;
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? wanted : `${wanted}${count}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}

/**
 * A key for a field or form from its name: `客户名称` -> `keHuMingCheng`, `Contract No` -> `contractNo`; numbered where it is
 * taken. `taken` gets the key.
 */
export async function proposeFieldKey(name: string, taken: Set<string>): Promise<string> {
  return keyFrom((await loadSyllables())(name), taken);
}
