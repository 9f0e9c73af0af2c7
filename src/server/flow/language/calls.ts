import { inside, made, negated, UNREAD, type Piece } from './piece.ts';

const listed = (args: readonly Piece[]): string => args.map((arg) => inside(arg, 1)).join(', ');
const call = (name: string, ...args: readonly Piece[]): Piece => made(`${name}(${listed(args)})`);
const empty = (piece: Piece): Piece => call('isEmpty', piece);
const method = (on: Piece, name: string, ...args: readonly Piece[]): Piece =>
  made(`${inside(on, 9)}.${name}(${listed(args)})`);
/** Never reached: each is given as many arguments as it has. */
const at = (args: readonly Piece[], index: number): Piece => {
  const piece = args[index];
  if (!piece) throw UNREAD;
  return piece;
};

const compared = (left: Piece, sign: string, right: Piece): Piece =>
  made(`${inside(left, 5)} ${sign} ${inside(right, 5)}`, 4);

type Call = readonly [count: number, (args: readonly Piece[]) => Piece];

const CONTAINS: Call = [1, (args) => method(at(args, 0), 'contains', at(args, 1))];
const itself: Call = [0, (args) => at(args, 0)];

/** `x.name(…)`: `x` is the first argument. Those of numbers and texts that only turn one into the other are the value itself. */
const METHODS: Readonly<Record<string, Call>> = {
  equals: [1, (args) => compared(at(args, 0), '==', at(args, 1))],
  contains: CONTAINS,
  startsWith: [1, (args) => method(at(args, 0), 'startsWith', at(args, 1))],
  endsWith: [1, (args) => method(at(args, 0), 'endsWith', at(args, 1))],
  indexOf: [1, (args) => method(at(args, 0), 'indexOf', at(args, 1))],
  trim: [0, (args) => method(at(args, 0), 'trim')],
  length: [0, (args) => call('size', at(args, 0))],
  size: [0, (args) => call('size', at(args, 0))],
  isEmpty: [0, (args) => empty(at(args, 0))],
  isBlank: [0, (args) => empty(at(args, 0))],
  // what it comes to is only known where it stands: compared with nought
  compareTo: [1, (args) => ({ text: '', at: 0, difference: [at(args, 0), at(args, 1)] })],
  toString: itself,
  intValue: itself,
  longValue: itself,
  doubleValue: itself,
  floatValue: itself,
  booleanValue: itself,
};

const NUMBER: Call = [1, (args) => call('number', at(args, 0))];
const TEXT: Call = [1, (args) => call('text', at(args, 0))];
const BOOL: Call = [1, (args) => compared(call('text', at(args, 0)), '==', made("'true'"))];
const EMPTY: Call = [1, (args) => empty(at(args, 0))];
const FILLED: Call = [1, (args) => negated(empty(at(args, 0)))];
const SIZE: Call = [1, (args) => call('size', at(args, 0))];
const by = (sign: string): Call => [2, (args) => compared(at(args, 0), sign, at(args, 1))];
const WITHIN: Call = [2, (args) => method(at(args, 0), 'contains', at(args, 1))];
const BEGINS: Call = [2, (args) => method(at(args, 0), 'startsWith', at(args, 1))];
const ENDS: Call = [2, (args) => method(at(args, 0), 'endsWith', at(args, 1))];

