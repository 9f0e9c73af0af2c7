export { inlineCallsAt } from './inlineCallsAt.ts';
export { checkFlowText, formsUsing } from './checkFlowText.ts';
export { type LoadedFlow, loadFlow, flowOfForm } from './loadFlow.ts';
export { publishFlow } from './publishFlow.ts';
export { registerFlowDocuments } from './register.ts';
export { unknownHolders } from './checkExternals.ts';
