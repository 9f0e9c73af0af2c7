import { newErrors, type FormImpactCheck, publishedForm } from '../documents/index.ts';
import { checkFlowAgainstForm } from '../flow/index.ts';
import { flowOfForm } from './loadFlow.ts';

/**
 * Finds references of the form's process that a new version of the form (`nextForm`) breaks with an error. The new
 * version removes a field, or replaces it by a field of another kind, that conditions or other expressions read or that
 * stores values of service calls or messages; or it replaces a department field whose leader is a holder. References
 * that then only cause a warning (of timers and node rules, for example) are left out.
 */
export const findBrokenFlows: FormImpactCheck = async (context, db, nextForm) => {
  const currentForm = await publishedForm(context, db, nextForm.formKey);
  const flow = currentForm?.flowKey === nextForm.flowKey ? await flowOfForm(context, db, nextForm.flowKey) : null;
  if (!flow || !currentForm) return [];
  const problemsWith = (form: typeof nextForm) => checkFlowAgainstForm(flow.definition, form, context.vocabulary);
  // the path of a problem of the process begins with `flowKey`; problems of the form's effects have other paths and are
  // reported with the form itself
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
