import type { ServerContext } from '../context.ts';
import { flowDocuments, formChecks, formImpactChecks } from '../documents/index.ts';
import { mentionsOfFlow, parseFlow, userTasks } from '../flow/index.ts';
import { checkFlowText } from './checkFlowText.ts';
import { checkFormFlow } from './checkFormFlow.ts';
import { findBrokenFlows } from './findBrokenFlows.ts';
import { renameFlow } from './renameFlow.ts';
import { publishFlow, publishFlowDraft } from './publishFlow.ts';

/** Registers the life cycle of process documents and the check of a form against its process with `documents`. */
export function registerFlowDocuments(context: ServerContext): void {
  flowDocuments.register(context, {
    references: async (content) => {
      const { definition } = await parseFlow(content);
      return definition ? mentionsOfFlow(definition) : [];
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
