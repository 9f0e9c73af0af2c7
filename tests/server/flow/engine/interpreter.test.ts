import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../../../../src/server/flow/definition.ts';
import { FlowFault } from '../../../../src/server/flow/engine/flowFault.ts';
import type { FlowStep } from '../../../../src/server/flow/engine/flowEvent.ts';
import { advance } from '../../../../src/server/flow/engine/interpreter.ts';
import type { FlowEnvironment } from '../../../../src/server/flow/engine/routing.ts';
import { EMPTY_STATE } from '../../../../src/server/flow/engine/flowState.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { flowText } from '../flowText.ts';

async function flowOf(nodes: string[], edges: string[]): Promise<FlowDefinition> {
  const { definition } = await parseFlow(
    flowText(['startEvent s', 'userTask a', ...nodes, 'endEvent e'], ['f0: s -> a', ...edges]),
  );
  if (!definition) throw new Error('no flow');
  return definition;
}

const environment = (truths: readonly string[]): FlowEnvironment => ({
  evaluate: (edge) => truths.includes(edge.condition ?? ''),
  items: () => [],
  canSkipRemaining: () => false,
});

/** A run that completes tasks by node name; `truths` are the conditions that hold. */
function run(flow: FlowDefinition, truths: readonly string[] = []) {
  let step: FlowStep = advance(flow, EMPTY_STATE, { type: 'start' }, environment(truths));
  const open = () =>
    step.state.tokens
      .filter((token) => flow.nodes[token.node]?.kind === 'userTask')
      .map((token) => token.node)
      .toSorted();
  const act = (event: Parameters<typeof advance>[2]) => {
    step = advance(flow, step.state, event, environment(truths));
    return { open: open(), isFinished: step.isFinished, withdrawn: step.withdrawn.map((token) => token.node) };
  };
  return {
    complete(node: string) {
      const token = step.state.tokens.find((candidate) => candidate.node === node);
      return act({ type: 'complete', token: token?.id ?? -1 });
    },
    move: (node: string) => act({ type: 'move', node }),
    back: (from: string, node: string) =>
      act({ type: 'move', node, token: step.state.tokens.find((candidate) => candidate.node === from)?.id ?? -1 }),
    stop: () => act({ type: 'stop' }),
    open,
  };
}

const EXCLUSIVE: [string[], string[]] = [
  ['exclusiveGateway g default="fd"', 'userTask b', 'userTask c', 'userTask d'],
  ['f1: a -> g', 'fb: g -> b [one]', 'fc: g -> c [two]', 'fd: g -> d', 'e1: b -> e', 'e2: c -> e', 'e3: d -> e'],
];
const PARALLEL: [string[], string[]] = [
  ['parallelGateway split', 'userTask b', 'userTask c', 'parallelGateway join', 'userTask d'],
  [
    'f1: a -> split',
    'f2: split -> b',
    'f3: split -> c',
    'f4: b -> join',
    'f5: c -> join',
    'f6: join -> d',
    'f7: d -> e',
  ],
];
const INCLUSIVE: [string[], string[]] = [
  [
    'inclusiveGateway split default="f4"',
    'userTask b',
    'userTask c',
    'userTask d',
    'inclusiveGateway join',
    'userTask z',
  ],
  [
    'f1: a -> split',
    'f2: split -> b [one]',
    'f3: split -> c [two]',
    'f4: split -> d',
    'f5: b -> join',
    'f6: c -> join',
    'f7: d -> join',
    'f8: join -> z',
    'f9: z -> e',
  ],
];

describe('exclusive gateway', () => {
  it.each([
    [['one'], 'b'],
    [['two'], 'c'],
    [['one', 'two'], 'b'],
    [[], 'd'],
  ])('with %j true, %s gets the task', async (truths, expected) => {
    expect(run(await flowOf(...EXCLUSIVE), truths).complete('a').open).toEqual([expected]);
  });

  it('without a true condition and without a default names the gateway and changes nothing', async () => {
    const flow = await flowOf(['exclusiveGateway g', 'userTask b'], ['f1: a -> g', 'f2: g -> b [one]', 'f3: b -> e']);
    const process = run(flow);
    expect(() => process.complete('a')).toThrow(FlowFault);
    expect(process.open()).toEqual(['a']);
  });
});

