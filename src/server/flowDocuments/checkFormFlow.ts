import { problem } from '../../domain/problem/index.ts';
import type { FormCheck } from '../documents/index.ts';
import { checkFlowAgainstForm } from '../flow/index.ts';
import { Refusal } from '../http/refusal.ts';
import { loadFlow } from './loadFlow.ts';

/** Checks that the process named by a form is published and matches the form. */
export const checkFormFlow: FormCheck = async (context, db, definition) => {
  const { flowKey } = definition;
  if (!flowKey) return [];
  try {
    return checkFlowAgainstForm((await loadFlow(context, db, flowKey)).definition, definition, context.vocabulary);
  } catch (error) {
    if (error instanceof Refusal && error.code === '404')
      return [problem('DOC_REFERENCE', ['flowKey'], { kind: '流程', name: flowKey })];
    throw error;
  }
};
