import type { ServerContext } from '../context.ts';
import { flowDocuments, formChecks, formImpactChecks, type FormCheck } from '../documents/index.ts';
import { referencesOfFlow, parseFlow, userTasks, checkFlowAgainstForm } from '../flow/index.ts';
import { checkFlowText } from './checkFlowText.ts';
import { findBrokenFlows } from './findBrokenFlows.ts';
import { renameFlow } from './renameFlow.ts';
import { publishFlow, publishFlowDraft } from './publishFlow.ts';
import { problem } from '../../domain/problem/index.ts';
import { Refusal } from '../http/refusal.ts';
import { loadFlow } from './loadFlow.ts';

/**
 * Registers with the room `documents` how process documents are checked, renamed and published, and the checks of a
 * form against its process.
 */
export function registerFlowDocuments(context: ServerContext): void {
  flowDocuments.register(context, {
    references: async (content) => {
      const { definition } = await parseFlow(content);
      return definition ? referencesOfFlow(definition) : [];
    },
    taskNames: async (content) => {
      const { definition } = await parseFlow(content);
      return new Map((definition ? userTasks(definition) : []).map(({ id, name }) => [id, name || id]));
    },
    rename: renameFlow,
    check: async (serverContext, db, content, key) => (await checkFlowText(serverContext, db, content, key)).problems,
    publish: publishFlow,
    publishDraft: publishFlowDraft,
  });
  formChecks.add(context, checkFormFlow);
  formImpactChecks.add(context, findBrokenFlows);
}

/** Checks that the process named by a form is published and matches the form. */
const checkFormFlow: FormCheck = async (context, db, definition) => {
  const { flowKey } = definition;
  if (!flowKey) return [];
  try {
    const flow = (await loadFlow(context, db, flowKey)).definition;
    return checkFlowAgainstForm(flow, definition, context.vocabulary);
  } catch (error) {
    if (error instanceof Refusal && error.code === '404')
      return [problem('DOC_REFERENCE', ['flowKey'], { kind: '流程', name: flowKey })];
    throw error;
  }
};
