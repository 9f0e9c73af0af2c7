import type { CompiledForm } from '../../../kernel/index.ts';
import type { Situation } from '../../../rules/situation.ts';
import type { ServerContext } from '../../context.ts';
import type { CandidateSource } from '../people/resolveCandidates.ts';
import {
  conditionHolds,
  evaluateExpression,
  type ExtraNames,
  type FlowDefinition,
  repeatedTable,
  type RunItem,
  itemOfRun,
  itemsOfRepeat,
} from '../../flow/index.ts';
import type { Person, StepInput } from '../process/stepTypes.ts';
import type { RecordRow, RecordValues } from '../../records/index.ts';

/** The data from which `stepInput` builds the input. `choices`: see `CandidateSource`; `decider`: see `StepInput`. */
export interface StepInputParts {
  form: CompiledForm;
  flow: FlowDefinition;
  row: Pick<RecordRow, 'create_by' | 'dept_id' | 'unit_id'>;
  values: RecordValues;
  situation: Situation;
  choices: Readonly<Record<string, readonly string[]>>;
  decider?: Person | null;
}

/** Returns the input of a process step, built from the record as it will be stored. */
export function stepInput(
  { vocabulary }: ServerContext,
  { form, flow, row, values, situation, choices, decider = null }: StepInputParts,
): StepInput {
  const scope = { form, vocabulary, values, situation };
  const extraNamesOf = (run: RunItem | null): ExtraNames | undefined => {
    const repeat = run && flow.nodes[run.subProcessId]?.repeat;
    return repeat ? { repeatOver: repeat.over, names: { item: itemOfRun(run, repeat, scope) } } : undefined;
  };
  const candidateSourceOf = (run: RunItem | null): CandidateSource => ({
    applicantId: row.create_by,
    deptId: row.dept_id,
    unitId: row.unit_id,
    fields: values.fieldsMap,
    choices,
    item: itemOfRun(run, run && flow.nodes[run.subProcessId]?.repeat, scope),
    evaluate: (text) => evaluateExpression(text, scope, extraNamesOf(run)),
  });
  return {
    flow,
    decider,
    candidateSource: candidateSourceOf(null),
    candidateSourceOf,
    runWithRow: (runs) =>
      runs.find(({ subProcessId: id }) => repeatedTable(flow.nodes[id], form.tables) !== null) ?? null,
    evaluate: (edge, run) => conditionHolds(edge.condition ?? '', scope, extraNamesOf(run)),
    items: (node) => itemsOfRepeat(node, scope),
    canSkipRemaining: (node, counts) =>
      conditionHolds(node.repeat?.until ?? '', scope, { repeatOver: node.repeat?.over ?? '', names: { ...counts } }),
  };
}
