import { operandText, createFragment, negate, UNTRANSLATABLE, type CelFragment } from './celFragment.ts';

const argumentList = (args: readonly CelFragment[]): string => args.map((arg) => operandText(arg, 1)).join(', ');
const callTo = (name: string, ...args: readonly CelFragment[]): CelFragment =>
  createFragment(`${name}(${argumentList(args)})`);
const isEmptyCall = (fragment: CelFragment): CelFragment => callTo('isEmpty', fragment);
const methodCall = (target: CelFragment, name: string, ...args: readonly CelFragment[]): CelFragment =>
  createFragment(`${operandText(target, 9)}.${name}(${argumentList(args)})`);
/** Returns one argument. It always exists, because `applyTranslation` checks the number of arguments. */
const argument = (args: readonly CelFragment[], index: number): CelFragment => {
  const fragment = args[index];
  if (!fragment) throw UNTRANSLATABLE;
  return fragment;
};

/** Creates a comparison of two operands. */
const compare = (left: CelFragment, operator: string, right: CelFragment): CelFragment =>
  createFragment(`${operandText(left, 5)} ${operator} ${operandText(right, 5)}`, 4);

/**
 * The translation of a call: its number of arguments (the object of a method is not counted), and the function that
 * creates the CEL fragment from them.
 */
type Translation = readonly [count: number, (args: readonly CelFragment[]) => CelFragment];

const CONTAINS_METHOD: Translation = [1, (args) => methodCall(argument(args, 0), 'contains', argument(args, 1))];
/** Translates `x.name()` to `x`. */
const identity: Translation = [0, (args) => argument(args, 0)];

/**
 * Translations of `x.name(…)`, with `x` as the first argument. Conversions between numbers and texts yield `x` itself.
 */
const METHODS: Readonly<Record<string, Translation>> = {
  equals: [1, (args) => compare(argument(args, 0), '==', argument(args, 1))],
  contains: CONTAINS_METHOD,
  startsWith: [1, (args) => methodCall(argument(args, 0), 'startsWith', argument(args, 1))],
  endsWith: [1, (args) => methodCall(argument(args, 0), 'endsWith', argument(args, 1))],
  indexOf: [1, (args) => methodCall(argument(args, 0), 'indexOf', argument(args, 1))],
  trim: [0, (args) => methodCall(argument(args, 0), 'trim')],
  length: [0, (args) => callTo('size', argument(args, 0))],
  size: [0, (args) => callTo('size', argument(args, 0))],
  isEmpty: [0, (args) => isEmptyCall(argument(args, 0))],
  isBlank: [0, (args) => isEmptyCall(argument(args, 0))],
  // translated together with the comparison that contains the call
  compareTo: [1, (args) => ({ text: '', precedence: 0, difference: [argument(args, 0), argument(args, 1)] })],
  toString: identity,
  intValue: identity,
  longValue: identity,
  doubleValue: identity,
  floatValue: identity,
  booleanValue: identity,
};

const NUMBER: Translation = [1, (args) => callTo('number', argument(args, 0))];
const TEXT: Translation = [1, (args) => callTo('text', argument(args, 0))];
const BOOL: Translation = [1, (args) => compare(callTo('text', argument(args, 0)), '==', createFragment("'true'"))];
const EMPTY: Translation = [1, (args) => isEmptyCall(argument(args, 0))];
const FILLED: Translation = [1, (args) => negate(isEmptyCall(argument(args, 0)))];
const SIZE: Translation = [1, (args) => callTo('size', argument(args, 0))];
const comparisonBy = (operator: string): Translation => [
  2,
  (args) => compare(argument(args, 0), operator, argument(args, 1)),
];
const CONTAINS_FUNCTION: Translation = [2, (args) => methodCall(argument(args, 0), 'contains', argument(args, 1))];
const STARTS_WITH: Translation = [2, (args) => methodCall(argument(args, 0), 'startsWith', argument(args, 1))];
const ENDS_WITH: Translation = [2, (args) => methodCall(argument(args, 0), 'endsWith', argument(args, 1))];

