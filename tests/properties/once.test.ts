import { expect, it } from 'vitest';
import { environmentOf, type Parsed } from '../../src/expressions/environment.ts';
import { checkExpression } from '../../src/expressions/expressions.ts';
import type { ExpressionTypes } from '../../src/expressions/types.ts';
import { MAX_WORK, withinWork, remainingWork } from '../../src/domain/workBudget.ts';
import fc from '../support/fc.ts';
import { holds, PATIENCE } from './holds.ts';

/** A row's own columns, and the form around with two tables. */
const types: ExpressionTypes = {
  amount: 'double',
  kind: 'string',
  user: { fields: { id: 'string', roles: 'list' } },
  form: {
    fields: {
      rate: 'double',
      items: { rows: { amount: 'double', kind: 'string' } },
      others: { rows: { amount: 'double', kind: 'string' } },
    },
  },
};
const OWN: ReadonlySet<string> = new Set(['amount', 'kind']);

type Text = fc.Arbitrary<string>;
const table = fc.constantFrom('form.items', 'form.others', 'form["items"]');

/** A number; `bound`: variables of the loops around. */
function number(depth: number, bound: readonly string[]): Text {
  const plain: Text = fc.constantFrom('amount', '2.0', '0.5', 'form.rate', ...bound.map((name) => `${name}.amount`));
  if (depth === 0) return plain;
  const less = number(depth - 1, bound);
  const parts: Text[] = [
    plain,
    fc.tuple(less, fc.constantFrom('+', '-', '*', '/'), less).map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    fc.tuple(truth(depth - 1, bound), less, less).map(([when, a, b]) => `(${when} ? ${a} : ${b})`),
    fc.tuple(less, less).map(([value, other]) => `cel.bind(v, ${value}, v + ${other} * v)`),
    table.map((rows) => `size(${rows})`),
  ];
  if (bound.length < 2) {
    const name = `r${bound.length}`;
    const inner = number(depth - 1, [...bound, name]);
    parts.push(
      fc
        .tuple(fc.constantFrom('sum', 'avg', 'max'), table, inner)
        .map(([call, rows, value]) => `${call}(${rows}.map(${name}, ${value}))`),
      fc
        .tuple(table, truth(depth - 1, [...bound, name]))
        .map(([rows, when]) => `${rows}.filter(${name}, ${when}).size()`),
      // may not be there: a failure is kept as well
      fc
        .tuple(table, truth(depth - 1, [...bound, name]))
        .map(([rows, when]) => `${rows}.filter(${name}, ${when})[0].amount`),
    );
  }
  return fc.oneof(...parts);
}

function truth(depth: number, bound: readonly string[]): Text {
  const plain: Text = fc.oneof(
    fc.tuple(number(0, bound), fc.constantFrom('<', '>=', '=='), number(0, bound)).map((parts) => parts.join(' ')),
    fc.constantFrom(
      'kind == "a"',
      'isEmpty(form.rate)',
      'isEmpty(amount)',
      'user.id == "u1"',
      '"admin" in user.roles',
      'today() != ""',
      ...bound.map((name) => `${name}.kind == kind`),
      ...bound.map((name) => `isEmpty(${name}.amount)`),
    ),
  );
  if (depth === 0) return plain;
  const less = truth(depth - 1, bound);
  const parts = [
    plain,
    fc.tuple(less, fc.constantFrom('&&', '||'), less).map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    less.map((inner) => `!(${inner})`),
  ];
  if (bound.length < 2)
    parts.push(
      fc
        .tuple(table, fc.constantFrom('exists', 'all', 'exists_one'), truth(depth - 1, [...bound, `r${bound.length}`]))
        .map(([rows, loop, when]) => `${rows}.${loop}(r${bound.length}, ${when})`),
    );
  return fc.oneof(...parts);
}

const amount = fc.constantFrom(0, 1, 2, 3.5, null, undefined);
const row = fc.record({ amount, kind: fc.constantFrom('a', 'b', '') }).map((fieldsMap) => ({ id: 'r', fieldsMap }));
const rows = fc.oneof(
  { weight: 9, arbitrary: fc.array(row, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const state = fc.record({
  rate: amount,
  items: rows,
  others: rows,
  user: fc.constantFrom({ id: 'u1', roles: ['admin'] }, { id: 'u2', roles: [] }),
});
interface State {
  rate: unknown;
  items: object[] | undefined;
  others: object[] | undefined;
  user: object;
}
interface Row {
  fieldsMap: Record<string, unknown>;
}

const reader =
  ({ user, ...form }: State, own: Record<string, unknown>) =>
  (name: string): unknown =>
    OWN.has(name) ? own[name] : name === 'form' ? form : user;

/** A failure is an outcome as well. */
function outcome(parsed: Parsed, read: (name: string) => unknown): unknown {
  try {
    return parsed.evaluate(read);
  } catch {
    return 'failed';
  }
}
const spent = (work: () => unknown): { result: unknown; cost: number } =>
  withinWork(MAX_WORK, () => {
    const result = work();
    return { result, cost: MAX_WORK - remainingWork() };
  }).result;

function agrees(text: string, states: readonly State[], walk: readonly { at: number; own: Row }[]): void {
  const [hoisted, plainly] = [environmentOf(types).parse(text, OWN), environmentOf(types).parse(text, 'uncached')];
  hoisted.check();
  plainly.check();
  const once = spent(() =>
    walk.map(({ at, own }) => outcome(hoisted, reader(states[at % states.length] as State, own.fieldsMap))),
  );
  // rows of its own each time, so that nothing at all is known from before
  const each = spent(() =>
    walk.map(({ at, own }) =>
      outcome(plainly, reader(structuredClone(states[at % states.length]) as State, own.fieldsMap)),
    ),
  );
  expect(once.result).toEqual(each.result);
  expect(once.cost).toBeLessThanOrEqual(each.cost);
}

it(
  'an expression comes to the same for every row whether its parts are evaluated once or each time, and costs no more',
  () => {
    holds(
      'parts evaluated once',
      fc.tuple(
        number(3, []),
        fc.array(state, { minLength: 1, maxLength: 3 }),
        fc.array(fc.record({ at: fc.nat({ max: 2 }), own: row }), { minLength: 1, maxLength: 8 }),
      ),
      ([text, states, walk]) => {
        if (checkExpression(text, types).length > 0) return;
        agrees(text, states as State[], walk);
      },
      { cases: 600 },
    );
  },
  PATIENCE,
);
