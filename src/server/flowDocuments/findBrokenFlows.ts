import { newErrors, type FormImpactCheck, publishedForm } from '../documents/index.ts';
import { checkFlowAgainstForm } from '../flow/index.ts';
import { flowOfForm } from './loadFlow.ts';

/**
 * Finds references of the form's process that a new version of the form (`nextForm`) breaks: conditions, timers,
 * answers or holders of the process use a field that the new version removes or replaces by a field of another kind.
 */
export const findBrokenFlows: FormImpactCheck = async (context, db, nextForm) => {
  const currentForm = await publishedForm(context, db, nextForm.formKey);
  const flow = currentForm?.flowKey === nextForm.flowKey ? await flowOfForm(context, db, nextForm.flowKey) : null;
  if (!flow || !currentForm) return [];
  const problemsWith = (form: typeof nextForm) => checkFlowAgainstForm(flow.definition, form, context.vocabulary);
  // keeps the problems of elements of the process (`problemPath`); those of effects are reported with the form itself
  const newProblems = newErrors(problemsWith(nextForm), problemsWith(currentForm)).filter(
    ({ path }) => path[0] === 'flowKey',
  );
  return newProblems.map(({ path, message }) => ({
    kind: 'flow',
    key: flow.key,
    name: flow.name,
    path: path.slice(1),
    detail: message,
  }));
};