/** Translations of functions of FEEL and JSTL (`fn:…`), and of static Java methods (`StringUtils.isBlank`). */
const FUNCTIONS: Readonly<Record<string, Translation>> = {
  'string length': SIZE,
  count: SIZE,
  'list contains': CONTAINS_FUNCTION,
  contains: CONTAINS_FUNCTION,
  'starts with': STARTS_WITH,
  'ends with': ENDS_WITH,
  'is defined': FILLED,
  number: NUMBER,
  string: TEXT,
  sum: [1, (args) => callTo('sum', argument(args, 0))],
  min: [1, (args) => callTo('min', argument(args, 0))],
  max: [1, (args) => callTo('max', argument(args, 0))],
  abs: [1, (args) => callTo('abs', argument(args, 0))],
  'fn:contains': CONTAINS_FUNCTION,
  'fn:startsWith': STARTS_WITH,
  'fn:endsWith': ENDS_WITH,
  'fn:length': SIZE,
  'fn:trim': [1, (args) => methodCall(argument(args, 0), 'trim')],
  'Integer.parseInt': NUMBER,
  'Integer.valueOf': NUMBER,
  'Long.parseLong': NUMBER,
  'Long.valueOf': NUMBER,
  'Double.parseDouble': NUMBER,
  'Double.valueOf': NUMBER,
  'String.valueOf': TEXT,
  'Boolean.parseBoolean': BOOL,
  'Boolean.valueOf': BOOL,
  'Boolean.TRUE.equals': [1, (args) => compare(argument(args, 0), '==', createFragment('true'))],
  'Boolean.FALSE.equals': [1, (args) => compare(argument(args, 0), '==', createFragment('false'))],
  'Objects.equals': comparisonBy('=='),
  'StringUtils.equals': comparisonBy('=='),
};
// static methods of Java classes such as `StringUtils`
const IS_EMPTY_METHOD = /^[A-Z]\w*Utils?\.(?:isEmpty|isBlank)$/;
const IS_FILLED_METHOD = /^[A-Z]\w*Utils?\.(?:isNotEmpty|isNotBlank|hasText|hasLength)$/;

/** Translations of `var:…` functions; their first argument is the name of a variable, quoted or not. */
const VARIABLE_FUNCTIONS: Readonly<Record<string, Translation>> = {
  get: [1, (args) => argument(args, 0)],
  exists: FILLED,
  isEmpty: EMPTY,
  empty: EMPTY,
  isNotEmpty: FILLED,
  notEmpty: FILLED,
  getOrDefault: [
    2,
    (args) =>
      createFragment(
        `${isEmptyCall(argument(args, 0)).text} ? ${operandText(argument(args, 1), 2)} : ${operandText(argument(args, 0), 2)}`,
        1,
      ),
  ],
  equals: comparisonBy('=='),
  eq: comparisonBy('=='),
  notEquals: comparisonBy('!='),
  ne: comparisonBy('!='),
  contains: CONTAINS_FUNCTION,
  greaterThan: comparisonBy('>'),
  gt: comparisonBy('>'),
  greaterThanOrEquals: comparisonBy('>='),
  gte: comparisonBy('>='),
  lowerThan: comparisonBy('<'),
  lessThan: comparisonBy('<'),
  lt: comparisonBy('<'),
  lowerThanOrEquals: comparisonBy('<='),
  lessThanOrEquals: comparisonBy('<='),
  lte: comparisonBy('<='),
};

/** Removes the quotes of a quoted name; any other fragment is unchanged. */
const variableName = (fragment: CelFragment): CelFragment =>
  /^(['"])[\p{L}_$][\p{L}\p{N}_$]*\1$/u.test(fragment.text) ? createFragment(fragment.text.slice(1, -1)) : fragment;

/** Matches `getVariable` and `getVariableLocal` of the objects that engines provide (`execution.getVariable`). */
const GET_VARIABLE = /^(?:execution|task|delegateTask|variableScope)\.getVariable(?:Local)?$/;

/**
 * Applies a translation. Throws UNTRANSLATABLE if it is undefined or the number of arguments is wrong.
 * `extraArguments`: number of arguments that the translation does not count (1 for the object of a method).
 */
function applyTranslation(
  translation: Translation | undefined,
  args: readonly CelFragment[],
  extraArguments = 0,
): CelFragment {
  if (!translation || translation[0] + extraArguments !== args.length) throw UNTRANSLATABLE;
  return translation[1](args);
}

/** Translates a function call. Throws UNTRANSLATABLE for a function that CEL does not offer. */
export function translateFunctionCall(name: string, args: readonly CelFragment[]): CelFragment {
  const [isVariableFunction, method] = /^(?:variables|vars|var):(\w+)$/.exec(name)
    ? [true, name.split(':')[1] ?? '']
    : [GET_VARIABLE.test(name), 'get'];
  if (isVariableFunction)
    return applyTranslation(
      Object.hasOwn(VARIABLE_FUNCTIONS, method) ? VARIABLE_FUNCTIONS[method] : undefined,
      args.map((arg, index) => (index === 0 ? variableName(arg) : arg)),
    );
  if (IS_EMPTY_METHOD.test(name)) return applyTranslation(EMPTY, args);
  if (IS_FILLED_METHOD.test(name)) return applyTranslation(FILLED, args);
  return applyTranslation(Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined, args);
}

/** Translates the method call `target.name(…)`; a getter of a bean (`x.getName()`) becomes a member. */
export function translateMethodCall(target: CelFragment, name: string, args: readonly CelFragment[]): CelFragment {
  const getter = /^get([A-Z])(\w*)$/.exec(name);
  if (getter && args.length === 0)
    return createFragment(`${operandText(target, 9)}.${(getter[1] ?? '').toLowerCase()}${getter[2] ?? ''}`);
  return applyTranslation(Object.hasOwn(METHODS, name) ? METHODS[name] : undefined, [target, ...args], 1);
}
