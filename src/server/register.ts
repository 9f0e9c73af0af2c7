import { registerApproval } from './approval/index.ts';
import type { ServerContext } from './context.ts';
import { registerDatasets } from './datasets/index.ts';
import { registerEffects } from './effects/index.ts';
import { registerFlowDocuments } from './flowDocuments/index.ts';
import { registerRecords } from './records/index.ts';
import { registerReviews } from './reviews/index.ts';
import { registerRights } from './rights/index.ts';
import { registerTimeRules } from './timeRules/index.ts';

/**
 * Registers the callbacks by which parts of the server react to publications, saves and decisions of other parts.
 * Called once for a context, before anything is published: by the server, and by commands that publish.
 */
export function registerModules(context: ServerContext): void {
  registerFlowDocuments(context);
  registerRecords(context);
  registerEffects(context);
  registerDatasets(context);
  registerReviews(context);
  registerRights(context);
  registerApproval(context);
  registerTimeRules(context);
}
