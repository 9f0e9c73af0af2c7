import { LITERAL_SOURCE, literalOf, valueOfLiteral, type LiteralValue } from '../../document/literals.ts';

/** The periods of date filters, relative to the day of the query. */
export const PERIODS: readonly { value: string; label: string }[] = [
  { value: 'thisYear()', label: '本年' },
  { value: 'yearToDate()', label: '本年至今' },
  { value: 'lastYear()', label: '去年' },
  { value: 'thisQuarter()', label: '本季度' },
  { value: 'thisMonth()', label: '本月' },
  { value: 'lastMonth()', label: '上月' },
  { value: 'thisWeek()', label: '本周' },
];

export type FilterOp = '==' | '!=' | '>' | '>=' | '<' | '<=' | 'contains' | 'empty' | 'filled';

/** One condition that can be edited without typing an expression. */
export type Filter =
  | { kind: 'compare'; path: string; op: FilterOp; value: LiteralValue }
  | { kind: 'period'; path: string; period: string }
  /** The viewer selects the value through a parameter; without a value the filter has no effect. */
  | { kind: 'asked'; path: string; param: string; isPeriod: boolean };

/** Returns the expression of a filter. */
export function conditionOfFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'period':
      return `within(${filter.path}, ${filter.period})`;
    case 'asked':
      return filter.isPeriod
        ? `within(${filter.path}, params.${filter.param})`
        : `(isEmpty(params.${filter.param}) || ${filter.path} == params.${filter.param})`;
    case 'compare':
      if (filter.op === 'empty') return `isEmpty(${filter.path})`;
      if (filter.op === 'filled') return `!isEmpty(${filter.path})`;
      return filter.op === 'contains'
        ? `${filter.path}.contains(${literalOf(filter.value)})`
        : `${filter.path} ${filter.op} ${literalOf(filter.value)}`;
  }
}

/** Returns an expression that requires all filters; undefined if there are none. */
export const whereOf = (filters: readonly Filter[]): string | undefined =>
  filters.length === 0 ? undefined : filters.map(conditionOfFilter).join(' && ');

const PATH = String.raw`([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)`;
const NAME = String.raw`([A-Za-z][\w-]*)`;
/** Patterns of the expressions that `conditionOfFilter` writes, with functions that convert them back to filters. */
const PATTERNS: readonly [RegExp, (match: readonly string[]) => Filter | null][] = [
  [
    new RegExp(String.raw`^within\(\s*${PATH},\s*params\.${NAME}\s*\)$`),
    ([, path = '', param = '']) => ({ kind: 'asked', path, param, isPeriod: true }),
  ],
  [
    new RegExp(String.raw`^within\(\s*${PATH},\s*(\w+\(\))\s*\)$`),
    ([, path = '', period = '']) =>
      PERIODS.some(({ value }) => value === period) ? { kind: 'period', path, period } : null,
  ],
  [
    // in brackets, because `&&` binds tighter; `readFilters` adds the brackets to a condition that consists only of
    // this expression
    new RegExp(String.raw`^\(\s*isEmpty\(params\.${NAME}\)\s*\|\|\s*${PATH}\s*==\s*params\.${NAME}\s*\)$`),
    ([, emptyParam, path = '', param = '']) =>
      emptyParam === param ? { kind: 'asked', path, param, isPeriod: false } : null,
  ],
  [
    new RegExp(String.raw`^(!?)isEmpty\(\s*${PATH}\s*\)$`),
    ([, negation, path = '']) => ({ kind: 'compare', path, op: negation === '!' ? 'filled' : 'empty', value: '' }),
  ],
  [
    new RegExp(String.raw`^${PATH}\.contains\(\s*${LITERAL_SOURCE}\s*\)$`),
    ([, path = '', value = '']) => ({ kind: 'compare', path, op: 'contains', value: valueOfLiteral(value) }),
  ],
  [
    new RegExp(String.raw`^${PATH}\s*(==|!=|>=|<=|>|<)\s*${LITERAL_SOURCE}$`),
    ([, path = '', op = '==', value = '']) => ({
      kind: 'compare',
      path,
      op: op as FilterOp,
      value: valueOfLiteral(value),
    }),
  ],
];

/** Splits at `&&` outside string literals and brackets. */
function splitAtAnd(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const piece of text.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|&&|[()]|[^'"&()]+|[&'"]/g) ?? []) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    if (piece === '&&' && depth === 0) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim());
}

const withBrackets = (part: string): string => (/^isEmpty\(params\..*\|\|/.test(part) ? `(${part})` : part);

/** Reads a condition as filters; null if it is not a list of filters. */
export function readFilters(condition: string | undefined): Filter[] | null {
  if (condition === undefined || condition.trim() === '') return [];
  const parts = splitAtAnd(condition);
  const filters = (parts.length === 1 ? parts.map(withBrackets) : parts).map((part): Filter | null => {
    for (const [pattern, toFilter] of PATTERNS) {
      const match = pattern.exec(part);
      if (match) return toFilter(match);
    }
    return null;
  });
  return filters.every((filter) => filter !== null) ? filters : null;
}
