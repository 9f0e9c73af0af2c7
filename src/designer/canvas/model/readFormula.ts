import type { FieldInfo } from '../../flow/panel/design.ts';

/** What functions are called where there is no sentence for them. */
const WORDS: Readonly<Record<string, string>> = {
  round: '四舍五入',
  min: '最小',
  max: '最大',
  abs: '绝对值',
  addMonths: '加月数',
};

/** Functions as a person says them; a part is a name, a number or a sentence of its own. */
const SENTENCES: Readonly<Record<string, (parts: readonly string[]) => string | null>> = {
  isEmpty: ([part]) => `${part}未填`,
  sum: ([part]) => `${part}的合计`,
  avg: ([part]) => `${part}的平均`,
  size: ([part]) => `${part}的个数`,
  today: () => '今天',
  daysBetween: ([from, to]) => `${from}到${to}相差的天数`,
  addDays: ([date, days]) => `${date}之后 ${days} 天`,
  capital: ([part]) => `${part}的大写`,
  concat: (parts) => parts.join(' 连接 '),
  text: ([part = '']) => part,
  number: ([part = '']) => part,
  double: ([part = '']) => part,
  round: ([part, places]) => (/^\d+$/.test(places ?? '') ? `${part}（保留 ${places} 位小数）` : null),
};

const SIGNS: Readonly<Record<string, string>> = {
  '||': '或',
  '&&': '且',
  '==': '=',
  '!=': '≠',
  '>=': '≥',
  '<=': '≤',
  '*': '×',
  '/': '÷',
};

const PART =
  /“[^”]*”(?:的“[^”]*”)?|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_一-鿿][\w.一-鿿]*|\d+(?:\.\d+)?|&&|\|\||[=!<>]=|\S/g;
const ENDS: ReadonlySet<string | undefined> = new Set([')', ']', ',', '?', ':', undefined]);

/** Reads the parts of a formula from left to right; it is checked elsewhere, here nothing is refused. */
class Reader {
  private at = 0;
  private readonly parts: readonly string[];
  private readonly labels: ReadonlyMap<string, string>;

  constructor(text: string, labels: ReadonlyMap<string, string>) {
    this.parts = text.match(PART) ?? [];
    this.labels = labels;
  }

  whole(): string {
    const found = [this.choice(true)];
    while (this.at < this.parts.length) found.push(this.parts[this.at++] ?? '', this.choice(false));
    return found.filter((part) => part !== '').join(' ');
  }

  private choice(isWhole: boolean): string {
    const first = this.row(isWhole);
    if (this.parts[this.at] !== '?') return first;
    this.at += 1;
    const then = this.choice(false);
    if (this.parts[this.at] !== ':') return `${first} ? ${then}`;
    this.at += 1;
    return `如果 ${first}，则 ${then}，否则 ${this.choice(false)}`;
  }

  /** Operands and the signs between them. */
  private row(isWhole: boolean): string {
    const start = this.at;
    const read: string[] = [];
    let isAfterOperand = false;
    while (!ENDS.has(this.parts[this.at])) {
      const part = this.parts[this.at] ?? '';
      if (part === '!' || (part === '-' && !isAfterOperand)) {
        this.at += 1;
        const of = this.operand(false);
        read.push(part === '!' && of.endsWith('未填') ? of.replace(/未填$/, '已填') : `${part}${of}`);
        isAfterOperand = true;
        continue;
      }
      isAfterOperand = !/^[-+*/%<>=!&|]+$/.test(part);
      read.push(this.operand(isWhole && this.at === start));
    }
    return read.join(' ');
  }

  private operand(isFirst: boolean): string {
    const part = this.parts[this.at++] ?? '';
    if (part === '(' || part === '[') return `${part}${this.inside().join(', ')}${part === '(' ? ')' : ']'}`;
    if (this.parts[this.at] === '(' && /^[A-Za-z_]/.test(part)) {
      this.at += 1;
      const inner = this.inside();
      // alone it needs no brackets around what it is of
      const isAlone = isFirst && this.at >= this.parts.length;
      const told = Object.hasOwn(SENTENCES, part)
        ? SENTENCES[part]?.(inner.map((one) => (!isAlone && / [-+×÷或且=≠≥≤<>] |^如果/.test(one) ? `(${one})` : one)))
        : null;
      return told ?? `${Object.hasOwn(WORDS, part) ? WORDS[part] : part}(${inner.join(', ')})`;
    }
    if (/^\d+\.0+$/.test(part)) return part.replace(/\.0+$/, '');
    if (part === "''" || part === '""') return '空';
    return SIGNS[part] ?? this.labels.get(part) ?? part;
  }

  /** What stands between brackets, by commas. */
  private inside(): string[] {
    const found: string[] = [];
    while (this.at < this.parts.length && this.parts[this.at] !== ')' && this.parts[this.at] !== ']') {
      found.push(this.choice(false));
      if (!ENDS.has(this.parts[this.at])) continue;
      if (this.parts[this.at] === ',' || this.parts[this.at] === ':' || this.parts[this.at] === '?') this.at += 1;
    }
    this.at += 1;
    return found;
  }
}

/** A formula as a person says it: fields by their names, functions and signs in words, texts in quotes left alone. */
export function readFormula(text: string, infos: readonly FieldInfo[]): string {
  const byKey = new Map(infos.map((info) => [info.key, info]));
  const mapped = text.replace(
    /\b([A-Za-z_]\w*)\.map\((\w+), \2\.(\w+)\)/g,
    (whole, table: string, _row, key: string) => {
      const label = byKey.get(table)?.columns?.find((column) => column.key === key)?.label;
      return label === undefined ? whole : `“${byKey.get(table)?.label}”的“${label}”`;
    },
  );
  return new Reader(mapped, new Map(infos.map(({ key, label }) => [key, `“${label}”`]))).whole();
}

/** True for a reading in which nothing of the language of expressions is left. */
export const isReadable = (reading: string): boolean =>
  !/[A-Za-z_]/.test(reading.replace(/“[^”]*”|"[^"]*"|'[^']*'/g, '')) && !/[([]\s*[)\]]/.test(reading);
