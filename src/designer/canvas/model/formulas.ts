import type { FieldInfo } from '../../flow/panel/design.ts';

/**
 * Kinds of parts of a formula: a field with numbers, dates, or texts or numbers (`any`); a column of a sub-table; a
 * sub-table; a number that the user enters (`wholeNumber`).
 */
export type PartKind = 'number' | 'date' | 'any' | 'column' | 'table' | 'wholeNumber';

/** A template of a computation; the user selects its parts. */
export interface Formula {
  id: string;
  name: string;
  /** Name and kind of each part. */
  parts: readonly { name: string; kind: PartKind }[];
  /** Returns the expression for the selected parts: keys of fields, `table.column`, or an entered number. */
  buildExpression(parts: readonly string[]): string;
}

export interface FormulaChoice {
  value: string;
  label: string;
}

const NUMBER_FORMULAS: readonly Formula[] = [
  {
    id: 'days',
    name: '两个日期之间的天数（含首尾）',
    parts: [
      { name: '从', kind: 'date' },
      { name: '到', kind: 'date' },
    ],
    buildExpression: ([from, to]) => `isEmpty(${from}) || isEmpty(${to}) ? 0.0 : daysBetween(${from}, ${to}) + 1`,
  },
  ...(
    [
      ['plus', '两个数相加', '加', '+'],
      ['minus', '两个数相减', '减', '-'],
      ['times', '两个数相乘', '乘', '*'],
    ] as const
  ).map(([id, name, second, sign]): Formula => ({
    id,
    name,
    parts: [
      { name: '数', kind: 'number' },
      { name: second, kind: 'number' },
    ],
    buildExpression: ([a, b]) => `round(${a} ${sign} ${b}, 2)`,
  })),
  {
    id: 'ratio',
    name: '两个数相除',
    parts: [
      { name: '数', kind: 'number' },
      { name: '除以', kind: 'number' },
    ],
    buildExpression: ([a, b]) => `${b} == 0.0 ? 0.0 : round(${a} / ${b}, 2)`,
  },
  {
    id: 'sum',
    name: '子表某一列的合计',
    parts: [{ name: '列', kind: 'column' }],
    buildExpression: ([column = '']) => {
      const [table, key] = column.split('.');
      return `round(sum(${table}.map(row, row.${key})), 2)`;
    },
  },
  {
    id: 'rows',
    name: '子表的行数',
    parts: [{ name: '子表', kind: 'table' }],
    buildExpression: ([table]) => `double(size(${table}))`,
  },
];

const DATE_FORMULAS: readonly Formula[] = [
  {
    id: 'later',
    name: '某个日期之后若干天',
    parts: [
      { name: '日期', kind: 'date' },
      { name: '天数', kind: 'wholeNumber' },
    ],
    buildExpression: ([date, days]) => `isEmpty(${date}) ? "" : addDays(${date}, ${days})`,
  },
];

const TEXT_FORMULAS: readonly Formula[] = [
  {
    id: 'capital',
    name: '金额的大写',
    parts: [{ name: '金额', kind: 'number' }],
    buildExpression: ([amount]) => `capital(${amount})`,
  },
  {
    id: 'joined',
    name: '两项连在一起',
    parts: [
      { name: '前', kind: 'any' },
      { name: '后', kind: 'any' },
    ],
    buildExpression: ([a, b]) => `concat(text(${a}), text(${b}))`,
  },
];

const isSingleValue = ({ columns }: FieldInfo): boolean => columns === null;

/**
 * Returns the options for a part of a formula. `computedKey`: key of the computed field, which must not read itself.
 */
export function choicesFor(
  kind: PartKind,
  infos: readonly FieldInfo[],
  computedKey: string | undefined,
): FormulaChoice[] {
  if (kind === 'column')
    return infos.flatMap(({ key, label, columns }) =>
      (columns ?? [])
        .filter(({ type }) => type === 'double')
        .map((column) => ({ value: `${key}.${column.key}`, label: `${label}：${column.label}` })),
    );
  const isMatch = (info: FieldInfo): boolean => {
    if (kind === 'table') return !isSingleValue(info);
    if (!isSingleValue(info) || info.key === computedKey) return false;
    if (kind === 'number') return info.type === 'double';
    if (kind === 'date') return info.isDate === true && info.type === 'string';
    return info.type === 'string' || info.type === 'double';
  };
  const matchingInfos = infos.filter(isMatch);
  return matchingInfos.map(({ key, label }) => ({ value: key, label }));
}

function formulasOfType(computed: FieldInfo | undefined): readonly Formula[] {
  if (computed === undefined || computed.type === 'double') return NUMBER_FORMULAS;
  return computed.isDate === true ? DATE_FORMULAS : TEXT_FORMULAS;
}

/** Returns the formulas for the type of the computed field, if the form has the fields that they need. */
export function formulasFor(infos: readonly FieldInfo[], computed: FieldInfo | undefined): readonly Formula[] {
  return formulasOfType(computed).filter(({ parts }) =>
    parts.every(({ kind }) => kind === 'wholeNumber' || choicesFor(kind, infos, computed?.key).length > 0),
  );
}
