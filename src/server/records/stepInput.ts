import type { CompiledForm } from '../../kernel/form.ts';
import type { Situation } from '../../rules/situation.ts';
import type { ServerContext } from '../context.ts';
import { conditionHolds, valueOf } from '../flow/condition.ts';
import type { FlowDefinition } from '../flow/definition.ts';
import type { Person, StepInput } from '../flow/step.ts';
import type { RecordRow } from './rows.ts';
import type { RecordValues } from './tables.ts';

export interface StepFacts {
  form: CompiledForm;
  flow: FlowDefinition;
  row: Pick<RecordRow, 'create_by' | 'dept_id' | 'unit_id'>;
  values: RecordValues;
  situation: Situation;
  choices: Readonly<Record<string, readonly string[]>>;
  decider?: Person | null;
}

/** What the process is told of the record as it will be stored. */
export function stepInput({ vocabulary }: ServerContext, { form, flow, row, values, situation, choices, decider = null }: StepFacts): StepInput {
  const scope = { form, vocabulary, values, situation };
  return {
    flow, decider,
    source: { initiatorId: row.create_by, deptId: row.dept_id, unitId: row.unit_id, fields: values.fieldsMap, choices, evaluate: (text) => valueOf(text, scope) },
    evaluate: (edge) => conditionHolds(edge.condition ?? '', scope),
  };
}
