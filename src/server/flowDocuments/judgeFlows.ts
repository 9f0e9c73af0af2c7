import { fresh, type FormJudge, publishedForm } from '../documents/index.ts';
import { checkFlowAgainstForm } from '../flow/index.ts';
import { flowOfForm } from './loadFlow.ts';

/** The process of a form, where the form's next version takes away what its conditions, times or answers need. */
export const judgeFlows: FormJudge = async (context, db, next) => {
  const before = await publishedForm(context, db, next.formKey);
  const flow = before?.flowKey === next.flowKey ? await flowOfForm(context, db, next.flowKey) : null;
  if (!flow || !before) return [];
  const problemsWith = (form: typeof next) => checkFlowAgainstForm(flow.definition, form, context.vocabulary);
  return fresh(problemsWith(next), problemsWith(before)).map(({ path, message }) => ({
    kind: 'flow',
    key: flow.key,
    name: flow.name,
    path: path.slice(1),
    detail: message,
  }));
};