describe('send task', () => {
  it('that sends copies and names a message throws the message, one that only sends copies throws nothing', async () => {
    const sendTask = (reference: string): string =>
      `<sendTask id="tell" name="知会" ${reference}><extensionElements><sf:cc type="role" value="hr"/></extensionElements></sendTask>`;
    const stepAfterCopies = async (reference: string): Promise<FlowStep> => {
      const xml = flowText(
        ['startEvent s', 'userTask a', 'endEvent e'],
        ['f0: s -> a', 'f1: a -> tell', 'f2: tell -> e'],
      )
        .replace('<endEvent', `${sendTask(reference)}<endEvent`)
        .replace('<process', '<message id="m" name="付款完成"/><process');
      const { definition: flow, problems } = await parseFlow(xml);
      if (!flow || problems.some(({ level }) => level === 'error')) throw new Error(JSON.stringify(problems));
      const complete = ({ state }: FlowStep): FlowStep =>
        advance(flow, state, { type: 'complete', token: state.tokens[0]?.id ?? -1 }, environment([]));
      return complete(complete(advance(flow, EMPTY_STATE, { type: 'start' }, environment([]))));
    };
    expect(await stepAfterCopies('messageRef="m"')).toMatchObject({
      isFinished: true,
      thrown: [{ type: 'message', name: '付款完成' }],
    });
    expect(await stepAfterCopies('')).toMatchObject({ isFinished: true, thrown: [] });
  });
});

describe('parallel gateway', () => {
  it('opens every branch and goes on only when all have arrived', async () => {
    const process = run(await flowOf(...PARALLEL));
    expect(process.complete('a').open).toEqual(['b', 'c']);
    expect(process.complete('c').open).toEqual(['b']);
    expect(process.complete('b').open).toEqual(['d']);
    expect(process.complete('d').isFinished).toBe(true);
  });

  it('that waits for a branch which was never taken is reported, not left hanging', async () => {
    const flow = await flowOf(
      ['exclusiveGateway g default="f3"', 'userTask b', 'userTask c', 'parallelGateway join'],
      ['f1: a -> g', 'f2: g -> b [one]', 'f3: g -> c', 'f4: b -> join', 'f5: c -> join', 'f6: join -> e'],
    );
    const process = run(flow);
    process.complete('a');
    expect(() => process.complete('c')).toThrow(/等待的分支不会到达/);
  });
});

describe('inclusive gateway', () => {
  it('joins exactly the branches that were taken', async () => {
    const two = run(await flowOf(...INCLUSIVE), ['one', 'two']);
    expect(two.complete('a').open).toEqual(['b', 'c']);
    expect(two.complete('b').open).toEqual(['c']);
    expect(two.complete('c').open).toEqual(['z']);
    const none = run(await flowOf(...INCLUSIVE), []);
    expect(none.complete('a').open).toEqual(['d']);
    expect(none.complete('d').open).toEqual(['z']);
  });
});

describe('conditions on the flows of a task', () => {
  it('take every true path, as without a gateway', async () => {
    const flow = await flowOf(
      ['userTask b', 'userTask c'],
      ['f1: a -> b [one]', 'f2: a -> c [two]', 'f3: b -> e', 'f4: c -> e'],
    );
    expect(run(flow, ['two']).complete('a').open).toEqual(['c']);
    const both = run(flow, ['one', 'two']);
    expect(both.complete('a').open).toEqual(['b', 'c']);
    expect(both.complete('b').isFinished).toBe(false);
    expect(both.complete('c').isFinished).toBe(true);
  });
});

describe('going back and stopping', () => {
  it('a return withdraws every open task and puts one token at the applicant', async () => {
    const process = run(await flowOf(...PARALLEL));
    process.complete('a');
    expect(process.move('a')).toEqual({ open: ['a'], isFinished: false, withdrawn: ['b', 'c'] });
    expect(process.complete('a').open).toEqual(['b', 'c']);
  });

  it('a return from behind a join into one of its branches leaves the other branch done', async () => {
    const process = run(await flowOf(...PARALLEL));
    for (const node of ['a', 'b', 'c']) process.complete(node);
    expect(process.back('d', 'b').open).toEqual(['b']);
    expect(process.complete('b').open).toEqual(['d']);
  });

  it('a rejection leaves no token', async () => {
    const process = run(await flowOf(...PARALLEL));
    process.complete('a');
    expect(process.stop()).toEqual({ open: [], isFinished: true, withdrawn: ['b', 'c'] });
  });

  it('a loop back to an earlier task opens it again', async () => {
    const flow = await flowOf(
      ['userTask b', 'exclusiveGateway g default="f3"'],
      ['f1: a -> b', 'f2: b -> g', 'f3: g -> e', 'f4: g -> b [again]'],
    );
    const process = run(flow, ['again']);
    process.complete('a');
    expect(process.complete('b').open).toEqual(['b']);
  });

  it('gateways in a circle are reported', async () => {
    const flow = await flowOf(['exclusiveGateway g', 'exclusiveGateway h'], ['f1: a -> g', 'f2: g -> h', 'f3: h -> g']);
    expect(() => run(flow).complete('a')).toThrow(/循环/);
  });
});