/** Functions: of FEEL, of JSTL (`fn:…`), of classes that every such engine has at hand (`StringUtils.isBlank`). */
const FUNCTIONS: Readonly<Record<string, Call>> = {
  'string length': SIZE,
  count: SIZE,
  'list contains': WITHIN,
  contains: WITHIN,
  'starts with': BEGINS,
  'ends with': ENDS,
  'is defined': FILLED,
  number: NUMBER,
  string: TEXT,
  sum: [1, (args) => call('sum', at(args, 0))],
  min: [1, (args) => call('min', at(args, 0))],
  max: [1, (args) => call('max', at(args, 0))],
  abs: [1, (args) => call('abs', at(args, 0))],
  'fn:contains': WITHIN,
  'fn:startsWith': BEGINS,
  'fn:endsWith': ENDS,
  'fn:length': SIZE,
  'fn:trim': [1, (args) => method(at(args, 0), 'trim')],
  'Integer.parseInt': NUMBER,
  'Integer.valueOf': NUMBER,
  'Long.parseLong': NUMBER,
  'Long.valueOf': NUMBER,
  'Double.parseDouble': NUMBER,
  'Double.valueOf': NUMBER,
  'String.valueOf': TEXT,
  'Boolean.parseBoolean': BOOL,
  'Boolean.valueOf': BOOL,
  'Boolean.TRUE.equals': [1, (args) => compared(at(args, 0), '==', made('true'))],
  'Boolean.FALSE.equals': [1, (args) => compared(at(args, 0), '==', made('false'))],
  'Objects.equals': by('=='),
  'StringUtils.equals': by('=='),
};
const ASKS_EMPTY = /^[A-Z]\w*Utils?\.(?:isEmpty|isBlank)$/;
const ASKS_FILLED = /^[A-Z]\w*Utils?\.(?:isNotEmpty|isNotBlank|hasText|hasLength)$/;

/** The first argument of `var:eq(x, 'y')` is the name of a variable, quoted or not. */
const VARIABLE: Readonly<Record<string, Call>> = {
  get: [1, (args) => at(args, 0)],
  exists: FILLED,
  isEmpty: EMPTY,
  empty: EMPTY,
  isNotEmpty: FILLED,
  notEmpty: FILLED,
  getOrDefault: [
    2,
    (args) => made(`${empty(at(args, 0)).text} ? ${inside(at(args, 1), 2)} : ${inside(at(args, 0), 2)}`, 1),
  ],
  equals: by('=='),
  eq: by('=='),
  notEquals: by('!='),
  ne: by('!='),
  contains: WITHIN,
  greaterThan: by('>'),
  gt: by('>'),
  greaterThanOrEquals: by('>='),
  gte: by('>='),
  lowerThan: by('<'),
  lessThan: by('<'),
  lt: by('<'),
  lowerThanOrEquals: by('<='),
  lessThanOrEquals: by('<='),
  lte: by('<='),
};

const named = (piece: Piece): Piece =>
  /^(['"])[\p{L}_$][\p{L}\p{N}_$]*\1$/u.test(piece.text) ? made(piece.text.slice(1, -1)) : piece;

/** A variable of the execution: `execution.getVariable('x')`. */
const READS_VARIABLE = /^(?:execution|task|delegateTask|variableScope)\.getVariable(?:Local)?$/;

function applied(found: Call | undefined, args: readonly Piece[], more = 0): Piece {
  if (!found || found[0] + more !== args.length) throw UNREAD;
  return found[1](args);
}

/** A call of another engine in ours. Throws UNREAD for those that only that engine has. */
export function calledFunction(name: string, args: readonly Piece[]): Piece {
  const [scope, of] = /^(?:variables|vars|var):(\w+)$/.exec(name)
    ? [true, name.split(':')[1] ?? '']
    : [READS_VARIABLE.test(name), 'get'];
  if (scope)
    return applied(
      Object.hasOwn(VARIABLE, of) ? VARIABLE[of] : undefined,
      args.map((arg, index) => (index === 0 ? named(arg) : arg)),
    );
  if (ASKS_EMPTY.test(name)) return applied(EMPTY, args);
  if (ASKS_FILLED.test(name)) return applied(FILLED, args);
  return applied(Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined, args);
}

/** The same for `on.name(…)`; a getter of a bean (`x.getName()`) is its member. */
export function calledMethod(on: Piece, name: string, args: readonly Piece[]): Piece {
  const getter = /^get([A-Z])(\w*)$/.exec(name);
  if (getter && args.length === 0) return made(`${inside(on, 9)}.${(getter[1] ?? '').toLowerCase()}${getter[2] ?? ''}`);
  return applied(Object.hasOwn(METHODS, name) ? METHODS[name] : undefined, [on, ...args], 1);
}
