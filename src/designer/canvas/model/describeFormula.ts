import type { FieldInfo } from '../../flow/panel/design.ts';

/** Names of functions, for calls that have no phrase in `CALL_PHRASES`. */
const FUNCTION_NAMES: Readonly<Record<string, string>> = {
  round: '四舍五入',
  min: '最小',
  max: '最大',
  abs: '绝对值',
  addMonths: '加月数',
};

/** Builds the Chinese phrase for a call of a function from the phrases of its arguments; null if no phrase fits. */
const CALL_PHRASES: Readonly<Record<string, (parts: readonly string[]) => string | null>> = {
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

const OPERATOR_SIGNS: Readonly<Record<string, string>> = {
  '||': '或',
  '&&': '且',
  '==': '=',
  '!=': '≠',
  '>=': '≥',
  '<=': '≤',
  '*': '×',
  '/': '÷',
};

/**
 * Matches one token: a label in “”, a column as “table”的“column”, a string, a name, a number, an operator or any other
 * character.
 */
const TOKEN_PATTERN =
  /“[^”]*”(?:的“[^”]*”)?|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_一-鿿][\w.一-鿿]*|\d+(?:\.\d+)?|&&|\|\||[=!<>]=|\S/g;
/** Tokens that end an operation; undefined: the end of the formula. */
const TERMINATORS: ReadonlySet<string | undefined> = new Set([')', ']', ',', '?', ':', undefined]);

/**
 * Translates the tokens of a formula from left to right. Accepts invalid input, because the formula is validated
 * elsewhere.
 */
class FormulaReader {
  private position = 0;
  private readonly tokens: readonly string[];
  private readonly labels: ReadonlyMap<string, string>;

  constructor(text: string, labels: ReadonlyMap<string, string>) {
    this.tokens = text.match(TOKEN_PATTERN) ?? [];
    this.labels = labels;
  }

  readAll(): string {
    const parts = [this.readConditional(true)];
    while (this.position < this.tokens.length)
      parts.push(this.tokens[this.position++] ?? '', this.readConditional(false));
    return parts.filter((part) => part !== '').join(' ');
  }

  private readConditional(isWhole: boolean): string {
    const first = this.readOperation(isWhole);
    if (this.tokens[this.position] !== '?') return first;
    this.position += 1;
    const consequent = this.readConditional(false);
    if (this.tokens[this.position] !== ':') return `${first} ? ${consequent}`;
    this.position += 1;
    return `如果 ${first}，则 ${consequent}，否则 ${this.readConditional(false)}`;
  }

  /** Reads operands and the operators between them. `isWhole`: the operation is not part of another expression. */
  private readOperation(isWhole: boolean): string {
    const start = this.position;
    const parts: string[] = [];
    let isAfterOperand = false;
    while (!TERMINATORS.has(this.tokens[this.position])) {
      const token = this.tokens[this.position] ?? '';
      if (token === '!' || (token === '-' && !isAfterOperand)) {
        this.position += 1;
        const operand = this.readOperand(false);
        parts.push(token === '!' && operand.endsWith('未填') ? operand.replace(/未填$/, '已填') : `${token}${operand}`);
        isAfterOperand = true;
        continue;
      }
      isAfterOperand = !/^[-+*/%<>=!&|]+$/.test(token);
      parts.push(this.readOperand(isWhole && this.position === start));
    }
    return parts.join(' ');
  }

  /** Reads one operand or one operator. `isFirst`: it is the first of the whole formula. */
  private readOperand(isFirst: boolean): string {
    const token = this.tokens[this.position++] ?? '';
    if (token === '(' || token === '[') return `${token}${this.readArguments().join(', ')}${token === '(' ? ')' : ']'}`;
    if (this.tokens[this.position] === '(' && /^[A-Za-z_]/.test(token)) {
      this.position += 1;
      const callArguments = this.readArguments();
      // a call that is the whole formula needs no brackets around its arguments
      const isAlone = isFirst && this.position >= this.tokens.length;
      const phrase = Object.hasOwn(CALL_PHRASES, token)
        ? CALL_PHRASES[token]?.(
            callArguments.map((argument) =>
              !isAlone && / [-+×÷或且=≠≥≤<>] |^如果/.test(argument) ? `(${argument})` : argument,
            ),
          )
        : null;
      return (
        phrase ?? `${Object.hasOwn(FUNCTION_NAMES, token) ? FUNCTION_NAMES[token] : token}(${callArguments.join(', ')})`
      );
    }
    if (/^\d+\.0+$/.test(token)) return token.replace(/\.0+$/, '');
    if (token === "''" || token === '""') return '空';
    return OPERATOR_SIGNS[token] ?? this.labels.get(token) ?? token;
  }

  /** Reads the comma-separated expressions up to the closing bracket. */
  private readArguments(): string[] {
    const parts: string[] = [];
    while (
      this.position < this.tokens.length &&
      this.tokens[this.position] !== ')' &&
      this.tokens[this.position] !== ']'
    ) {
      parts.push(this.readConditional(false));
      if (!TERMINATORS.has(this.tokens[this.position])) continue;
      if (
        this.tokens[this.position] === ',' ||
        this.tokens[this.position] === ':' ||
        this.tokens[this.position] === '?'
      )
        this.position += 1;
    }
    this.position += 1;
    return parts;
  }
}

/**
 * Describes a formula in Chinese: fields by their labels, functions and operators as words, string literals unchanged.
 */
export function describeFormula(text: string, infos: readonly FieldInfo[]): string {
  const byKey = new Map(infos.map((info) => [info.key, info]));
  // replaces `items.map(row, row.price)` by the labels of the table and the column
  const textWithColumnNames = text.replace(
    /\b([A-Za-z_]\w*)\.map\((\w+), \2\.(\w+)\)/g,
    (whole, table: string, _row, key: string) => {
      const label = byKey.get(table)?.columns?.find((column) => column.key === key)?.label;
      return label === undefined ? whole : `“${byKey.get(table)?.label}”的“${label}”`;
    },
  );
  return new FormulaReader(textWithColumnNames, new Map(infos.map(({ key, label }) => [key, `“${label}”`]))).readAll();
}

/** Returns true if a description contains no expression syntax: no identifiers and no empty brackets. */
export const isReadable = (description: string): boolean =>
  !/[A-Za-z_]/.test(description.replace(/“[^”]*”|"[^"]*"|'[^']*'/g, '')) && !/[([]\s*[)\]]/.test(description);
