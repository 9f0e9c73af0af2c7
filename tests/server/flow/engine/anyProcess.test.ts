import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../../../../src/server/flow/definition.ts';
import type { FlowEvent, FlowStep } from '../../../../src/server/flow/engine/flowEvent.ts';
import { advance } from '../../../../src/server/flow/engine/interpreter.ts';
import { parseFlow } from '../../../../src/server/flow/parse/parseFlow.ts';
import { leadsTo } from '../../../../src/server/flow/engine/forwardGraph.ts';
import { allTokens, enclosingTokens, innermostRepeat } from '../../../../src/server/flow/engine/repeat.ts';
import type { FlowEnvironment } from '../../../../src/server/flow/engine/routing.ts';
import { EMPTY_STATE, type Token } from '../../../../src/server/flow/engine/flowState.ts';
import { startableSubProcesses } from '../../../../src/server/flow/engine/eventSubProcesses.ts';
import fc from '../../../support/fc.ts';
import { edge, flowFile } from '../../approval/story.ts';

/** A process made of parts that can always be got through. */
type Part =
  | { kind: 'task'; /** An event on its edge, which ends it or not. */ edge?: boolean }
  | { kind: 'race' }
  | { kind: 'line' | 'parallel' | 'inclusive' | 'choice'; parts: readonly Part[] }
  | {
      kind: 'sub';
      parts: readonly [Part];
      /** An event sub-process inside, which interrupts or not. */ event?: boolean;
      /** Runs for so many, at once or in turn; absent: once. */ runs?: {
        count: number;
        isInTurn: boolean;
        isEarly: boolean;
      };
    };

const { part } = fc.letrec<{ part: Part }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<Part>(
      { kind: 'task' },
      { kind: 'task' },
      { kind: 'task', edge: true },
      { kind: 'task', edge: false },
      { kind: 'race' },
    ),
    fc.record({
      kind: fc.constantFrom('line' as const, 'parallel' as const, 'inclusive' as const, 'choice' as const),
      parts: fc.array(tie('part'), { minLength: 2, maxLength: 3 }),
    }),
    fc
      .tuple(tie('part'), fc.constantFrom(undefined, true, false))
      .map(([inner, event]): Part => ({ kind: 'sub', parts: [inner], ...(event === undefined ? {} : { event }) })),
    fc
      .tuple(tie('part'), fc.record({ count: fc.nat(4), isInTurn: fc.boolean(), isEarly: fc.boolean() }))
      .map(([inner, runs]): Part => ({ kind: 'sub', parts: [inner], runs })),
  ),
}));

const HEARD = '<messageEventDefinition messageRef="m"/>';

