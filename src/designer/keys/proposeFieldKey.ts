/** Gives the syllables of a Chinese text without tones; loaded with the designer's tools only. */
async function syllablesOf(text: string): Promise<string[]> {
  const { pinyin } = await import('pinyin-pro');
  return pinyin(text, { toneType: 'none', type: 'array', v: true, nonZh: 'consecutive' });
}

const MOST = 40;

/**
 * A key for a field or form from its name: `客户名称` -> `keHuMingCheng`, `Contract No` -> `contractNo`; numbered where it is
 * taken. `taken` gets the key, so that one set serves a whole form.
 */
export async function proposeFieldKey(name: string, taken: Set<string>): Promise<string> {
  const parts = (await syllablesOf(name)).flatMap((part) => part.split(/[^A-Za-z0-9]+/)).filter((part) => part !== '');
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
