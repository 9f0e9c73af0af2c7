import type { CompiledForm } from '../../../kernel/index.ts';
import type { Situation } from '../../../rules/situation.ts';
import type { ServerContext } from '../../context.ts';
import type { CandidateSource } from '../people/candidates.ts';
import {
  conditionHolds,
  valueOf,
  type More,
  type FlowDefinition,
  tableOver,
  type RunItem,
  itemOfRun,
  itemsOf,
} from '../../flow/index.ts';
import type { Person, StepInput } from '../process/step.ts';
import type { RecordRow, RecordValues } from '../../records/index.ts';

export interface StepInputParts {
  form: CompiledForm;
  flow: FlowDefinition;
  row: Pick<RecordRow, 'create_by' | 'dept_id' | 'unit_id'>;
  values: RecordValues;
  situation: Situation;
  choices: Readonly<Record<string, readonly string[]>>;
  decider?: Person | null;
}

/** What the process is told of the record as it will be stored. */
export function stepInput(
  { vocabulary }: ServerContext,
  { form, flow, row, values, situation, choices, decider = null }: StepInputParts,
): StepInput {
  const scope = { form, vocabulary, values, situation };
  const moreOf = (run: RunItem | null): More | undefined => {
    const repeat = run && flow.nodes[run.scope]?.repeat;
    return repeat ? { over: repeat.over, names: { item: itemOfRun(run, repeat, scope) } } : undefined;
  };
  const sourceOf = (run: RunItem | null): CandidateSource => ({
    initiatorId: row.create_by,
    deptId: row.dept_id,
    unitId: row.unit_id,
    fields: values.fieldsMap,
    choices,
    item: itemOfRun(run, run && flow.nodes[run.scope]?.repeat, scope),
    evaluate: (text) => valueOf(text, scope, moreOf(run)),
  });
  return {
    flow,
    decider,
    source: sourceOf(null),
    sourceOf,
    rowOf: (runs) => runs.find(({ scope: id }) => tableOver(flow.nodes[id], form.tables) !== null) ?? null,
    evaluate: (edge, run) => conditionHolds(edge.condition ?? '', scope, moreOf(run)),
    items: (node) => itemsOf(node, scope),
    isEnough: (node, counts) =>
      conditionHolds(node.repeat?.until ?? '', scope, { over: node.repeat?.over ?? '', names: { ...counts } }),
  };
}