/** Writes a part between two elements; answers its text, first and last element. */
function written(part: Part, nextId: () => string): { text: string; first: string; last: string } {
  const id = nextId();
  const userTask = (name: string): string =>
    `<userTask id="${name}" name="${name}"><extensionElements><sf:candidates type="role" value="leader"/></extensionElements></userTask>`;
  if (part.kind === 'task' && part.edge === undefined) return { text: userTask(id), first: id, last: id };
  // what its event opens ends by itself
  if (part.kind === 'task')
    return {
      text: `${userTask(id)}<boundaryEvent id="${id}b" attachedToRef="${id}" cancelActivity="${part.edge}">${HEARD}</boundaryEvent>${userTask(`${id}t`)}<task id="${id}j"/>${edge(`${id}f1`, `${id}b`, `${id}t`)}<endEvent id="${id}e"/>${edge(`${id}f2`, `${id}t`, `${id}${part.edge ? 'j' : 'e'}`)}${edge(`${id}f3`, id, `${id}j`)}`,
      first: id,
      last: `${id}j`,
    };
  if (part.kind === 'race')
    return {
      text: `<eventBasedGateway id="${id}"/>${[0, 1].map((at) => `<intermediateCatchEvent id="${id}c${at}">${HEARD}</intermediateCatchEvent>${edge(`${id}f${at}`, id, `${id}c${at}`)}${edge(`${id}o${at}`, `${id}c${at}`, `${id}j`)}`).join('')}<task id="${id}j"/>`,
      first: id,
      last: `${id}j`,
    };
  const inner = part.parts.map((one) => written(one, nextId));
  const texts = inner.map(({ text }) => text).join('');
  if (part.kind === 'line') {
    const links = inner
      .slice(1)
      .map(({ first }, index) => edge(`${id}l${index}`, inner[index]?.last ?? '', first))
      .join('');
    return { text: texts + links, first: inner[0]?.first ?? '', last: inner.at(-1)?.last ?? '' };
  }
  if (part.kind === 'sub') {
    const [only] = inner;
    const loop = part.runs
      ? `<extensionElements><sf:repeat over="${part.runs.count}"/></extensionElements><multiInstanceLoopCharacteristics isSequential="${part.runs.isInTurn}">${part.runs.isEarly ? '<completionCondition>nrOfCompletedInstances > 1</completionCondition>' : ''}</multiInstanceLoopCharacteristics>`
      : '';
    const event =
      part.event === undefined
        ? ''
        : `<subProcess id="${id}x" triggeredByEvent="true"><startEvent id="${id}xs" isInterrupting="${part.event}">${HEARD}</startEvent><endEvent id="${id}xe"/>${userTask(`${id}xt`)}${edge(`${id}x1`, `${id}xs`, `${id}xt`)}${edge(`${id}x2`, `${id}xt`, `${id}xe`)}</subProcess>`;
    return {
      text: `<subProcess id="${id}">${loop}${event}<startEvent id="${id}s"/><endEvent id="${id}e"/>${texts}${edge(`${id}a`, `${id}s`, only?.first ?? '')}${edge(`${id}b`, only?.last ?? '', `${id}e`)}</subProcess>`,
      first: id,
      last: id,
    };
  }
  const gateway = part.kind === 'choice' ? 'exclusiveGateway' : `${part.kind}Gateway`;
  const legs = inner
    .map(
      ({ first, last }, index) =>
        edge(`${id}i${index}`, `${id}p`, first, part.kind === 'choice' ? `pick${index}` : '') +
        edge(`${id}o${index}`, last, `${id}j`),
    )
    .join('');
  return {
    text: `<${gateway} id="${id}p"${part.kind === 'choice' ? ` default="${id}i0"` : ''}/><${gateway} id="${id}j"/>${texts}${legs}`,
    first: `${id}p`,
    last: `${id}j`,
  };
}

async function flowOf(root: Part): Promise<FlowDefinition> {
  let count = 0;
  const { text, first, last } = written(root, () => {
    count += 1;
    return `n${count}`;
  });
  const { definition, problems } = await parseFlow(
    flowFile('walk', text + edge('in', 'apply', first) + edge('out', last, 'e')),
  );
  if (!definition || problems.some(({ level }) => level === 'error')) throw new Error(JSON.stringify(problems));
  return definition;
}

const MOST_STEPS = 400;

/**
 * Walks by these numbers: each picks a task, and whether it is done or goes back to an earlier one. Then everything is
 * done.
 */
function walk(flow: FlowDefinition, choices: readonly number[]): { step: FlowStep; done: string[] } {
  let turn = 0;
  const environment: FlowEnvironment = {
    evaluate: () => (choices[turn % choices.length] ?? 0) % 2 === 0,
    items: ({ repeat }) =>
      Array.from({ length: Number(repeat?.over ?? 0) }, (_none, index) => ({ key: String(index), label: '' })),
    canSkipRemaining: (_node, { nrOfCompletedInstances }) => nrOfCompletedInstances > 1,
  };
  let step = advance(flow, EMPTY_STATE, { type: 'start' }, environment);
  const done: string[] = [];
  const tasks = (): Token[] =>
    step.state.tokens.filter(({ node }) => flow.nodes[node]?.kind === 'userTask' || flow.nodes[node]?.kind === 'race');
  /** Events that may happen now: on the edge of a task, behind a gateway, around it. */
  const events = (token: Token): FlowEvent[] => [
    ...(flow.nodes[token.node]?.boundaries ?? []).map((node): FlowEvent => ({
      type: 'boundary',
      token: token.id,
      node,
    })),
    ...startableSubProcesses(flow, step.state).map((armed): FlowEvent => ({ type: 'boundary', ...armed })),
  ];
  for (; turn < MOST_STEPS && !step.isFinished; turn += 1) {
    const number = turn < choices.length ? (choices[turn] ?? 0) : 0;
    const open = tasks();
    const token = open[number % open.length];
    if (!token) throw new Error('no task is open and the process has not ended');
    const targets = [...new Set(done)].filter(
      (node) => leadsTo(flow, node, token.node) && isNear(flow, step, token, node),
    );
    const race = flow.nodes[token.node]?.kind === 'race';
    const isBack = number % 3 === 1 && targets.length > 0 && !race;
    const happening =
      race || (number % 5 === 2 && turn < choices.length)
        ? events(token)[number % Math.max(1, events(token).length)]
        : undefined;
    const event: FlowEvent = happening
      ? happening
      : isBack
        ? { type: 'move', node: targets[number % targets.length] ?? '', token: token.id, isStraight: number % 2 === 0 }
        : { type: 'complete', token: token.id };
    const before = step.state;
    step = advance(flow, before, event, environment);
    if (!isBack && !happening) done.push(token.node);
    check(flow, before.tokens, step, event.type === 'complete' ? token : null);
  }
  return { step, done };
}

