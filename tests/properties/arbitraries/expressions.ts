import fc from '../../support/fc.ts';

/** What an expression may name where it stands. */
export interface Names {
  texts: readonly string[];
  numbers: readonly string[];
  /** Number columns of sub-tables, for sums. */
  sums: readonly { table: string; column: string }[];
}

/** An expression that gets its names when all keys of the form are known. */
export type Written = (names: Names) => string;

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const index = fc.nat({ max: 20 });

const ofSituation: fc.Arbitrary<Written> = fc
  .constantFrom(
    'taskNode == "部门负责人"',
    'taskNode != ""',
    '"manager" in user.roles',
    'flowState == "0"',
    'user.id == "u1"',
  )
  .map((text) => () => text);

const ofText: fc.Arbitrary<Written> = fc.tuple(index, fc.constantFrom('==', '!='), fc.constantFrom('甲', '是', '')).map(
  ([which, operator, text]) =>
    ({ texts }) =>
      texts.length === 0 ? `"" ${operator} "${text}"` : `${at(texts, which)} ${operator} "${text}"`,
);

const ofNumber: fc.Arbitrary<Written> = fc
  .tuple(index, fc.constantFrom('>', '<=', '==', '!='), fc.constantFrom('0', '1', '2.5'))
  .map(
    ([which, operator, number]) =>
      ({ numbers }) =>
        numbers.length === 0 ? `1 ${operator} ${number}` : `${at(numbers, which)} ${operator} ${number}`,
  );

const ofEmpty: fc.Arbitrary<Written> = index.map(
  (which) =>
    ({ texts }) =>
      texts.length === 0 ? 'true' : `isEmpty(${at(texts, which)})`,
);

/** CEL that comes to yes or no. */
export const condition: fc.Arbitrary<Written> = fc.letrec<{ any: Written }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    ofSituation,
    ofText,
    ofNumber,
    ofEmpty,
    fc.tuple(tie('any'), fc.constantFrom('&&', '||'), tie('any')).map(
      ([left, operator, right]) =>
        (names: Names) =>
          `(${left(names)}) ${operator} (${right(names)})`,
    ),
    tie('any').map((inner) => (names: Names) => `!(${inner(names)})`),
  ),
})).any;

/** CEL that comes to a number; reads only what it is given, so that it never needs itself. */
export const computation: fc.Arbitrary<Written> = fc
  .tuple(index, index, fc.constantFrom('+', '-', '*'), fc.boolean())
  .map(([a, b, operator, isSum]) => ({ numbers, sums }) => {
    if (isSum && sums.length > 0) {
      const { table, column } = at(sums, a);
      return `sum(${table}.map(r, r.${column}))`;
    }
    return numbers.length === 0 ? '1 + 2' : `${at(numbers, a)} ${operator} ${at(numbers, b)}`;
  });
