import { newErrors, type FormImpactCheck, publishedForm } from '../documents/index.ts';
import { checkFlowAgainstForm } from '../flow/index.ts';
import { flowOfForm } from './loadFlow.ts';

/**
 * Finds broken references in the form's process: fields used by conditions, timers, answers or holders of the process
 * that the next version of the form removes or replaces by another kind.
 */
export const findBrokenFlows: FormImpactCheck = async (context, db, nextForm) => {
  const currentForm = await publishedForm(context, db, nextForm.formKey);
  const flow = currentForm?.flowKey === nextForm.flowKey ? await flowOfForm(context, db, nextForm.flowKey) : null;
  if (!flow || !currentForm) return [];
  const problemsWith = (form: typeof nextForm) => checkFlowAgainstForm(flow.definition, form, context.vocabulary);
  // problems of the form's effects are reported with the form itself
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
