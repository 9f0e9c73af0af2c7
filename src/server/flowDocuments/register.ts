import type { ServerContext } from '../context.ts';
import { flowDocuments, formChecks, formJudges } from '../documents/index.ts';
import { mentionsOfFlow, parseFlow, userTasks } from '../flow/index.ts';
import { checkFlowText } from './checkFlowText.ts';
import { checkFormFlow } from './checkFormFlow.ts';
import { judgeFlows } from './judgeFlows.ts';
import { renameFlow } from './renameFlow.ts';
import { publishFlow, publishFlowDraft } from './publishFlow.ts';

/** Gives the documents room the life cycle of process documents and the check of a form against its process. */
export function registerFlowDocuments(context: ServerContext): void {
  flowDocuments.register(context, {
    mentions: async (content) => {
      const { definition } = await parseFlow(content);
      return definition ? mentionsOfFlow(definition) : [];
    },
    steps: async (content) => {
      const { definition } = await parseFlow(content);
      return new Map((definition ? userTasks(definition) : []).map(({ id, name }) => [id, name || id]));
    },
    renamed: renameFlow,
    check: async (inside, db, content, key) => (await checkFlowText(inside, db, content, key)).problems,
    publish: publishFlow,
    publishDraft: publishFlowDraft,
  });
  formChecks.add(context, checkFormFlow);
  formJudges.add(context, judgeFlows);
}
