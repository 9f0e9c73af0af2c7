import { fresh, type FormJudge, publishedForm } from '../documents/index.ts';
import { checkFlowAgainstForm } from '../flow/index.ts';
import { flowOfForm } from './loadFlow.ts';

/** The process of a form, where the form's next version takes away what its conditions, times or answers need. */
export const judgeFlows: FormJudge = async (context, db, next) => {
  const before = await publishedForm(context, db, next.formKey);
  const flow = before?.flowKey === next.flowKey ? await flowOfForm(context, db, next.flowKey) : null;
  if (!flow || !before) return [];
  const problemsWith = (form: typeof next) => checkFlowAgainstForm(flow.definition, form, context.vocabulary);
  // effects that name a node are the form's own, and judged with it
  const ofFlow = fresh(problemsWith(next), problemsWith(before)).filter(({ path }) => path[0] === 'flowKey');
  return ofFlow.map(({ path, message }) => ({
    kind: 'flow',
    key: flow.key,
    name: flow.name,
    path: path.slice(1),
    detail: message,
  }));
};