/** Stands the node in no run of a repeated sub-process that the token is not in? */
function isNear(flow: FlowDefinition, { state }: FlowStep, token: Token, node: string): boolean {
  const runs = [...enclosingTokens(allTokens(state), token)]
    .filter(({ item }) => item !== undefined)
    .map((run) => run.node);
  for (let at = innermostRepeat(flow, node); at; at = innermostRepeat(flow, at.id))
    if (!runs.includes(at.id)) return false;
  return true;
}

/** What holds after every step. */
function check(flow: FlowDefinition, before: readonly Token[], step: FlowStep, acting: Token | null): void {
  const all = [...step.state.tokens, ...(step.state.paused ?? [])];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const ids = new Set(all.map(({ id }) => id));
  // nothing runs in a sub-process that is not there, nothing waits for what is gone
  for (const { scope, resume } of all) {
    if (scope !== undefined) expect(ids.has(scope)).toBe(true);
    for (const id of resume ?? []) expect(ids.has(id)).toBe(true);
  }
  // every task that is not there any more was done, withdrawn or rests: no task is lost
  const named = new Set([...step.withdrawn, ...step.paused].map(({ id }) => id));
  for (const token of before)
    if (flow.nodes[token.node]?.kind === 'userTask' && token.id !== acting?.id && !ids.has(token.id))
      expect(named.has(token.id)).toBe(true);
  if (step.isFinished) expect(all).toEqual([]);
}

describe('any process that is made of parts', () => {
  it('comes to its end whatever is done or sent back, and loses no task on the way', async () => {
    await fc.assert(
      fc.asyncProperty(part, fc.array(fc.nat(1000), { minLength: 1, maxLength: 25 }), async (root, choices) => {
        const { step } = walk(await flowOf(root), choices);
        expect(step.isFinished).toBe(true);
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 150) },
    );
  }, 600_000);

  it('goes back from beside a join that is passed into one of its branches, and is joined once more', async () => {
    const root: Part = {
      kind: 'line',
      parts: [
        { kind: 'task' },
        { kind: 'task' },
        { kind: 'parallel', parts: [{ kind: 'task', edge: false }, { kind: 'task' }, { kind: 'task' }] },
      ],
    };
    const { step, done } = walk(await flowOf(root), [0, 0, 230, 296, 459, 792, 0, 7, 0]);
    expect([step.isFinished, done.filter((node) => node === 'n5')]).toEqual([true, ['n5', 'n5']]);
  });

  it('goes back from behind a join into a sub-process of one of its branches, and is joined once more', async () => {
    const root: Part = {
      kind: 'line',
      parts: [
        { kind: 'parallel', parts: [{ kind: 'task' }, { kind: 'sub', parts: [{ kind: 'task' }] }] },
        { kind: 'sub', parts: [{ kind: 'sub', parts: [{ kind: 'task' }] }] },
      ],
    };
    const { step } = walk(await flowOf(root), [0, 105, 0, 667, 0]);
    expect(step.isFinished).toBe(true);
  });
});
