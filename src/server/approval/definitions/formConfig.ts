import type { FlowFormConfig } from '../../../grammar/documents.ts';
import { userTasks } from '../../flow/index.ts';
import type { LoadedFlow } from '../../flowDocuments/index.ts';

/**
 * Returns the flow-form configuration (CL-018): the rules of every task node in the order of the file. The rules of an
 * applicant's task that the parser inserted come last.
 */
export const formConfigOf = (formKey: string, flow: LoadedFlow): FlowFormConfig => ({
  formKey,
  flowKey: flow.key,
  flowName: flow.name,
  version: flow.version,
  nodes: userTasks(flow.definition).flatMap((node) => node.rules ?? []),
});
