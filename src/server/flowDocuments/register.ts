import type { ServerContext } from '../context.ts';
import { flowDocuments, formChecks } from '../documents/index.ts';
import { mentionsOfFlow, parseFlow } from '../flow/index.ts';
import { checkFlowText } from './checkFlowText.ts';
import { checkFormFlow } from './checkFormFlow.ts';
import { publishFlow, publishFlowDraft } from './publishFlow.ts';

/** Gives the documents room the life cycle of process documents and the check of a form against its process. */
export function registerFlowDocuments(context: ServerContext): void {
  flowDocuments.register(context, {
    mentions: async (content) => {
      const { definition } = await parseFlow(content);
      return definition ? mentionsOfFlow(definition) : [];
    },
    check: async (inside, db, content, key) => (await checkFlowText(inside, db, content, key)).problems,
    publish: publishFlow,
    publishDraft: publishFlowDraft,
  });
  formChecks.add(context, checkFormFlow);
}
